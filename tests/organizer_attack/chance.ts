import { cryptoRandom, type Random } from "@/lib/draw/random.ts";
import { seededRandom } from "@/lib/draw/draw_testing.ts";

const WORD = 2 ** 32;

/**
 * Makes this process repeatable: the platform's random source runs from a seed and the clock stands still, so that
 * the same requests come to the same draws, ids and times.
 */
export class Chance implements Disposable {
  readonly #realDate = Date;
  readonly #realSource = crypto.getRandomValues;
  readonly #realId = crypto.randomUUID;
  #now = Date.parse("2026-12-01T09:00:00Z");
  #words: Random = seededRandom(0);
  #ids: Random = seededRandom(0);
  #refills = 0;

  constructor() {
    const now = () => this.#now;
    globalThis.Date = new Proxy(this.#realDate, {
      construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
      get: (target, name) => name === "now" ? now : Reflect.get(target, name),
    });
    crypto.getRandomValues = (array) => {
      if (array instanceof Uint32Array) {
        this.#refills++;
        for (let i = 0; i < array.length; i++) array[i] = this.#words.below(WORD);
      } else if (array instanceof Uint8Array) {
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

  /** Starts the draws from a seed: those words that the service has fetched ahead are used up. */
  seedDraws(seed: number): void {
    this.#words = seededRandom(seed);
    for (const before = this.#refills; this.#refills === before;) cryptoRandom.below(WORD);
  }

  /** Starts the ids from a seed, so that whoever joins has the same one in all worlds. */
  seedIds(seed: number): void {
    this.#ids = seededRandom(seed);
  }

  /** Sets the clock, in ms since the epoch. */
  setClock(now: number): void {
    this.#now = now;
  }

  [Symbol.dispose](): void {
    globalThis.Date = this.#realDate;
    crypto.getRandomValues = this.#realSource;
    crypto.randomUUID = this.#realId;
  }
}
