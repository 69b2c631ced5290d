import { AsyncLocalStorage } from "node:async_hooks";
import { GameError } from "../game/errors.ts";
import { yieldToEventLoop } from "./work_queue.ts";

/** `Retry-After` when the line is full, in seconds. */
const RETRY_AFTER = 10;

/** Limits of requests that work at the same time, and of those that wait. */
interface PlaceLimits {
  places: number;
  /** Maximum number of waiting requests, and maximum wait in ms; others are refused. Absent: no limit. */
  line?: number;
  patience?: number;
}

/** The part of a request that is needed here: its signal, which aborts when the client disconnects. */
type Asked = Pick<Request, "signal">;

/** Gives a place back. Calling it again does nothing. */
type Release = () => void;

/** The place that one request holds or may take. */
export class HeldPlace {
  #release: Release | undefined;

  /** Takes a place, unless the request has one. @throws {GameError} as {@linkcode Places.take}. */
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

/** Runs a request's work with its place, so that {@linkcode leavePlace} finds it. */
export function withPlace<Result>(place: HeldPlace, work: () => Result): Result {
  return held.run(place, work);
}

/** Gives back the current request's place early, before it waits for something outside of this process. */
export function leavePlace(): void {
  held.getStore()?.leave();
}

/**
 * A few places for heavy requests, with a first-in-first-out queue. The work queue slices computation; places limit
 * memory, because a waiting request holds hardly any.
 */
export class Places {
  readonly #line: (() => void)[] = [];
  #taken = 0;

  constructor(private readonly limits: PlaceLimits) {}

  /**
   * Waits for a place, and for a first slice of the work queue.
   *
   * @param asked the request; it leaves the line when its client disconnects.
   * @throws {GameError} 503 if the line is full, the wait was too long or the client has disconnected.
   */
  async take(asked?: Asked): Promise<Release> {
    if (this.#taken < this.limits.places) this.#taken++;
    else await this.#wait(asked?.signal);
    // Several places may become free in the same turn of the event loop: their requests start in separate slices.
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
    const { line = Infinity, patience } = this.limits;
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

/** The error for a request that is refused under overload. */
export function serviceBusy(): GameError {
  return new GameError("SERVICE_BUSY", { retryAfter: RETRY_AFTER });
}
