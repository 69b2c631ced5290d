/** A server without a request for this long counts as idle, in ms. */
const IDLE_MS = 200;
/** Interval between polls, in ms. */
const POLL_MS = 20;

type Handler = (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>;

/**
 * Lets a server stop without resetting connections. A server that stops listening drops clients that have connected
 * but whose requests it has not read yet. So it keeps serving for a moment, asks clients to close their connections,
 * and stops once it is idle.
 */
export class GracefulShutdown {
  #underWay = 0;
  #count = 0;
  #isDraining = false;

  /** Wraps a handler: counts requests and, while draining, closes each connection after its answer. */
  track(answer: Handler): Handler {
    return async (request, info) => {
      this.#underWay++;
      this.#count++;
      try {
        const response = await answer(request, info);
        if (this.#isDraining) response.headers.set("connection", "close");
        return response;
      } finally {
        this.#underWay--;
      }
    };
  }

  /**
   * Waits until no request is running and none has arrived for a moment.
   *
   * @param least minimum time to wait, and `most` the maximum, in ms.
   */
  async drain(least: number, most: number): Promise<void> {
    this.#isDraining = true;
    const began = performance.now();
    let count = this.#count;
    // Counts polls instead of time: each poll admits requests that have arrived, even when the process is busy.
    for (
      let idlePolls = 0;
      idlePolls * POLL_MS < IDLE_MS || performance.now() - began < least;
      idlePolls++
    ) {
      if (performance.now() - began > most) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (this.#underWay > 0 || this.#count > count) idlePolls = 0;
      count = this.#count;
    }
  }
}
