import { type FunctionComponent, h, type JSX } from "preact";
import type { Build } from "./build.ts";
import { Rendering } from "./render.ts";
import type { PageComponent, PageProps } from "./types.ts";

/** What this implementation keeps of a request, and handlers do not see. */
interface Internals<State> {
  readonly build: Build;
  /** What surrounds every page. */
  readonly app: PageComponent<unknown, State> | null;
  /** The nonce of the page that was rendered last; empty if none was. */
  nonce: string;
}

/** Gives this implementation's other modules what it keeps of a request. */
export let internalsOf: <State>(ctx: Context<State>) => Internals<State>;

/** One request on its way through middleware to its handler. */
export class Context<State> {
  // The one place where the API promises a type that only the app's middleware makes true.
  readonly state: State = {} as State;
  error: unknown = null;
  /** Goes on to the next middleware or the handler. */
  next: () => Promise<Response> = () => Promise.reject(new Error("The request has no handler yet"));

  readonly #internals: Internals<State>;

  static {
    internalsOf = (ctx) => ctx.#internals;
  }

  constructor(
    readonly req: Request,
    readonly url: URL,
    readonly info: Deno.ServeHandlerInfo,
    /** The pattern that matched; null if none did. */
    readonly route: string | null,
    readonly params: Record<string, string>,
    build: Build,
    app: PageComponent<unknown, State> | null,
  ) {
    this.#internals = { build, app, nonce: "" };
  }

  /** Answers with a redirect. Paths cannot leave the site: slashes at their beginning collapse. */
  redirect(pathOrUrl: string, status = 302): Response {
    let location = pathOrUrl;
    if (location.startsWith("/")) {
      const [path = "", rest = ""] = location.split(/(?=[?#])(.*)/s);
      // Browsers read a backslash as a slash.
      location = path.replace(/^[/\\]+/, "/").replace(/\/{2,}/g, "/") + rest;
    }
    return new Response(null, { status, headers: { location } });
  }

  /** Answers with a page: the vnode in the app wrapper. */
  // deno-lint-ignore require-await -- what rendering throws is to be a rejection
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

/** Makes a component a vnode, with the props of a page. */
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
