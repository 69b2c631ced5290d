import { LatestMap } from "../../game/latest_map.ts";
import { logError } from "../../monitoring/log.ts";
import type { Count, LimitStore } from "../../store/store.ts";
import { networksOf } from "./client_limits.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Failed look-ups allowed per client and day (UTC); at this rate, trying all six-digit codes takes 900 days. The
 * client's networks are allowed the multiples that `networksOf` returns.
 */
const OF_ONE = 1_000;

/**
 * The reduced budget of each client once all clients together have `all` failures in a day, largest first. Many
 * addresses are then probably enumerating codes. A few typing errors are still possible, and a valid token always
 * passes.
 */
const WHERE_ALL_HAVE = [
  { all: 100_000, ofOne: 20 },
  { all: 20_000, ofOne: 100 },
];

/** Minimum interval between writes of the counts to the store, in ms. */
const SHARED_EVERY = 1_000;
/** Maximum number of remembered clients and networks; others are read from the store again. */
const REMEMBERED = 100_000;

/** Today's failures of one client or network, or of all clients. */
interface Spent {
  /** The store's count, including this instance's share. */
  shared: number;
  /** Not written to the store yet. */
  fresh: number;
}

/**
 * Counts failed look-ups per day, for each client and its networks, over all instances. The counts are in memory and
 * are written to the store in at most one statement per second, which returns the totals of all instances. The store
 * holds hashes keyed by secret and day, so it reveals no address and does not link two days.
 */
export class DayBudget {
  readonly #spent = new LatestMap<string, Spent>(REMEMBERED);
  #all: Spent = { shared: 0, fresh: 0 };
  #day = 0;
  #sharedAt = -Infinity;
  #sharing: Promise<void> | undefined;

  /** @param keyOf the hash of a client or network for a day */
  constructor(
    private readonly store: Pick<LimitStore, "addCounts">,
    private readonly keyOf: (client: string, day: number) => string,
  ) {}

  /** Counts a failed look-up. @param now ms since the epoch */
  fail(client: string, now: number): void {
    this.#turn(now);
    for (const { key } of networksOf(client)) this.#of(key).fresh++;
    this.#all.fresh++;
    // The absolute difference, because the clock may be set back.
    if (Math.abs(now - this.#sharedAt) >= SHARED_EVERY) {
      this.#sharing ??= this.#share(now).finally(() => this.#sharing = undefined);
    }
  }

  /** Seconds until this client may look up again; 0 if it may now. @param now ms since the epoch */
  wait(client: string, now: number): number {
    this.#turn(now);
    const hasLeft = networksOf(client).every(({ key, clients }) => {
      const spent = this.#spent.get(key);
      return !spent || total(spent) < this.#budget() * clients;
    });
    if (hasLeft) return 0;
    return Math.ceil(((this.#day + 1) * DAY - now) / 1000);
  }

  /** Waits until running writes to the store are done. */
  async settled(): Promise<void> {
    await this.#sharing;
  }

  #budget(): number {
    const all = total(this.#all);
    return WHERE_ALL_HAVE.find((stage) => all >= stage.all)?.ofOne ?? OF_ONE;
  }

  #of(key: string): Spent {
    const spent = this.#spent.get(key) ?? { shared: 0, fresh: 0 };
    this.#spent.set(key, spent);
    return spent;
  }

  #turn(now: number): void {
    const day = Math.floor(now / DAY);
    if (day === this.#day) return;
    this.#day = day;
    this.#spent.clear();
    this.#all = { shared: 0, fresh: 0 };
  }

  async #share(now: number): Promise<void> {
    this.#sharedAt = now;
    const day = this.#day;
    const parts = [
      { key: "", spent: this.#all },
      ...this.#spent.entries().filter(([, { fresh }]) => fresh > 0)
        .map(([network, spent]) => ({ key: this.keyOf(network, day), spent })),
    ];
    const counts = parts.map(({ key, spent }): Count => {
      const add = spent.fresh;
      spent.shared += add;
      spent.fresh = 0;
      return { kind: "lookups", key, hour: day * 24, add };
    });
    try {
      const totals = await this.store.addCounts(counts);
      for (const [index, { spent }] of parts.entries()) {
        spent.shared = Math.max(spent.shared, totals[index] ?? 0);
      }
    } catch (error) {
      // Each instance continues with its own counts.
      logError("failed look-ups not shared", error);
    }
  }
}

function total({ shared, fresh }: Spent): number {
  return shared + fresh;
}
