import type { AnyComponent, FunctionComponent } from "preact";

/** The methods that routes can answer. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];

/** What pages, the error page and the app wrapper receive. */
export interface PageProps<Data = unknown, State = unknown> {
  readonly url: URL;
  readonly req: Request;
  /** The pattern's parameters, `decodeURI`d. */
  readonly params: Record<string, string>;
  /** Shared by all that handle the request. It starts empty; middleware fills it. */
  readonly state: State;
  /** What the app wrapper surrounds. */
  Component: FunctionComponent;
  /** What was thrown last while the request was handled; null if nothing was. */
  error: unknown;
  data: Data;
}

/** A page, the error page or the app wrapper. */
export type PageComponent<Data, State> = AnyComponent<PageProps<Data, State>>;
