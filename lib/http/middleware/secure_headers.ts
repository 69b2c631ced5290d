import type { Context } from "fresh";
import type { Services } from "../../services.ts";
import type { State } from "../../state.ts";

type Header = readonly [name: string, value: string];

const EVERYWHERE: readonly Header[] = [
  ["x-content-type-options", "nosniff"],
  // A link may hold a token: other sites are told no address of ours. (no-referrer would keep it from
  // ourselves, too, and with it the Origin of forms, by which older browsers show where they come from.)
  ["referrer-policy", "same-origin"],
];

/** What only a document heeds: on each script, style and picture it would be bytes for nothing. */
const ON_DOCUMENTS: readonly Header[] = [
  ["x-frame-options", "DENY"],
  ["cross-origin-opener-policy", "same-origin"],
  ["permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"],
];

/** What a page may load and talk to: this origin, by script and style that carry the render's nonce. */
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

/** Middleware: the headers that every answer carries, error pages included. */
export async function secureHeaders(ctx: Context<State>): Promise<Response> {
  const answer = await ctx.next();
  const isDocument = answer.headers.get("content-type")?.startsWith("text/html") === true;
  const headers = isDocument ? [...EVERYWHERE, ...ON_DOCUMENTS] : EVERYWHERE;
  for (const [name, value] of headers) answer.headers.set(name, value);
  // No service yet where the database could not be opened.
  const services: Services | undefined = ctx.state.services;
  if (services?.settings.publicUrl?.startsWith("https:")) {
    answer.headers.set("strict-transport-security", "max-age=31536000");
  }
  return answer;
}
