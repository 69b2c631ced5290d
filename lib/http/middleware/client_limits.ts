/** Failed look-ups (unknown code, wrong token) that one client may have in a minute. */
const FAILURES = 240;
/** The first lock-out, in ms; each further one of the same client is twice as long. */
const FIRST_LOCKOUT = 60_000;
/** The longest lock-out, in ms. */
const LONGEST_LOCKOUT = 24 * 3_600_000;
/** How long a client must be without a lock-out until the next starts small again, in ms. */
const FORGIVEN_AFTER = 24 * 3_600_000;
const MINUTE = 60_000;
/** Clients remembered at most; beyond, the ones longest unheard of are forgotten. */
const REMEMBERED = 100_000;

interface Client {
  windowStart: number;
  requests: number;
  failures: number;
  lockouts: number;
  lockedUntil: number;
}

/**
 * How much one client may ask of this instance: requests a minute, of which large ones count as several, and
 * failed look-ups a minute with a growing lock-out, so that the six-digit codes cannot be walked through (by
 * day, `DayBudget`). Kept in memory: each instance counts for itself. Our own, since rate-limiter-flexible has
 * no bound on the clients that it remembers, a timer for each of them, and no lock-out that grows.
 */
export class ClientLimits {
  readonly #clients = new Map<string, Client>();

  /** @param requestsPerMinute null switches all limits off. */
  constructor(readonly requestsPerMinute: number | null) {}

  /**
   * Counts a request.
   *
   * @param now ms on a clock that is never set.
   * @returns seconds to wait where the client has asked too much, 0 where it may go on.
   */
  request(key: string, now: number): number {
    if (this.requestsPerMinute === null) return 0;
    const client = this.#client(key, now);
    client.requests++;
    if (client.requests <= this.requestsPerMinute) return 0;
    return this.#secondsLeft(client, now);
  }

  /**
   * Takes the rest of a request's price, of which `request` has taken 1, once it is known. As long as anything
   * is left, it may be more: what costs more than a minute has can still be asked for once in it.
   *
   * @param price as `requestCost` says.
   * @param paid what of it was taken before: who has paid for their body is not refused for what is in it.
   * @returns seconds to wait where nothing was left, and nothing was taken; 0 where it may go on.
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

  #secondsLeft({ windowStart }: Client, now: number): number {
    return Math.max(1, Math.ceil((windowStart + MINUTE - now) / 1000));
  }

  /** Seconds until this client may look up again, 0 where it may. */
  wait(key: string, now: number): number {
    const { lockedUntil = 0 } = this.#clients.get(key) ?? {};
    return Math.max(0, Math.ceil((lockedUntil - now) / 1000));
  }

  /** Counts a look-up that failed, and locks the client out of them where there were too many. */
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
      client = { windowStart: now, requests: 0, failures: 0, lockouts: 0, lockedUntil: 0 };
      this.#remember(key, client);
    } else if (now - client.windowStart >= MINUTE) {
      if (now - client.lockedUntil >= FORGIVEN_AFTER) client.lockouts = 0;
      Object.assign(client, { windowStart: now, requests: 0, failures: 0 });
      this.#remember(key, client);
    }
    return client;
  }

  /** A map keeps the order of insertion: the first key is the one longest unheard of. */
  #remember(key: string, client: Client): void {
    this.#clients.delete(key);
    this.#clients.set(key, client);
    if (this.#clients.size <= REMEMBERED) return;
    const [oldest] = this.#clients.keys();
    if (oldest !== undefined) this.#clients.delete(oldest);
  }
}

/**
 * Who is asking, as a key for limits: the peer's address, or behind our own proxies the address that
 * the outermost of them saw. What stands further left in X-Forwarded-For anyone can write. Of an IPv6
 * address the first 64 bits count, since one customer has them all.
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
  const address = withoutPort(seen || peer || "unknown");
  return address.includes(":") && !address.includes(".") ? network64(address) : address;
}

/** Some proxies name the port too, which is another for each connection: `192.0.2.1:443`, `[2001:db8::1]:443`. */
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

/** A network that a client is in, and how many clients' budget all in it have together. */
export interface Network {
  key: string;
  clients: number;
}

/**
 * The networks that a client is in, itself first. One customer may have not only 64 bits of IPv6 but a /56, as
 * households do, or a /48, as sites do (RFC 6177), with 65,536 of those; but a phone is one of thousands in a
 * /48, so the wider networks have more.
 *
 * @param client as `clientKey` says
 */
export function networksOf(client: string): Network[] {
  const [a, b, c, d] = client.split(":");
  const itself = { key: client, clients: 1 };
  // An IPv4 address within an IPv6 one is one client, wherever it stands.
  if (d === undefined || client.includes(".")) return [itself];
  const home = (Number.parseInt(d, 16) >> 8).toString(16);
  return [
    itself,
    { key: `${a}:${b}:${c}:${home}/56`, clients: 2 },
    { key: `${a}:${b}:${c}/48`, clients: 5 },
  ];
}
