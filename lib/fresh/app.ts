import { STATUS_CODES } from "node:http";
import { type Build, NO_BUILD } from "./build.ts";
import { Context } from "./context.ts";
import { HttpError } from "./error.ts";
import { addFiles, type Routing } from "./fs_routes.ts";
import { type Middleware, runRoute } from "./handlers.ts";
import { Router } from "./router.ts";
import { METHODS } from "./types.ts";

type Handler = (req: Request, info?: Deno.ServeHandlerInfo) => Promise<Response>;

/** Connection info of requests from tests. */
const DEFAULT_INFO: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "localhost", port: 1234 },
  completed: Promise.resolve(),
};

/** One method call on an App, run when its handler is created. */
type Command<State> = (routing: Routing<State>) => void;

/**
 * An application: middleware and routes, in the order in which they are registered.
 * @example
 * ```ts
 * const app = new App<State>().use(staticFiles()).fsRoutes();
 * Deno.serve(app.handler());
 * ```
 */
export class App<State> {
  readonly #commands: Command<State>[] = [];
  #build: Build = NO_BUILD;

  /** Adds middleware for the routes registered after it, and for requests without a route. */
  use(...middlewares: Middleware<State>[]): this {
    return this.#add((routing) => routing.middlewares.push(...middlewares));
  }

  /** Handles requests of every method to a path. */
  all(path: string, ...steps: Middleware<State>[]): this {
    return this.#add(({ router, middlewares }) => router.add(path, [...middlewares, ...steps]));
  }

  /** Registers the file-based routes, for every method. */
  fsRoutes(): this {
    return this.#add((routing) => addFiles(this.#build.routes, routing));
  }

  /** Sets the files and islands of the app. Called by the Builder and by the built server. */
  setBuild(build: Build): void {
    this.#build = build;
  }

  /** Creates the request handler. Later registrations do not affect it. */
  handler(): Handler {
    const build = this.#build;
    const router = new Router<Middleware<State>[]>();
    const routing: Routing<State> = { middlewares: [], router, app: null, error: null };
    for (const command of this.#commands) command(routing);
    const { middlewares, app, error: errorPage } = routing;

    const answer = async (req: Request, info: Deno.ServeHandlerInfo): Promise<Response> => {
      const url = URL.parse(req.url);
      if (url === null) throw new HttpError(400); // an invalid Host header
      if (url.pathname.includes("//")) url.pathname = url.pathname.replace(/\/{2,}/g, "/");
      const match = router.match(url.pathname);
      const isKnown = METHODS.some((method) => method === req.method);
      const { pattern = null, params = {}, value = null } = match ?? {};
      const ctx = new Context<State>(req, url, info, pattern, params, build, app);
      try {
        return await run(ctx, isKnown && value || middlewares, () => {
          throw new HttpError(match === null ? 404 : 405);
        });
      } catch (error) {
        if (errorPage === null) throw error;
        return await runRoute(ctx, errorPage, error instanceof HttpError ? error.status : 500);
      }
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

  #add(command: Command<State>): this {
    this.#commands.push(command);
    return this;
  }
}

/** Runs a request through the steps; each calls the next with `ctx.next()`. */
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
    // A step that returns the next response unchanged needs no further checks, which saves one promise.
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

/** The response to an error that no error page has handled. */
function answerError(error: unknown): Response {
  if (!(error instanceof HttpError) || error.status >= 500) console.error(error);
  if (!(error instanceof HttpError)) return new Response("Internal server error", { status: 500 });
  const { status, message } = error;
  return new Response(message || (STATUS_CODES[status] ?? ""), { status });
}
