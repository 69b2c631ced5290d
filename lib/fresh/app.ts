import { STATUS_CODES } from "node:http";
import { type Build, NO_BUILD } from "./build.ts";
import { Context } from "./context.ts";
import { HttpError } from "./error.ts";
import { applyFiles } from "./fs_routes.ts";
import type { Middleware, Route } from "./handlers.ts";
import { Router } from "./router.ts";
import { runRoute, Segment } from "./segments.ts";
import {
  type FreshConfig,
  type LayoutConfig,
  type Method,
  METHODS,
  type PageComponent,
  type RouteConfig,
} from "./types.ts";

type Handler = (req: Request, info?: Deno.ServeHandlerInfo) => Promise<Response>;

/** What a test's request is said to have come from. */
const DEFAULT_INFO: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 1234 },
  completed: Promise.resolve(),
};

/** Where a command registers: a segment, and the prefix of the paths in it. */
interface Target<State> {
  segment: Segment<State>;
  prefix: string;
  router: Router<Middleware<State>[]>;
  build: Build;
}

/** One call on an App, carried out when its handler is made. */
type Command<State> = (target: Target<State>) => void;

/** Joins two patterns; `*` and `/` stand for the first alone. */
function join(prefix: string, path: string): string {
  const base = prefix.replace(/\/?\*?$/, "");
  if (path === "*" || path === "/") return base;
  return base + (/^[/{]/.test(path) ? path : `/${path}`);
}

/** Registers what answers the methods at a path, behind all that lies around the segment. */
function register<State>(
  { router, prefix }: Target<State>,
  methods: readonly Method[],
  path: string,
  segment: Segment<State>,
  ...steps: Middleware<State>[]
): void {
  const chain = [...segment.chain(), ...steps];
  const pattern = path === "*" ? `${join(prefix, path)}/*` : join(prefix, path) || "/";
  for (const method of methods) router.add(method, pattern, chain);
}

/**
 * An application: middleware and routes, in the order in which they are registered.
 * @example
 * ```ts
 * const app = new App<State>().use(staticFiles()).get("/ping", (ctx) => ctx.text("pong")).fsRoutes();
 * Deno.serve(app.handler());
 * ```
 */
export class App<State> {
  readonly config: FreshConfig;
  readonly #commands: Command<State>[] = [];
  #build: Build = NO_BUILD;

  /** Answers GET requests, and HEAD requests without the body. */
  readonly get = this.#answer("GET");
  readonly post = this.#answer("POST");
  readonly put = this.#answer("PUT");
  readonly patch = this.#answer("PATCH");
  readonly delete = this.#answer("DELETE");
  readonly head = this.#answer("HEAD");
  /** Answers requests of every method. */
  readonly all = this.#answer(...METHODS);

  constructor(
    { basePath = "", mode = "production", trustProxy = false }: Partial<FreshConfig> = {},
  ) {
    this.config = { basePath: basePath.replace(/\/$/, ""), mode, trustProxy };
  }

  /** Adds middleware for the routes registered after it, at a path and below. */
  use(...middleware: Middleware<State>[]): this;
  use(path: string, ...middleware: Middleware<State>[]): this;
  use(first: string | Middleware<State>, ...rest: Middleware<State>[]): this {
    const [path, middleware] = typeof first === "string" ? [first, rest] : ["*", [first, ...rest]];
    return this.#add(({ segment }) => segment.descend(path).middlewares.push(...middleware));
  }

  /** Adds a route with handlers, a component, or both. */
  route(path: string, route: Route<State>, config?: RouteConfig): this {
    const full: Route<State> = { ...route, config: { ...route.config, ...config } };
    const pattern = full.config?.routeOverride ?? path;
    return this.#add((target) => {
      const segment = target.segment.descend(path);
      register(target, methodsOf(full), pattern, segment, (ctx) => runRoute(ctx, full));
    });
  }

  /** Adds a layout for the pages at a path and below. */
  layout(path: string, component: PageComponent<unknown, State>, config: LayoutConfig = {}): this {
    return this.#add(({ segment }) => segment.descend(path).layout = { component, config });
  }

  /** Sets what surrounds every page. */
  appWrapper(component: PageComponent<unknown, State>): this {
    return this.#add(({ segment }) => segment.shared.app = component);
  }

  /** Sets what answers when a route at a path or below throws. */
  onError(path: string, route: Route<State> | Middleware<State>): this {
    return this.#add(({ segment }) => segment.descend(path).error = asRoute(route));
  }

  /** Sets what answers when there is no route. */
  notFound(route: Route<State> | Middleware<State>): this {
    return this.#add(({ segment }) => segment.shared.notFound = asRoute(route));
  }

  /** Registers the routes that are files, for every method unless their config lists some. */
  fsRoutes(pattern = "*"): this {
    return this.#add((target) => {
      const inner = { ...target, prefix: join(target.prefix, pattern) };
      const files = applyFiles(target.build.routes, target.segment.descend(pattern));
      for (const { pattern, segment, route } of files) {
        const methods = Array.isArray(route.config?.methods) ? route.config.methods : METHODS;
        register(inner, methods, pattern, segment, (ctx) => runRoute(ctx, route));
      }
    });
  }

  /** Adds all that another app has registered until now, below a path. */
  mountApp(path: string, app: App<State>): this {
    const commands = [...app.#commands];
    const mounted = join(path, app.config.basePath || "*");
    return this.#add((target) => {
      const prefix = join(target.prefix, mounted);
      const segment = target.segment.descend(mounted);
      for (const command of commands) command({ ...target, prefix, segment });
    });
  }

  /** Sets the files and islands of the app. The Builder calls it, and so does the built server. */
  setBuild(build: Build): void {
    this.#build = build;
    this.config.mode = build.mode;
  }

  /** Makes the function that answers requests. What is registered later is not part of it. */
  handler(): Handler {
    const { config } = this;
    const build = this.#build;
    const router = new Router<Middleware<State>[]>();
    const segment = new Segment<State>({ app: null, notFound: null });
    for (const command of this.#commands) {
      command({ segment, prefix: config.basePath, router, build });
    }
    const unmatched = segment.chain();
    const { app } = segment.shared;

    const answer = async (req: Request, info: Deno.ServeHandlerInfo): Promise<Response> => {
      const url = URL.parse(req.url);
      if (url === null) throw new HttpError(400); // an invalid Host header
      if (url.pathname.includes("//")) url.pathname = url.pathname.replace(/\/{2,}/g, "/");
      if (config.trustProxy) applyForwarded(url, req.headers);
      const match = router.match(req.method, url.pathname);
      const { pattern = null, params = {}, value = null } = match ?? {};
      const ctx = new Context<State>(req, url, info, pattern, params, config, build, app);
      return await run(ctx, value ?? unmatched, () => {
        if (match === null) throw new HttpError(404);
        if (req.method !== "OPTIONS") throw new HttpError(405);
        return new Response(null, { status: 204, headers: { Allow: match.methods().join(", ") } });
      });
    };

    return async (req, info = DEFAULT_INFO) => {
      try {
        const response = await answer(req, info);
        if (req.method !== "HEAD" || response.body === null) return response;
        await response.body.cancel();
        return new Response(null, response);
      } catch (error) {
        return answerError(error);
      }
    };
  }

  /** Starts to serve the app; without a port on the first free one of 8000 to 8019. */
  listen(options: Partial<Deno.ServeTcpOptions> = {}): Promise<void> {
    serve(this.handler(), options);
    return Promise.resolve();
  }

  #add(command: Command<State>): this {
    this.#commands.push(command);
    return this;
  }

  #answer(...methods: Method[]): (path: string, ...middleware: Middleware<State>[]) => this {
    return (path, ...middleware) =>
      this.#add((target) =>
        register(target, methods, path, target.segment.descend(path), ...middleware)
      );
  }
}

function asRoute<State>(route: Route<State> | Middleware<State>): Route<State> {
  return typeof route === "function" ? { handler: route } : route;
}

function methodsOf<State>({ handler, component, config }: Route<State>): readonly Method[] {
  if (Array.isArray(config?.methods)) return config.methods;
  if (handler === undefined || typeof handler === "function") return METHODS;
  return METHODS.filter((method) =>
    handler[method] !== undefined || (method === "GET" && component !== undefined)
  );
}

/** Passes a request through the steps; each calls the next with `ctx.next()`. */
function run<State>(
  ctx: Context<State>,
  steps: Middleware<State>[],
  end: () => Response,
): Promise<Response> {
  const enter = (index: number): Promise<Response> => {
    const step = steps[index] ?? end;
    let next: Promise<Response> | undefined;
    ctx.next = () => next = enter(index + 1);
    let answer: unknown;
    try {
      answer = step(ctx);
    } catch (error) {
      answer = Promise.reject(error);
    }
    // What a step hands on as it is has been seen to further in: one promise less.
    return next !== undefined && answer === next ? next : settle(answer);
  };
  const settle = async (answer: unknown): Promise<Response> => {
    try {
      const response: unknown = await answer;
      if (response instanceof Response) return response;
      throw new TypeError(`Handler must return a Response: ${response}`);
    } catch (error) {
      ctx.error = error; // for the middleware that catches it
      throw error;
    }
  };
  return enter(0);
}

/** The answer to what no error page has caught. */
function answerError(error: unknown): Response {
  if (!(error instanceof HttpError) || error.status >= 500) console.error(error);
  if (!(error instanceof HttpError)) return new Response("Internal server error", { status: 500 });
  const { status, message } = error;
  return new Response(message || (STATUS_CODES[status] ?? ""), { status });
}

/** Gives the URL the protocol and host that the client used, as the nearest proxy states them. */
function applyForwarded(url: URL, headers: Headers): void {
  const protocol = headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
  const host = headers.get("x-forwarded-host")?.split(",")[0]?.trim();
  if (protocol === "http" || protocol === "https") url.protocol = protocol;
  if (host) {
    url.port = "";
    url.host = host;
  }
}

/**
 * Serves on the port given, or on the first free one of 8000 to 8019.
 * @example `await serve(app.handler(), { port: 8000 }).finished`
 */
export function serve(handler: Handler, options: Partial<Deno.ServeTcpOptions>): Deno.HttpServer {
  if (options.port !== undefined) return Deno.serve(options, handler);
  for (let port = 8000; port < 8020; port++) {
    try {
      return Deno.serve({ ...options, port }, handler);
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
  throw new Deno.errors.AddrInUse("Cannot listen: ports 8000 to 8019 are all in use");
}
