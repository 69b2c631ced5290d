import type { Settings } from "../settings.ts";

/** A host name or address, with or without a port. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns the origin that the client used: PUBLIC_URL if set, otherwise the origin that the outermost of our own
 * proxies saw, otherwise the request's own. Values further left in a forwarding header can be forged, so only the last
 * `trustProxy` values count. There may be fewer, because many proxies overwrite these headers.
 */
export function originOf(
  { url, headers }: { url: URL; headers: Headers },
  { publicUrl, trustProxy }: Pick<Settings, "publicUrl" | "trustProxy">,
): string {
  if (publicUrl) return publicUrl;
  if (trustProxy === 0) return url.origin;
  const { protocol, host } = url;
  const forwarded = (name: string) => {
    const [outermost = ""] = (headers.get(name) ?? "").split(",").slice(-trustProxy);
    return outermost.trim();
  };
  const proto = forwarded("x-forwarded-proto").toLowerCase();
  const scheme = proto === "http" || proto === "https" ? proto : protocol.slice(0, -1);
  const asked = forwarded("x-forwarded-host");
  const origin = `${scheme}://${HOST.test(asked) ? asked : host}`;
  return URL.canParse(origin) ? new URL(origin).origin : `${scheme}://${host}`;
}

/**
 * Returns a startup warning if PUBLIC_URL is https and TRUST_PROXY is 0, because there must be a proxy then and all
 * clients would share one rate limit. null if there is nothing to warn about.
 */
export function proxyWarning(
  { publicUrl, trustProxy, rateLimit }: Pick<Settings, "publicUrl" | "trustProxy" | "rateLimit">,
): { setting: string; limits: string } | null {
  if (!publicUrl?.startsWith("https:") || trustProxy > 0 || rateLimit === null) return null;
  return {
    setting: "TRUST_PROXY",
    limits: "PUBLIC_URL is https, so a proxy stands in front: without TRUST_PROXY all who come " +
      "through it count as one client",
  };
}

/** The forwarding headers of a request, so that an operator can check TRUST_PROXY. */
export function forwardedIn(headers: Headers) {
  const addresses = headers.get("x-forwarded-for");
  return {
    addresses: addresses ? addresses.split(",").length : 0,
    proto: headers.get("x-forwarded-proto"),
    host: headers.get("x-forwarded-host"),
  };
}
