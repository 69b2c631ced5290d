import { logError } from "../../monitoring/log.ts";
import type { Count, LimitStore } from "../../store/store.ts";
import { networksOf } from "./client_limits.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Failed look-ups of one client in a day (UTC): at that rate the codes of six digits take 900 days. The
 * networks around it have as much more as `networksOf` says.
 */
const OF_ONE = 1_000;

/**
 * What is left to each where all clients together have that many in the day, the most first: many
 * addresses are walking then. Who mistypes a code still gets there, and a valid token passes anyway.
 */
const WHERE_ALL_HAVE = [
  { all: 100_000, ofOne: 20 },
  { all: 20_000, ofOne: 100 },
];

/** How often what was counted is told to the other instances at most, in ms. */
const SHARED_EVERY = 1_000;
/** Clients and networks remembered at most; beyond, those longest unheard of are asked for in the store again. */
const REMEMBERED = 100_000;

/** What one client, or all, have had today. */
interface Spent {
  /** As the store knew it, with our own part. */
  shared: number;
  /** What the store was not told yet. */
  fresh: number;
}

/**
 * Failed look-ups by day, of each client and each network that it is in, over all instances: counted in
 * memory, and written behind in one statement a second for all, whose answer is what the other instances
 * have counted. The store holds hashes that a key and the day are in, so that it tells no address, and not
 * that two days had the same.
 */
export class DayBudget {
  readonly #store: Pick<LimitStore, "addCounts">;
  readonly #keyOf: (client: string, day: number) => string;
  readonly #spent = new Map<string, Spent>();
  #all: Spent = { shared: 0, fresh: 0 };
  #day = 0;
  #sharedAt = -Infinity;
  #sharing: Promise<void> | undefined;

  /** @param keyOf the hash of a client or network for a day */
  constructor(
    store: Pick<LimitStore, "addCounts">,
    keyOf: (client: string, day: number) => string,
  ) {
    this.#store = store;
    this.#keyOf = keyOf;
  }

  /** Counts a look-up that failed. @param now ms since the epoch */
  fail(client: string, now: number): void {
    this.#turn(now);
    for (const { key } of networksOf(client)) this.#of(key).fresh++;
    this.#all.fresh++;
    // Either way: the clock may be set back.
    if (Math.abs(now - this.#sharedAt) >= SHARED_EVERY) {
      this.#sharing ??= this.#share(now).finally(() => this.#sharing = undefined);
    }
  }

  /** Seconds until this client may look up again, 0 where it may. @param now ms since the epoch */
  wait(client: string, now: number): number {
    this.#turn(now);
    const hasLeft = networksOf(client).every(({ key, clients }) => {
      const spent = this.#spent.get(key);
      return !spent || total(spent) < this.#budget() * clients;
    });
    if (hasLeft) return 0;
    return Math.ceil(((this.#day + 1) * DAY - now) / 1000);
  }

  /** Waits until what was being told is told. */
  async settled(): Promise<void> {
    await this.#sharing;
  }

  #budget(): number {
    const all = total(this.#all);
    return WHERE_ALL_HAVE.find((stage) => all >= stage.all)?.ofOne ?? OF_ONE;
  }

  #of(key: string): Spent {
    const spent = this.#spent.get(key) ?? { shared: 0, fresh: 0 };
    // A map keeps the order of insertion: the first key is the one longest unheard of.
    this.#spent.delete(key);
    this.#spent.set(key, spent);
    const [oldest] = this.#spent.keys();
    if (this.#spent.size > REMEMBERED && oldest !== undefined) this.#spent.delete(oldest);
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
        .map(([network, spent]) => ({ key: this.#keyOf(network, day), spent })),
    ];
    const counts = parts.map(({ key, spent }): Count => {
      const add = spent.fresh;
      spent.shared += add;
      spent.fresh = 0;
      return { kind: "lookups", key, hour: day * 24, add };
    });
    try {
      const totals = await this.#store.addCounts(counts);
      for (const [index, { spent }] of parts.entries()) {
        spent.shared = Math.max(spent.shared, totals[index] ?? 0);
      }
    } catch (error) {
      // Each instance goes on with what it has counted itself.
      logError("failed look-ups not shared", error);
    }
  }
}

function total({ shared, fresh }: Spent): number {
  return shared + fresh;
}
