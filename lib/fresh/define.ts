import type {
  HandlerByMethod,
  HandlerFn,
  Middleware,
  PageResponse,
  RouteHandler,
} from "./handlers.ts";
import type { PageComponent } from "./types.ts";

/**
 * Creates the define functions for an app with this State. They return their argument, and let the compiler infer the
 * types of a route's parts.
 * @example
 * ```tsx
 * export const define = createDefine<State>();
 * export const handler = define.handlers({ GET: () => page({ title: "Hello" }) });
 * export default define.page<typeof handler>(({ data }) => <h1>{data.title}</h1>);
 * ```
 */
export function createDefine<State>() {
  return {
    handlers: <Data, Handlers extends RouteHandler<Data, State> = RouteHandler<Data, State>>(
      handlers: Handlers,
    ) => handlers,
    /** The page of a route; its data has the type that `Handler` (`typeof handler`) returns. */
    page: <
      // deno-lint-ignore no-explicit-any -- any type of data; `unknown` would not match
      Handler extends RouteHandler<any, State> = never,
      Data = Handler extends HandlerFn<infer D, State> ? D
        : Handler extends HandlerByMethod<infer D, State> ? D
        : never,
    >(component: PageComponent<Data, State>) => component,
    /** The app wrapper. */
    layout: (component: PageComponent<unknown, State>) => component,
    /** One middleware or several. */
    middleware: <M extends Middleware<State> | Middleware<State>[]>(middleware: M) => middleware,
  };
}

/**
 * Makes a handler's result that renders the route's component with this data.
 * @example `return page({ errors }, { status: 400 });`
 */
export function page<Data>(
  data: Data,
  options?: Omit<PageResponse<Data>, "data">,
): PageResponse<Data> {
  return { data, ...options };
}
