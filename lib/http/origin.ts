import type { Settings } from "../settings.ts";

/**
 * Under which origin an asker has reached the service: PUBLIC_URL where it is set; else what the outermost
 * of our own proxies was asked for; else the request's own. What stands further left in a forwarding
 * header anybody can write, so as many values from the right count as there are proxies of ours.
 */
export function originOf(
  { url, headers }: Pick<Request, "url" | "headers">,
  { publicUrl, trustProxy }: Pick<Settings, "publicUrl" | "trustProxy">,
): string {
  if (publicUrl) return publicUrl;
  const { protocol, host } = new URL(url);
  const forwarded = (name: string) =>
    trustProxy > 0 ? headers.get(name)?.split(",").at(-trustProxy)?.trim() : undefined;
  const proto = forwarded("x-forwarded-proto")?.toLowerCase();
  const scheme = proto === "http" || proto === "https" ? proto : protocol.slice(0, -1);
  const origin = `${scheme}://${forwarded("x-forwarded-host") || host}`;
  return URL.canParse(origin) ? new URL(origin).origin : `${scheme}://${host}`;
}
