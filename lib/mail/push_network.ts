import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { BlockList, isIPv6 } from "node:net";

/** How to connect to push services; tests pass their own. */
export interface PushNetwork {
  /** Resolves a host name to its addresses. */
  resolve(host: string): Promise<readonly string[]>;
  /** True if the service may connect to an address. */
  isAllowed(address: string): boolean;
  port: number;
  /** How long an attempt may take, in ms; 20 s by default. */
  timeout?: number;
  /** Certificates to trust instead of the system's, in PEM. */
  ca?: string;
}

/** The host has no address, or one that is not public. No connection was made. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
}

/** Addresses outside the public Internet (the registries of special-purpose addresses, RFC 6890). */
const INNER = new BlockList();
const INNER_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;
for (const [network, prefix] of INNER_V4) INNER.addSubnet(network, prefix, "ipv4");
/** Addresses that embed IPv4 addresses or serve special protocols, and those for documentation. */
const INNER_V6 = [["2001::", 23], ["2001:db8::", 32], ["2002::", 16], ["3fff::", 20]] as const;
for (const [network, prefix] of INNER_V6) INNER.addSubnet(network, prefix, "ipv6");
/** Global unicast addresses of IPv6. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet("2000::", 3, "ipv6");

/** True for an address of the public Internet. */
export function isPublic(address: string): boolean {
  if (!isIPv6(address)) return !INNER.check(address, "ipv4");
  return GLOBAL.check(address, "ipv6") && !INNER.check(address, "ipv6");
}

export const INTERNET: PushNetwork = {
  async resolve(host) {
    return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
  },
  isAllowed: isPublic,
  port: 443,
};

/** The response of a push service; its body is not read. */
interface PushAnswer {
  status: number;
  /** The unparsed `Retry-After` header; null if absent. */
  retryAfter: string | null;
}

/**
 * Sends a POST request to a host over a connection to an address that was checked before, so that a second DNS look-up
 * cannot lead elsewhere. Does not follow redirects.
 *
 * @throws {AddressRefused} if the host has no address, or any address that is not allowed.
 */
export async function postPinned(
  network: PushNetwork,
  url: URL,
  headers: Readonly<Record<string, string | number>>,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<PushAnswer> {
  const addresses = await abortable(network.resolve(url.hostname), signal);
  const [first] = addresses;
  if (first === undefined || !addresses.every((address) => network.isAllowed(address))) {
    throw new AddressRefused("The host of a push service has an address that may not be reached");
  }
  let failure: unknown;
  for (const address of addresses) {
    try {
      return await post(network, address, url, headers, body, signal);
    } catch (error) {
      failure = error;
      if (!isUnconnected(error)) break;
    }
  }
  throw failure;
}

function post(
  { port, ca }: PushNetwork,
  address: string,
  { hostname, pathname, search }: URL,
  headers: Readonly<Record<string, string | number>>,
  body: Uint8Array,
  signal: AbortSignal,
): Promise<PushAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request({
      method: "POST",
      host: address,
      port,
      path: pathname + search,
      servername: hostname,
      headers: { ...headers, Host: hostname },
      agent: false,
      signal,
      ...ca && { ca },
    }, (answer) => {
      const { statusCode = 0, headers } = answer;
      answer.destroy();
      resolve({ status: statusCode, retryAfter: headers["retry-after"] ?? null });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** True if no connection was made, so that another address may be tried. */
function isUnconnected(error: unknown): boolean {
  return error instanceof Error && "code" in error &&
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(String(error.code));
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason));
  return Promise.race([work, promise]);
}
