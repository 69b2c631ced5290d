import { type Context, createDefine } from "fresh";
import type { Game } from "./game/types.ts";
import type { Reader } from "./i18n/reader.ts";
import type { Services } from "./services.ts";

/** The request context that handlers get. */
export type Ctx = Context<State>;

/** State that the middlewares of main.ts set for every route. */
export interface State {
  /** Missing for health checks if the database could not be opened. */
  services: Services;
  /** The origin that the client used. */
  origin: string;
  /** Identifies the client for rate limits. */
  client: string;
  /**
   * Charges a request's cost to the client before the work is done. If a request has several costs, the highest one
   * counts.
   *
   * @param price see `requestCost`.
   * @throws {GameError} 429 if the budget is used up.
   */
  chargeCost(price: number): void;
  /**
   * Charges a participant, who is never refused because of others behind the same address.
   *
   * @param participant key for rate limits.
   * @param shared charged to the address, as far as its budget allows.
   * @throws {GameError} 429 if the participant's budget is used up.
   */
  chargeOwnCost(participant: string, price: number, shared: number): void;
  /**
   * Waits for a place among the heavy requests, unless this request already has one. @throws {GameError} 503 if the
   * queue is too long.
   */
  takePlace(): Promise<void>;
  /** Failed look-ups of this client: a wrong code, id or token. */
  lookups: {
    /** Arrival time of this request, as `performance.now()`. */
    askedAt: number;
    /** Counts a failed look-up. */
    fail(): void;
    /** Seconds until the client may look up again without a valid token; 0 if it may now. */
    wait(): number;
  };
  /** The game that the page shows, once it is read. */
  game?: Game;
  /** The participant whose page is shown (`readerName`; "" for no one); other tabs may switch to someone else. */
  shownTo?: { code: string; id: string };
  /** True if the page is shown without the site's header and footer. */
  isBare?: boolean;
  /** The reader of a page; pages get it with `readerOf`. */
  reader?: Reader;
}

export const define = createDefine<State>();
