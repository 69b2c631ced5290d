import type { Settings } from "../settings.ts";

/** A host, by name or address, with or without a port: nothing that a URL would read as something else. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Under which origin an asker has reached the service: PUBLIC_URL where it is set; else what the outermost
 * of our own proxies was asked for; else the request's own. What stands further left in a forwarding
 * header anyone can write, so as many values from the right count as there are proxies of ours; many
 * proxies overwrite these headers rather than add to them, so there may be fewer.
 */
export function originOf(
  { url, headers }: Pick<Request, "url" | "headers">,
  { publicUrl, trustProxy }: Pick<Settings, "publicUrl" | "trustProxy">,
): string {
  if (publicUrl) return publicUrl;
  const { protocol, host, origin: own } = new URL(url);
  if (trustProxy === 0) return own;
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
 * What to tell at the start where people come by https and this process, which speaks http, does not know
 * of the proxy that must stand between: to the limits they all would be one client. null: nothing.
 */
export function proxyWarning(
  { publicUrl, trustProxy, rateLimit }: Pick<
    Settings,
    "publicUrl" | "trustProxy" | "rateLimit"
  >,
): { setting: string; limits: string } | null {
  if (!publicUrl?.startsWith("https:") || trustProxy > 0 || rateLimit === null) return null;
  return {
    setting: "TRUST_PROXY",
    limits: "PUBLIC_URL is https, so a proxy stands in front: without TRUST_PROXY all who come " +
      "through it count as one client",
  };
}

/** What proxies have told of a request, for an operator to see whether TRUST_PROXY fits. */
export function forwardedIn(headers: Headers) {
  const addresses = headers.get("x-forwarded-for");
  return {
    addresses: addresses ? addresses.split(",").length : 0,
    proto: headers.get("x-forwarded-proto"),
    host: headers.get("x-forwarded-host"),
  };
}
