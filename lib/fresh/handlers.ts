import type { Context } from "./context.ts";
import type { Method, PageComponent, RouteConfig } from "./types.ts";

/** Answers a request, or calls `ctx.next()` and returns (a changed) answer of what comes after. */
export type Middleware<State> = (ctx: Context<State>) => Response | Promise<Response>;

/** What a handler returns to have the route's component rendered. See {@linkcode page}. */
export interface PageResponse<Data> {
  data: Data;
  status?: number | undefined;
  headers?: HeadersInit | undefined;
}

/** Answers a request itself, or returns the data for the route's component. */
export type HandlerFn<Data, State> = (
  ctx: Context<State>,
) => Response | PageResponse<Data> | Promise<Response | PageResponse<Data>>;

export type HandlerByMethod<Data, State> = { [method in Method]?: HandlerFn<Data, State> };

/** One handler for all methods, or one for each. */
export type RouteHandler<Data, State> = HandlerFn<Data, State> | HandlerByMethod<Data, State>;

/** A route as `app.route()` takes it. */
export interface Route<State> {
  handler?: RouteHandler<unknown, State> | undefined;
  component?: PageComponent<unknown, State> | undefined;
  config?: RouteConfig | undefined;
}
