import { cryptoRandom, type Random } from "@/lib/draw/random.ts";
import { seededRandom } from "@/tests/support/draws.ts";

/**
 * Makes this process repeatable: draws and ids come from a seed and the clock stands still, so the same requests
 * produce the same draws, ids and times.
 */
export class Chance implements Disposable {
  readonly #realDate = Date;
  readonly #realBelow = cryptoRandom.below;
  readonly #realSource = crypto.getRandomValues;
  readonly #realId = crypto.randomUUID;
  #now = Date.parse("2026-12-01T09:00:00Z");
  #draws: Random = seededRandom(0);
  #ids: Random = seededRandom(0);
  #count = 0;

  constructor() {
    const now = () => this.#now;
    globalThis.Date = new Proxy(this.#realDate, {
      construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
      get: (target, name) => name === "now" ? now : Reflect.get(target, name),
    });
    cryptoRandom.below = (n) => {
      this.#count++;
      return this.#draws.below(n);
    };
    crypto.getRandomValues = (array) => {
      if (array instanceof Uint8Array) {
        for (let i = 0; i < array.length; i++) array[i] = this.#ids.below(256);
      }
      return array;
    };
    crypto.randomUUID = () => {
      const part = () => this.#ids.below(0x10000).toString(16).padStart(4, "0");
      return `${part()}${part()}-${part()}-4${part().slice(1)}-8${
        part().slice(1)
      }-${part()}${part()}${part()}`;
    };
  }

  /** Starts the draws from a seed. */
  seedDraws(seed: number): void {
    this.#draws = seededRandom(seed);
  }

  /** Number of random numbers that draws have taken: unchanged if nothing was random. */
  get taken(): number {
    return this.#count;
  }

  /** Starts the ids from a seed, so that a newcomer has the same id in all worlds. */
  seedIds(seed: number): void {
    this.#ids = seededRandom(seed);
  }

  /** Sets the clock, in ms since the epoch. */
  setClock(now: number): void {
    this.#now = now;
  }

  [Symbol.dispose](): void {
    globalThis.Date = this.#realDate;
    cryptoRandom.below = this.#realBelow;
    crypto.getRandomValues = this.#realSource;
    crypto.randomUUID = this.#realId;
  }
}
