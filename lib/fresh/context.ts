import { type FunctionComponent, h, type JSX } from "preact";
import type { Build } from "./build.ts";
import { Rendering } from "./render.ts";
import type { PageComponent, PageProps } from "./types.ts";

/** Request data of this implementation, hidden from handlers. */
interface Internals<State> {
  readonly build: Build;
  /** The component around every page. */
  readonly app: PageComponent<unknown, State> | null;
  /** The nonce of the last rendered page; empty if none was rendered. */
  nonce: string;
}

/** Returns a request's internals, for other modules of this implementation. */
export let internalsOf: <State>(ctx: Context<State>) => Internals<State>;

/** One request on its way through middleware to its handler. */
export class Context<State> {
  // The only place where the API promises a type that middleware of the app has to fulfil.
  readonly state: State = {} as State;
  error: unknown = null;
  /** Calls the next middleware or the handler. */
  next: () => Promise<Response> = () => Promise.reject(new Error("The request has no handler yet"));

  readonly #internals: Internals<State>;

  static {
    internalsOf = (ctx) => ctx.#internals;
  }

  constructor(
    readonly req: Request,
    readonly url: URL,
    readonly info: Deno.ServeHandlerInfo,
    /** The matching pattern; null without one. */
    readonly route: string | null,
    readonly params: Record<string, string>,
    build: Build,
    app: PageComponent<unknown, State> | null,
  ) {
    this.#internals = { build, app, nonce: "" };
  }

  /** Responds with a redirect. Paths cannot leave the site, because leading slashes are collapsed. */
  redirect(pathOrUrl: string, status = 302): Response {
    let location = pathOrUrl;
    if (location.startsWith("/")) {
      const [path = "", rest = ""] = location.split(/(?=[?#])(.*)/s);
      // Browsers treat a backslash as a slash.
      location = path.replace(/^[/\\]+/, "/").replace(/\/{2,}/g, "/") + rest;
    }
    return new Response(null, { status, headers: { location } });
  }

  /** Responds with a page: the vnode in the app wrapper. */
  // deno-lint-ignore require-await -- errors while rendering must reject the promise
  async render(vnode: JSX.Element, init: ResponseInit = {}): Promise<Response> {
    const { build, app } = this.#internals;
    const rendering = new Rendering(build, this.url);
    // Before the wrapper, which can use what the page's components set.
    const content = rendering.render(vnode);
    const whole = app === null ? content : elementOf(app, this, null, () => content);
    const headers = new Headers(init.headers);
    headers.set("Content-Type", "text/html; charset=utf-8");
    const response = new Response(rendering.renderDocument(whole), { ...init, headers });
    for (const path of rendering.modules) {
      response.headers.append("Link", `<${path}>; rel="modulepreload"; as="script"`);
    }
    this.#internals.nonce = rendering.nonce;
    return response;
  }
}

/** Creates a vnode of a component with the props of a page. */
export function elementOf<State>(
  component: PageComponent<unknown, State>,
  { url, req, params, state, error }: Context<State>,
  data: unknown,
  Component: FunctionComponent = () => null,
): JSX.Element {
  return h<PageProps<unknown, State>>(
    component,
    { url, req, params, state, Component, error, data },
  );
}
