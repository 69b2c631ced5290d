import { App, type Context, HttpError } from "fresh";
import type { State } from "../state.ts";

/** Methods the router knows. Raw HTTP can bring others: TRACE, CONNECT, invented ones. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

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

/** Characters that would make a Host header more than a host when it is put into a URL. */
const NO_HOST = /[/\\?#@%\s]/;

/** No path of ours has a control character, and redirects and cookies cannot carry any. */
const ESCAPED_CONTROL = /%(?:[01][0-9a-f]|7f)/i;

/** What an address without any escape consists of: most have none, and need not be taken apart. */
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
 * An app whose router never sees a request it would throw on before any middleware has run: malformed escapes
 * and unknown methods. Such requests pass through the middleware up to {@linkcode refuseUnroutable}.
 */
export class GuardedApp extends App<State> {
  override handler(): ReturnType<App<State>["handler"]> {
    const answer = super.handler();
    return async (request, info) => {
      if (!hasSoundAddress(request)) return answer(new UnroutableRequest(request, 400), info);
      if (METHODS.includes(request.method)) return answer(request, info);
      const refusal = await answer(new UnroutableRequest(request, 405), info);
      refusal.headers.set("allow", METHODS.join(", "));
      return refusal;
    };
  }
}

/** Middleware: refuses the requests that {@linkcode GuardedApp} has marked, with the usual error answer. */
export function refuseUnroutable(ctx: Context<State>): Promise<Response> {
  if (ctx.req instanceof UnroutableRequest) throw new HttpError(ctx.req.status);
  return ctx.next();
}
