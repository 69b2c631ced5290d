import { type FunctionComponent, h, isValidElement, type JSX } from "preact";
import type { Build } from "./build.ts";
import { renderDocument } from "./render.ts";
import type { AsyncComponent, LayoutConfig, PageComponent, PageProps } from "./types.ts";

/** The settings of an app, all resolved. */
export interface FreshConfig {
  /** The app's folder. */
  root: string;
  /** The path under which the app is mounted: empty or beginning with a slash. */
  basePath: string;
  mode: "development" | "production";
  /** Whether `X-Forwarded-Proto` and `X-Forwarded-Host` are believed. */
  trustProxy: boolean;
}

/** What a page is nested in where the request has come to. */
export interface Surroundings<State> {
  app: PageComponent<unknown, State> | null;
  /** From the outermost to the innermost. */
  layouts: readonly PageComponent<unknown, State>[];
}

/** Gives the surroundings of the pages that a context renders, to be read and changed. */
export let surroundingsOf: <State>(ctx: Context<State>) => Surroundings<State>;
/** Gives the build that a context's app serves. */
export let buildOf: <State>(ctx: Context<State>) => Build;
/** Gives the nonce of the page that was rendered last; empty if none was. */
export let nonceOf: <State>(ctx: Context<State>) => string;

/** One request on its way through middleware to its handler. */
export class Context<State> {
  readonly config: FreshConfig;
  readonly url: URL;
  readonly req: Request;
  readonly info: Deno.ServeHandlerInfo;
  /** The pattern that matched; null if none did. */
  readonly route: string | null;
  /** The pattern's parameters, `decodeURI`d. */
  readonly params: Record<string, string>;
  /** Shared by all that handle the request. It starts empty; middleware fills it. */
  readonly state: State;
  data: unknown = undefined;
  /** What was thrown, where an error page is rendered. */
  error: unknown = null;
  /** Always false: this implementation has no navigation by parts. */
  readonly isPartial: boolean = false;
  /** What a layout or the app wrapper surrounds. */
  Component: FunctionComponent = () => null;
  /** Goes on to the next middleware or the handler. */
  next: () => Promise<Response>;

  readonly #build: Build;
  readonly #surroundings: Surroundings<State> = { app: null, layouts: [] };
  #nonce = "";

  static {
    surroundingsOf = (ctx) => ctx.#surroundings;
    buildOf = (ctx) => ctx.#build;
    nonceOf = (ctx) => ctx.#nonce;
  }

  constructor(
    req: Request,
    url: URL,
    info: Deno.ServeHandlerInfo,
    match: { pattern: string; params: Record<string, string> } | null,
    config: FreshConfig,
    build: Build,
  ) {
    this.req = req;
    this.url = url;
    this.info = info;
    this.route = match?.pattern ?? null;
    this.params = match?.params ?? {};
    this.config = config;
    this.#build = build;
    // The one place where the API promises a type that only the app's middleware makes true.
    this.state = {} as State;
    this.next = () => Promise.reject(new Error("The request has no handler yet"));
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
    const { app, layouts } = this.#surroundings;

    let page = vnode;
    for (const layout of config.skipInheritedLayouts ? [] : layouts.toReversed()) {
      const inner = page;
      const around = await instantiate(layout, this.#props(() => inner));
      if (around instanceof Response) return around;
      page = around;
    }
    // Filled in once the page is rendered: the wrapper can use what the page's components set.
    let content: JSX.Element | null = null;
    let wrapper: JSX.Element | null = null;
    if (app !== null && !config.skipAppWrapper) {
      const around = await instantiate(app, this.#props(() => content));
      if (around instanceof Response) return around;
      wrapper = around;
    }

    const rendered = renderDocument(this.#build, this.config.basePath, page, wrapper, (inner) => {
      content = inner;
    });
    this.#nonce = rendered.nonce;
    const headers = new Headers(init.headers);
    headers.set("Content-Type", "text/html; charset=utf-8");
    for (const path of rendered.modules) {
      headers.append("Link", `<${path}>; rel="modulepreload"; as="script"`);
    }
    return new Response(rendered.html, { ...init, headers });
  }

  /** Answers with HTML. */
  html(content: string, init: ResponseInit = {}): Response {
    const headers = new Headers(init.headers);
    headers.set("Content-Type", "text/html; charset=utf-8");
    return new Response(content, { ...init, headers });
  }

  /** Answers with plain text. */
  text(content: string, init?: ResponseInit): Response {
    return new Response(content, init);
  }

  /** Answers with JSON. */
  json(content: unknown, init?: ResponseInit): Response {
    return Response.json(content, init);
  }

  /** Answers with the texts and bytes of an iterable, or of what a function returns, as they come. */
  stream<Chunk extends string | Uint8Array>(
    source:
      | Iterable<Chunk>
      | AsyncIterable<Chunk>
      | (() => Iterable<Chunk> | AsyncIterable<Chunk>),
    init?: ResponseInit,
  ): Response {
    const chunks = typeof source === "function" ? source() : source;
    const encoder = new TextEncoder();
    const encode = new TransformStream<string | Uint8Array, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        controller.enqueue(
          typeof chunk === "string" ? encoder.encode(chunk) : new Uint8Array(chunk),
        );
      },
    });
    return new Response(
      ReadableStream.from<string | Uint8Array>(chunks).pipeThrough(encode),
      init,
    );
  }

  #props(Component: FunctionComponent): PageProps<unknown, State> {
    this.Component = Component;
    return propsOf(this, null, Component);
  }
}

/** The properties that a page component receives. */
export function propsOf<State>(
  ctx: Context<State>,
  data: unknown,
  Component: FunctionComponent = () => null,
): PageProps<unknown, State> {
  const { config, url, req, params, info, state, isPartial, error, route } = ctx;
  return { config, url, req, params, info, state, isPartial, error, route, data, Component };
}

function isAsync<Data, State>(
  component: PageComponent<Data, State>,
): component is AsyncComponent<PageProps<Data, State>> {
  return component.constructor.name === "AsyncFunction";
}

/** Makes a component a vnode. One that is async runs now, and may answer itself. */
export async function instantiate<Data, State>(
  component: PageComponent<Data, State>,
  props: PageProps<Data, State>,
): Promise<JSX.Element | Response | null> {
  return isAsync(component) ? await component(props) : h(component, props);
}
