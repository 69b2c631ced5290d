import { type FunctionComponent, h, isValidElement, type JSX } from "preact";
import type { Build } from "./build.ts";
import { Rendering } from "./render.ts";
import type {
  AsyncComponent,
  FreshConfig,
  LayoutConfig,
  PageComponent,
  PageProps,
} from "./types.ts";

/** What a page is nested in. */
interface Surroundings<State> {
  app: PageComponent<unknown, State> | null;
  /** From the outermost to the innermost. */
  layouts: readonly PageComponent<unknown, State>[];
}

/** What this implementation keeps of a request, and handlers do not see. */
interface Internals<State> {
  readonly build: Build;
  /** What pages are nested in where the request has come to. */
  surroundings: Surroundings<State>;
  /** The nonce of the page that was rendered last; empty if none was. */
  nonce: string;
}

/** Gives this implementation's other modules what it keeps of a request. */
export let internalsOf: <State>(ctx: Context<State>) => Internals<State>;

/** One request on its way through middleware to its handler. */
export class Context<State> implements PageProps<unknown, State> {
  // The one place where the API promises a type that only the app's middleware makes true.
  readonly state: State = {} as State;
  data: unknown = undefined;
  error: unknown = null;
  readonly isPartial: boolean = false;
  Component: FunctionComponent = () => null;
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
    readonly route: string | null,
    readonly params: Record<string, string>,
    readonly config: FreshConfig,
    build: Build,
    app: PageComponent<unknown, State> | null,
  ) {
    this.#internals = { build, surroundings: { app, layouts: [] }, nonce: "" };
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

  /** Answers with a page: the vnode in its layouts, from inner to outer, then the app wrapper. */
  async render(
    vnode: JSX.Element | null,
    init: ResponseInit = {},
    config: LayoutConfig = {},
  ): Promise<Response> {
    if (vnode !== null && !isValidElement(vnode)) {
      throw new TypeError("Cannot render what is not JSX");
    }
    const { build, surroundings } = this.#internals;
    const { app, layouts } = without(config, surroundings);
    let page = vnode;
    for (const layout of layouts.toReversed()) {
      const around = await this.#surround(layout, page);
      if (around instanceof Response) return around;
      page = around;
    }
    const rendering = new Rendering(build, this.config.basePath, this.url);
    // Before the wrapper, which can use what the page's components set.
    const content = rendering.render(page);
    const whole = app === null ? content : await this.#surround(app, content);
    if (whole instanceof Response) return whole;
    const response = this.html(rendering.renderDocument(whole), init);
    for (const path of rendering.modules) {
      response.headers.append("Link", `<${path}>; rel="modulepreload"; as="script"`);
    }
    this.#internals.nonce = rendering.nonce;
    return response;
  }

  html(content: string, init: ResponseInit = {}): Response {
    const headers = new Headers(init.headers);
    headers.set("Content-Type", "text/html; charset=utf-8");
    return new Response(content, { ...init, headers });
  }

  text(content: string, init?: ResponseInit): Response {
    return new Response(content, init);
  }

  json(content: unknown, init?: ResponseInit): Response {
    return Response.json(content, init);
  }

  /** Answers with the texts and bytes of an iterable, or of what a function returns, as they come. */
  stream<Chunk extends string | Uint8Array>(
    source: Chunks<Chunk> | (() => Chunks<Chunk>),
    init?: ResponseInit,
  ): Response {
    const encoder = new TextEncoder();
    const encode = new TransformStream<string | Uint8Array, Uint8Array>({
      transform: (chunk, out) =>
        out.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk),
    });
    const chunks = ReadableStream.from<Chunk>(typeof source === "function" ? source() : source);
    return new Response(chunks.pipeThrough(encode), init);
  }

  #surround(component: PageComponent<unknown, State>, content: JSX.Element | null) {
    this.Component = () => content;
    return instantiate(component, this, null);
  }
}

type Chunks<Chunk> = Iterable<Chunk> | AsyncIterable<Chunk>;

/** The surroundings without those that the config leaves out. */
export function without<State>(
  { skipAppWrapper, skipInheritedLayouts }: LayoutConfig,
  { app, layouts }: Surroundings<State>,
): Surroundings<State> {
  return { app: skipAppWrapper ? null : app, layouts: skipInheritedLayouts ? [] : layouts };
}

function isAsync<Props>(component: unknown): component is AsyncComponent<Props> {
  return typeof component === "function" && component.constructor.name === "AsyncFunction";
}

/** Makes a component a vnode. One that is async runs now, and may answer itself. */
export async function instantiate<State>(
  component: PageComponent<unknown, State>,
  ctx: Context<State>,
  data: unknown,
): Promise<JSX.Element | Response | null> {
  const { config, url, req, params, info, state, isPartial, Component, error, route } = ctx;
  const props: PageProps<unknown, State> = //
    { config, url, req, params, info, state, isPartial, Component, error, route, data };
  return isAsync<typeof props>(component) ? await component(props) : h(component, props);
}
