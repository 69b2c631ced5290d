import { App, type Context, HttpError } from "fresh";
import type { State } from "../state.ts";
import { isApi } from "./api.ts";

/** Methods the router knows. Raw HTTP requests can have others, such as TRACE, CONNECT and invented ones. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Methods of pages. */
const PAGE_METHODS = "GET, HEAD, POST";

/** Marks a request that the router cannot handle. */
class UnroutableRequest extends Request {
  constructor({ method, url, headers }: Request, readonly status: 400 | 405) {
    const start = `://${headers.get("host") ?? ""}`;
    const target = url.includes(start) ? url.slice(url.indexOf(start) + start.length) : url;
    const path = /^(?:\w+:\/\/[^/]*)?([^?#]*)/.exec(target)?.[1] ?? "/";
    const sound = new URL("http://localhost");
    sound.pathname = path.replaceAll("%", "%25");
    super(sound, { method: method === "HEAD" ? "HEAD" : "GET", headers });
  }
}

/** Characters that a Host header must not contain, because they would change the meaning of a URL built from it. */
const NO_HOST = /[/\\?#@%\s]/;

/** Escaped control characters: our paths never contain any, and redirects and cookies cannot carry them. */
const ESCAPED_CONTROL = /%(?:[01][0-9a-f]|7f)/i;

/** Matches a URL without escapes. Most URLs have none and need no further parsing. */
const UNESCAPED = /^[!-$&-~]*$/;

function hasSoundAddress({ url, headers }: Request): boolean {
  if (!URL.canParse(url) || NO_HOST.test(headers.get("host") ?? "")) return false;
  return UNESCAPED.test(url) || hasSoundEscapes(new URL(url).pathname);
}

function hasSoundEscapes(pathname: string): boolean {
  try {
    decodeURI(pathname);
    return !ESCAPED_CONTROL.test(pathname);
  } catch {
    return false;
  }
}

/**
 * An app that handles requests on which the router would throw before any middleware runs: those with malformed
 * escapes or unknown methods. They pass through the middleware up to {@linkcode refuseUnroutable}.
 */
export class GuardedApp extends App<State> {
  override handler(): ReturnType<App<State>["handler"]> {
    const answer = super.handler();
    return async (request, info) => {
      if (!hasSoundAddress(request)) return answer(new UnroutableRequest(request, 400), info);
      if (METHODS.includes(request.method)) return answer(request, info);
      let allow: string | null = PAGE_METHODS;
      if (isApi(new URL(request.url))) {
        // Only the route knows its methods, or that there is none.
        const headers = new Headers(request.headers);
        headers.delete("access-control-request-method");
        const known = await answer(new Request(request.url, { method: "OPTIONS", headers }), info);
        allow = known.headers.get("allow");
        if (allow === null) return known;
      }
      const refusal = await answer(new UnroutableRequest(request, 405), info);
      refusal.headers.set("allow", allow);
      return refusal;
    };
  }
}

/** Middleware that refuses the requests marked by {@linkcode GuardedApp} with the usual error response. */
export function refuseUnroutable(ctx: Context<State>): Promise<Response> {
  if (ctx.req instanceof UnroutableRequest) throw new HttpError(ctx.req.status);
  return ctx.next();
}
