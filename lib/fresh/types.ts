import type { AnyComponent, JSX, RenderableProps } from "preact";
import type { Context } from "./context.ts";

/** The methods that routes can answer. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];

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

/** What surrounds a layout. */
export interface LayoutConfig {
  /** Leaves out the layouts of the folders above. */
  skipInheritedLayouts?: boolean;
  skipAppWrapper?: boolean;
}

/** What surrounds a route, and where and how it is reached. */
export interface RouteConfig extends LayoutConfig {
  /** The URL pattern, instead of the one that the file's path stands for. */
  routeOverride?: string;
  /** The methods to register. By default those with a handler; for a route file all of them. */
  methods?: "ALL" | Method[];
}

/** What of a context is for those alone that answer by themselves. */
type Answering = "data" | "next" | "redirect" | "render" | "html" | "text" | "json" | "stream";

/** What pages, layouts, error pages and the app wrapper receive. */
export type PageProps<Data = unknown, State = unknown> =
  & Omit<Context<State>, Answering>
  & { data: Data };

/** A component that loads before it renders, and may answer with a Response instead. */
export type AsyncComponent<Props> = (
  props: RenderableProps<Props>,
  // deno-lint-ignore no-explicit-any -- as in Preact's own type of a component
  context?: any,
) => Promise<JSX.Element | Response | null>;

/** A page, layout, error page or app wrapper. */
export type PageComponent<Data, State> =
  | AnyComponent<PageProps<Data, State>>
  | AsyncComponent<PageProps<Data, State>>;

/** A route as `app.route()` takes it. */
export interface Route<State> {
  handler?: RouteHandler<unknown, State> | undefined;
  component?: PageComponent<unknown, State> | undefined;
  config?: RouteConfig | undefined;
}
