import { AsyncLocalStorage } from "node:async_hooks";
import { GameError } from "../game/errors.ts";
import { yieldToEventLoop } from "./work_queue.ts";

/** When to try again where the line is too long, in seconds. */
const RETRY_AFTER = 10;

/** How many may be at work, and how many may wait. */
export interface PlaceLimits {
  places: number;
  /** Beyond, and after `patience` in ms, those who wait are refused. Without them nobody is. */
  line?: number;
  patience?: number;
}

/** As much of a request as waiting for its place needs: the signal is aborted where its client is gone. */
type Asked = Pick<Request, "signal">;

/** Gives a place back. Calling it again does nothing. */
export type Release = () => void;

/** The place of one request, once it has one. */
export class HeldPlace {
  #release: Release | undefined;

  /** Takes one of these places, unless the request has one. @throws {GameError} as {@linkcode Places.take}. */
  async take(places: Places, asked?: Asked): Promise<void> {
    this.#release ??= await places.take(asked);
  }

  get isTaken(): boolean {
    return this.#release !== undefined;
  }

  leave(): void {
    this.#release?.();
  }
}

const held = new AsyncLocalStorage<HeldPlace>();

/** Does the work of a request that holds, or may come to hold, this place. */
export function withPlace<Result>(place: HeldPlace, work: () => Result): Result {
  return held.run(place, work);
}

/** Gives the present request's place back early: before it waits for something that is no work of this process. */
export function leavePlace(): void {
  held.getStore()?.leave();
}

/**
 * A few places for heavy requests, and a line of those who wait for one, the longest first. What a request
 * computes is sliced by the work queue; places bound the memory of all that are under way, and those in line
 * hold hardly any.
 */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #line: (() => void)[] = [];
  #taken = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /**
   * Takes a place, and a slice of the work queue to begin with.
   *
   * @param asked leaves the line once its client is gone.
   * @throws {GameError} 503 where the line is full, the wait was too long or the client is gone.
   */
  async take(asked?: Asked): Promise<Release> {
    if (this.#taken < this.#limits.places) this.#taken++;
    else await this.#wait(asked?.signal);
    // Those who were here before have perhaps left in this very turn of the event loop.
    await yieldToEventLoop();
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      const next = this.#line.shift();
      if (next) next();
      else this.#taken--;
    };
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    const { line = Infinity, patience } = this.#limits;
    if (this.#line.length >= line || signal?.aborted) throw serviceBusy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const at = this.#line.indexOf(resolve);
      if (at !== -1) this.#line.splice(at, 1);
      reject(serviceBusy());
    };
    this.#line.push(resolve);
    const timer = patience === undefined ? undefined : setTimeout(leave, patience);
    signal?.addEventListener("abort", leave);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
    }
  }
}

/** What is said where too much is under way. */
export function serviceBusy(): GameError {
  return new GameError("SERVICE_BUSY", { retryAfter: RETRY_AFTER });
}
