import type { AnyComponent, FunctionComponent, JSX, RenderableProps } from "preact";

/** The methods that routes can answer. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];

/** The settings of an app, all resolved. */
export interface FreshConfig {
  /** The path under which the app is mounted: empty or beginning with a slash. */
  basePath: string;
  mode: "development" | "production";
  /** Whether `X-Forwarded-Proto` and `X-Forwarded-Host` are believed. */
  trustProxy: boolean;
}

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

/** What pages, layouts, error pages and the app wrapper receive. */
export interface PageProps<Data = unknown, State = unknown> {
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
  /** Always false: this implementation has no navigation by parts. */
  readonly isPartial: boolean;
  /** What a layout or the app wrapper surrounds. */
  Component: FunctionComponent;
  /** What was thrown last while the request was handled; null if nothing was. */
  error: unknown;
  data: Data;
}

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
