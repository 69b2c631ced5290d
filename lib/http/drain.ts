/** For how long nothing may have come until a server counts as left alone, in ms. */
const QUIET = 200;
/** How often is looked, in ms. */
const LOOK = 20;

type Handler = (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>;

/**
 * Lets a server end without a reset for anyone. One that stops to listen cuts off who has connected and was
 * not read yet, however long ago they have sent: under load many. So it goes on for a moment, asks its
 * clients to end their connections, and stops once nobody is left.
 */
export class Drain {
  #underWay = 0;
  #count = 0;
  #isDraining = false;

  /** Counts what comes, and while draining has each answer end its connection. */
  watch(answer: Handler): Handler {
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
    // Counted in looks, each of which lets in what has arrived: a clock tells nothing of a busy process.
    for (let looks = 0; looks * LOOK < QUIET || performance.now() - began < least; looks++) {
      if (performance.now() - began > most) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK));
      if (this.#underWay > 0 || this.#count > count) looks = 0;
      count = this.#count;
    }
  }
}
