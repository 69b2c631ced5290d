import type { AnyComponent, FunctionComponent } from "preact";

/** The methods that routes can handle. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];

/** Props of pages, the error page and the app wrapper. */
export interface PageProps<Data = unknown, State = unknown> {
  readonly url: URL;
  readonly req: Request;
  /** The pattern's parameters, `decodeURI`d. */
  readonly params: Record<string, string>;
  /** Shared by everything that handles the request. Empty at first; middleware fills it. */
  readonly state: State;
  /** The content of the app wrapper. */
  Component: FunctionComponent;
  /** The last error thrown while handling the request; null without one. */
  error: unknown;
  data: Data;
}

/** A page, the error page or the app wrapper. */
export type PageComponent<Data, State> = AnyComponent<PageProps<Data, State>>;
