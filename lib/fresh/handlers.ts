import { type Context, elementOf } from "./context.ts";
import { HttpError } from "./error.ts";
import { type Method, METHODS, type PageComponent } from "./types.ts";

/** Responds to a request, or calls `ctx.next()` and returns its response, possibly changed. */
export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** A handler's result that renders the route's component. See {@linkcode page}. */
export interface PageResponse<Data> {
  data: Data;
  status?: number;
  headers?: Record<string, string>;
}

/** Responds to a request itself, or returns the data for the route's component. */
export type HandlerFn<Data, State> = (
  ctx: Context<State>,
) => Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;

export type HandlerByMethod<Data, State> = { [method in Method]?: HandlerFn<Data, State> };

/** One handler for all methods, or one for each method. */
export type RouteHandler<Data, State> = HandlerFn<Data, State> | HandlerByMethod<Data, State>;

/** What handles a path: handlers, a component, or both. */
export interface Route<State> {
  handler?: RouteHandler<unknown, State> | undefined;
  component?: PageComponent<unknown, State> | undefined;
}

/**
 * Runs a route's handler, and renders the route's component if the handler returns data.
 * @example `return await runRoute(ctx, { component: NotHere }, 404);`
 */
export async function runRoute<State>(
  ctx: Context<State>,
  route: Route<State>,
  status = 200,
): Promise<Response> {
  const { component } = route;
  const result = await handlerFor(route, ctx.req.method)(ctx);
  if (result instanceof Response) return result;
  if (component === undefined || typeof result !== "object" || !("data" in result)) {
    throw new TypeError(`Handler must return a Response or a page: ${result}`);
  }
  const page = elementOf(component, ctx, result.data);
  const { headers = {} } = result;
  return await ctx.render(page, { status: result.status ?? status, headers });
}

function handlerFor<State>(
  { handler, component }: Route<State>,
  method: string,
): HandlerFn<unknown, State> {
  if (typeof handler === "function") return handler;
  const known = METHODS.find((name) => name === method);
  const found = known && handler?.[known];
  if (found !== undefined) return found;
  const isReading = method === "GET" || method === "HEAD";
  if (isReading && handler?.GET !== undefined) return handler.GET;
  if (component === undefined || !(isReading || handler === undefined)) throw new HttpError(404);
  return () => ({ data: {} });
}
