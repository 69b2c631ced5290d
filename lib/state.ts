import { createDefine } from "fresh";
import type { Reader } from "./i18n/reader.ts";
import type { Services } from "./services.ts";

/** What the middlewares of main.ts give to every route. */
export interface State {
  services: Services;
  /** Under which origin the asker has reached the service. */
  origin: string;
  /** Who is asking, as a key for limits. */
  client: string;
  /**
   * Takes the price of what is asked for out of what the client may ask in a minute: before the work is done. Of
   * several prices for one request the highest counts.
   *
   * @param price as `priceOf` says.
   * @throws {GameError} 429 where nothing is left of it.
   */
  chargeCost(price: number): void;
  /**
   * The same out of what one participant may ask in a minute, who is never refused for what others do behind the same
   * address.
   *
   * @param participant a key for limits.
   * @param shared what the address pays, as far as it can.
   */
  chargeOwnCost(participant: string, price: number, shared: number): void;
  /**
   * Waits for a place among the heavy requests, unless this one has it. @throws {GameError} 503 where the line is
   * too long.
   */
  takePlace(): Promise<void>;
  /** Those of this client that failed: a code, an id or a token that was guessed wrong. */
  lookups: {
    /** When this request came, on the clock of `performance.now()`. */
    askedAt: number;
    /** Counts one. */
    fail(): void;
    /** Seconds until the client may look up again without a valid token, 0 where it may. */
    wait(): number;
  };
  /** Whether a page stands alone, without the site's head and foot. */
  isBare?: boolean;
  /** For whom a page is written; pages get it by `readerOf`. */
  reader?: Reader;
}

export const define = createDefine<State>();
