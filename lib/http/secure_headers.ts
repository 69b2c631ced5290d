import type { Middleware } from "fresh";
import type { State } from "../state.ts";

const HEADERS: readonly [string, string][] = [
  ["x-content-type-options", "nosniff"],
  // A link may hold a token: no address of ours is told to anybody, not even to ourselves.
  ["referrer-policy", "no-referrer"],
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
export function secureHeaders(publicUrl: string | null): Middleware<State> {
  const headers = publicUrl?.startsWith("https:")
    ? [...HEADERS, ["strict-transport-security", "max-age=31536000"] as const]
    : HEADERS;
  return async (ctx) => {
    const answer = await ctx.next();
    for (const [name, value] of headers) answer.headers.set(name, value);
    return answer;
  };
}
