import { type Context, internalsOf } from "./context.ts";
import { HttpError } from "./error.ts";
import type { Middleware } from "./handlers.ts";

interface CsrfOptions<State> {
  /** Returns true if an origin may send state-changing requests. */
  origin: (origin: string, ctx: Context<State>) => boolean;
}

/**
 * Refuses state-changing requests from pages of other origins, with status 403.
 * @example `app.use(csrf({ origin: (origin, { url }) => origin === url.origin }))`
 */
export function csrf<State>({ origin: isAllowed }: CsrfOptions<State>): Middleware<State> {
  return (ctx) => {
    const { method, headers } = ctx.req;
    if (method === "GET" || method === "HEAD" || method === "OPTIONS") return ctx.next();
    const site = headers.get("sec-fetch-site");
    const origin = headers.get("origin");
    if (site === null && origin === null) return ctx.next(); // not a browser
    if (site === "same-origin" || site === "none") return ctx.next();
    if (origin !== null && isAllowed(origin, ctx)) return ctx.next();
    throw new HttpError(403);
  };
}

interface CspOptions {
  /** Directives, which replace default ones with the same name. */
  csp?: string[];
  /** Allows scripts and styles with the page's nonce, instead of all inline ones. */
  useNonce: true;
}

const CSP_DEFAULTS = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "upgrade-insecure-requests",
];

/**
 * Sets a Content-Security-Policy on every response that has none.
 * @example `app.use(csp({ useNonce: true, csp: ["base-uri 'none'"] }))`
 */
export function csp<State>(options: CspOptions): Middleware<State> {
  const directives = new Map<string, string>();
  for (const directive of [...CSP_DEFAULTS, ...options.csp ?? []]) {
    directives.set(directive.trim().split(/\s/, 1)[0] ?? "", directive.trim());
  }
  const policy = [...directives.values()].join("; ");
  const header = "Content-Security-Policy";

  return async (ctx) => {
    const response = await ctx.next();
    const { nonce } = internalsOf(ctx);
    const own = nonce === "" ? policy : policy.replace(
      /(?:default|script|style)-src [^;]*/g,
      (directive) => directive.replaceAll("'unsafe-inline'", `'nonce-${nonce}'`),
    );
    if (!response.headers.has(header)) response.headers.set(header, own);
    return response;
  };
}

interface CorsOptions {
  origin: "*";
  allowMethods: string[];
  allowHeaders: string[];
  exposeHeaders: string[];
  /** How long a browser may cache the preflight response, in seconds. */
  maxAge: number;
}

/** Lets pages of other origins read responses, and answers preflight requests. */
export function cors<State>(options: CorsOptions): Middleware<State> {
  return async (ctx) => {
    const isQuestion = ctx.req.method === "OPTIONS";
    const response = isQuestion ? new Response(null, { status: 204 }) : await ctx.next();
    const { headers } = response;
    headers.set("Access-Control-Allow-Origin", options.origin);
    headers.set("Access-Control-Expose-Headers", options.exposeHeaders.join());
    if (!isQuestion) return response;

    headers.set("Access-Control-Allow-Methods", options.allowMethods.join());
    headers.set("Access-Control-Max-Age", String(options.maxAge));
    headers.set("Access-Control-Allow-Headers", options.allowHeaders.join());
    headers.append("Vary", "Access-Control-Request-Headers");
    return response;
  };
}

/**
 * Redirects a path with a trailing slash to the one without.
 * @example `app.use(trailingSlashes("never"))`
 */
export function trailingSlashes<State>(_mode: "never"): Middleware<State> {
  return (ctx) => {
    const { pathname, search } = ctx.url;
    if (pathname === "/" || !pathname.endsWith("/")) return ctx.next();
    return ctx.redirect(pathname.slice(0, -1) + search);
  };
}
