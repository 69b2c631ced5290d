import type { Context } from "fresh";
import type { Services } from "../../services.ts";
import type { State } from "../../state.ts";

type Header = readonly [name: string, value: string];

const EVERYWHERE: readonly Header[] = [
  ["x-content-type-options", "nosniff"],
  // A URL may hold a token, so other sites get no referrer. (no-referrer would also remove the Origin of our
  // own forms, which older browsers need for the CSRF check.)
  ["referrer-policy", "same-origin"],
];

/** Headers that apply only to documents; on scripts, styles and pictures they would waste bytes. */
const ON_DOCUMENTS: readonly Header[] = [
  ["x-frame-options", "DENY"],
  ["cross-origin-opener-policy", "same-origin"],
  // On pages without https, browsers would otherwise look up the hosts of links that people typed.
  ["x-dns-prefetch-control", "off"],
  ["permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"],
];

/** The Content-Security-Policy of pages: only this origin; inline scripts and styles need the nonce of the render. */
export const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
];

/** Middleware that sets the security headers of every response, including error pages. */
export async function secureHeaders(ctx: Context<State>): Promise<Response> {
  const answer = await ctx.next();
  const isDocument = answer.headers.get("content-type")?.startsWith("text/html") === true;
  const headers = isDocument ? [...EVERYWHERE, ...ON_DOCUMENTS] : EVERYWHERE;
  for (const [name, value] of headers) answer.headers.set(name, value);
  // Missing if the database could not be opened.
  const services: Services | undefined = ctx.state.services;
  if (services?.settings.publicUrl?.startsWith("https:")) {
    answer.headers.set("strict-transport-security", "max-age=31536000");
  }
  return answer;
}
