/** A server without a request for this long counts as idle, in ms. */
const IDLE_MS = 200;
/** Interval between polls, in ms. */
const POLL_MS = 20;

type Handler = (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>;

/**
 * Lets a server end without a reset for anyone. One that stops to listen cuts off who has connected and was
 * not read yet, however long ago they have sent: under load many. So it goes on for a moment, asks its
 * clients to end their connections, and stops once nobody is left.
 */
export class GracefulShutdown {
  #underWay = 0;
  #count = 0;
  #isDraining = false;

  /** Counts what comes, and while draining has each answer end its connection. */
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
   * Waits until nothing is under way and nothing new has come for a moment.
   *
   * @param least how long at least, and `most` at most, in ms.
   */
  async drain(least: number, most: number): Promise<void> {
    this.#isDraining = true;
    const began = performance.now();
    let count = this.#count;
    // Counts polls, not time: each poll lets in what has arrived, even when the process is busy.
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
