import { type Context, internalsOf } from "./context.ts";
import { HttpError } from "./error.ts";
import type { Middleware } from "./handlers.ts";

interface CsrfOptions<State> {
  /** The origins that may send changing requests, instead of the request's own. */
  origin?: string | string[] | ((origin: string, ctx: Context<State>) => boolean);
}

/**
 * Refuses, with status 403, changing requests that a page of another origin sends.
 * @example `app.use(csrf({ origin: "https://shop.example" }))`
 */
export function csrf<State>(options: CsrfOptions<State> = {}): Middleware<State> {
  function isAllowed(origin: string | null, ctx: Context<State>): boolean {
    if (origin === null) return false;
    const allowed = options.origin ?? ctx.url.origin;
    return typeof allowed === "function" ? allowed(origin, ctx) : [allowed].flat().includes(origin);
  }

  return (ctx) => {
    const { method, headers } = ctx.req;
    if (method === "GET" || method === "HEAD" || method === "OPTIONS") return ctx.next();
    const site = headers.get("sec-fetch-site");
    const origin = headers.get("origin");
    if (site === null && origin === null) return ctx.next(); // not a browser
    if (site === "same-origin" || site === "none" || isAllowed(origin, ctx)) return ctx.next();
    throw new HttpError(403);
  };
}

interface CspOptions {
  /** Directives, which take the place of the default ones with the same name. */
  csp?: string[];
  /** Has violations reported without preventing them. */
  reportOnly?: boolean;
  /** The address that violations are reported to. */
  reportTo?: string;
  /** Allows scripts and styles by the nonce of the page instead of all that are inline. */
  useNonce?: boolean;
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
 * Sets a Content-Security-Policy on every answer that has none.
 * @example `app.use(csp({ useNonce: true, csp: ["base-uri 'none'"] }))`
 */
export function csp<State>(options: CspOptions = {}): Middleware<State> {
  const { reportOnly = false, reportTo, useNonce = false } = options;
  const directives = new Map<string, string>();
  for (const directive of [...CSP_DEFAULTS, ...options.csp ?? []]) {
    directives.set(directive.trim().split(/\s/, 1)[0] ?? "", directive.trim());
  }
  if (reportTo !== undefined) {
    directives.set("report-to", "report-to csp-endpoint");
    directives.set("report-uri", `report-uri ${reportTo}`);
  }
  const policy = [...directives.values()].join("; ");
  const header = `Content-Security-Policy${reportOnly ? "-Report-Only" : ""}`;

  return async (ctx) => {
    const response = await ctx.next();
    const nonce = useNonce ? internalsOf(ctx).nonce : "";
    const own = nonce === "" ? policy : policy.replace(
      /(?:default|script|style)-src [^;]*/g,
      (directive) => directive.replaceAll("'unsafe-inline'", `'nonce-${nonce}'`),
    );
    if (!response.headers.has(header)) response.headers.set(header, own);
    if (reportTo !== undefined) {
      response.headers.set("Reporting-Endpoints", `csp-endpoint="${reportTo}"`);
    }
    return response;
  };
}

interface CorsOptions<State> {
  /** Who may read answers: `*`, origins, or what tells it for the origin that asks. */
  origin: string | string[] | ((asking: string, ctx: Context<State>) => string | null | undefined);
  allowMethods?: string[];
  /** By default the headers that the browser asks for. */
  allowHeaders?: string[];
  exposeHeaders?: string[];
  /** How long a browser may remember the answer to its question, in seconds. */
  maxAge?: number;
  credentials?: boolean;
}

/**
 * Lets pages of other origins read answers, and answers browsers that ask whether they may.
 * @example `app.use("/api", cors({ origin: "*", maxAge: 86_400 }))`
 */
export function cors<State>(options: CorsOptions<State> = { origin: "*" }): Middleware<State> {
  const { origin, allowHeaders = [], exposeHeaders = [], maxAge, credentials = false } = options;
  const { allowMethods = ["GET", "HEAD", "PUT", "POST", "DELETE", "PATCH"] } = options;
  const exposed = exposeHeaders.join();
  const allowedFor = (ctx: Context<State>) => {
    if (origin === "*") return origin;
    const asking = ctx.req.headers.get("origin") ?? "";
    if (typeof origin === "function") return origin(asking, ctx);
    return [origin].flat().find((one) => one === asking);
  };

  return async (ctx) => {
    const isQuestion = ctx.req.method === "OPTIONS";
    const response = isQuestion ? new Response(null, { status: 204 }) : await ctx.next();
    const { headers } = response;
    const allowed = allowedFor(ctx);
    if (allowed) headers.set("Access-Control-Allow-Origin", allowed);
    if (origin !== "*") headers.append("Vary", "Origin");
    if (credentials) headers.set("Access-Control-Allow-Credentials", "true");
    if (exposed) headers.set("Access-Control-Expose-Headers", exposed);
    if (!isQuestion) return response;

    headers.set("Access-Control-Allow-Methods", allowMethods.join());
    if (maxAge !== undefined) headers.set("Access-Control-Max-Age", String(maxAge));
    const names = allowHeaders.join() || ctx.req.headers.get("access-control-request-headers");
    if (names) {
      headers.set("Access-Control-Allow-Headers", names);
      headers.append("Vary", "Access-Control-Request-Headers");
    }
    return response;
  };
}

/**
 * Redirects so that all paths end with a slash, or none does.
 * @example `app.use(trailingSlashes("never"))`
 */
export function trailingSlashes<State>(mode: "always" | "never"): Middleware<State> {
  return (ctx) => {
    const { pathname, search } = ctx.url;
    if (pathname !== "/" && pathname.endsWith("/") !== (mode === "always")) {
      const path = mode === "always" ? `${pathname}/` : pathname.slice(0, -1);
      return ctx.redirect(path + search);
    }
    return ctx.next();
  };
}
