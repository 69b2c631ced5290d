import { LatestMap } from "../../game/latest_map.ts";

/** Failed look-ups (unknown code, wrong token) allowed per client and minute. */
const FAILURES = 240;
/** First lock-out of a client, in ms; each further one is twice as long. */
const FIRST_LOCKOUT = 60_000;
/** Longest lock-out, in ms. */
const LONGEST_LOCKOUT = 24 * 3_600_000;
/** Time without a lock-out after which the next one is short again, in ms. */
const FORGIVEN_AFTER = 24 * 3_600_000;
const MINUTE = 60_000;
/** Maximum number of remembered clients; the least recently seen are forgotten first. */
const REMEMBERED = 100_000;

type Client = ReturnType<typeof newClient>;

function newClient(windowStart: number) {
  return { windowStart, requests: 0, failures: 0, lockouts: 0, lockedUntil: 0 };
}

/**
 * Rate limits per client, counted in memory for this instance: cost per minute, and failed look-ups per minute with a
 * growing lock-out, so that the six-digit codes cannot be enumerated (`DayBudget` limits look-ups per day). Does not
 * use rate-limiter-flexible, which remembers any number of clients, sets a timer for each, and has no growing lock-out.
 */
export class ClientLimits {
  readonly #clients = new LatestMap<string, Client>(REMEMBERED);

  /** @param requestsPerMinute null switches all limits off. */
  constructor(readonly requestsPerMinute: number | null) {}

  /**
   * Counts a request.
   *
   * @param now ms on a monotonic clock.
   * @returns seconds to wait if the budget is used up, otherwise 0.
   */
  request(key: string, now: number): number {
    if (this.requestsPerMinute === null) return 0;
    const client = this.#client(key, now);
    client.requests++;
    if (client.requests <= this.requestsPerMinute) return 0;
    return this.#secondsLeft(client, now);
  }

  /**
   * Charges the rest of a request's cost once it is known; `request` has charged 1. The budget may become negative, so
   * that a request that costs more than a minute's budget is possible once a minute.
   *
   * @param price see `requestCost`.
   * @param paid the part that was charged before.
   * @returns seconds to wait if the budget was used up (then nothing is charged), otherwise 0.
   */
  spend(key: string, price: number, now: number, paid = 1): number {
    if (this.requestsPerMinute === null) return 0;
    const client = this.#client(key, now);
    if (paid <= 1 && client.requests > this.requestsPerMinute) {
      return this.#secondsLeft(client, now);
    }
    client.requests += price - paid;
    return 0;
  }

  /** True if a client exceeds twice its budget, so that no person is likely to read the responses. */
  isFlooding(key: string): boolean {
    const { requests = 0 } = this.#clients.get(key) ?? {};
    return this.requestsPerMinute !== null && requests > 2 * this.requestsPerMinute;
  }

  #secondsLeft({ windowStart }: Client, now: number): number {
    return Math.max(1, Math.ceil((windowStart + MINUTE - now) / 1000));
  }

  /** Seconds until this client may look up again; 0 if it may now. */
  wait(key: string, now: number): number {
    const { lockedUntil = 0 } = this.#clients.get(key) ?? {};
    return Math.max(0, Math.ceil((lockedUntil - now) / 1000));
  }

  /** Counts a failed look-up, and locks the client out after too many. */
  fail(key: string, now: number): void {
    if (this.requestsPerMinute === null) return;
    const client = this.#client(key, now);
    client.failures++;
    if (client.failures <= FAILURES) return;
    client.lockedUntil = now + Math.min(FIRST_LOCKOUT * 2 ** client.lockouts, LONGEST_LOCKOUT);
    client.lockouts++;
    client.failures = 0;
  }

  #client(key: string, now: number): Client {
    let client = this.#clients.get(key);
    if (!client) {
      client = newClient(now);
      this.#clients.set(key, client);
    } else if (now - client.windowStart >= MINUTE) {
      if (now - client.lockedUntil >= FORGIVEN_AFTER) client.lockouts = 0;
      Object.assign(client, { windowStart: now, requests: 0, failures: 0 });
      this.#clients.set(key, client);
    }
    return client;
  }
}

/**
 * Identifies a client for rate limits: by the peer's address, or behind our own proxies by the address that the
 * outermost of them saw, because entries further left in X-Forwarded-For can be forged. Of an IPv6 address only the
 * first 64 bits count, because one customer has the whole /64 network.
 *
 * @param trustProxy number of our own proxies in front.
 */
export function clientKey(
  headers: Headers,
  peer: string | undefined,
  trustProxy: number,
): string {
  const seen = trustProxy > 0
    ? headers.get("x-forwarded-for")?.split(",").at(-trustProxy)?.trim()
    : undefined;
  const address = (seen && withoutPort(seen)) || peer || "unknown";
  return address.includes(":") && !address.includes(".") ? network64(address) : address;
}

/** Removes the port that some proxies add, which differs for each connection: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function withoutPort(address: string): string {
  return address.replace(/^\[([^\]]*)\].*$/, "$1").replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
}

function network64(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const start = head.split(":").filter(Boolean);
  if (tail === undefined) return start.slice(0, 4).join(":");
  const end = tail.split(":").filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill("0");
  return [...start, ...zeros, ...end].slice(0, 4).join(":");
}

/**
 * The networks of a client, itself first. One customer may have a /56 or a /48 of IPv6 (RFC 6177), with up to 65,536
 * /64 networks; but thousands of phones may share a /48. So wider networks have a larger budget: `clients` times that
 * of one client.
 *
 * @param client see `clientKey`
 */
export function networksOf(client: string): { key: string; clients: number }[] {
  const [a, b, c, d] = client.split(":");
  const itself = { key: client, clients: 1 };
  // An IPv4 address embedded in an IPv6 one is a single client.
  if (d === undefined || client.includes(".")) return [itself];
  const home = (Number.parseInt(d, 16) >> 8).toString(16);
  return [
    itself,
    { key: `${a}:${b}:${c}:${home}/56`, clients: 2 },
    { key: `${a}:${b}:${c}/48`, clients: 5 },
  ];
}
