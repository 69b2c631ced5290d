import { type Context, instantiate, internalsOf, without } from "./context.ts";
import { HttpError } from "./error.ts";
import type { HandlerFn, Middleware, Route } from "./handlers.ts";
import { type LayoutConfig, METHODS, type PageComponent } from "./types.ts";

/** What is shared by all segments of an app. */
interface Shared<State> {
  app: PageComponent<unknown, State> | null;
  notFound: Route<State> | null;
}

/**
 * A segment of the app's paths: an error boundary with a layout, and the middleware inside them.
 * What main.ts and the files register for a path is one and the same segment. So the root's error
 * page lies outside all middleware of the root, and that sees what is thrown before the page does.
 * @example `new Segment<State>({ app: null, notFound: null }).descend("/games/:code").chain()`
 */
export class Segment<State> {
  error: Route<State> | null = null;
  layout: { component: PageComponent<unknown, State>; config: LayoutConfig } | null = null;
  readonly middlewares: Middleware<State>[] = [];
  readonly #children = new Map<string, Segment<State>>();

  constructor(readonly shared: Shared<State>, readonly parent: Segment<State> | null = null) {}

  /** The segment of a path below this one. */
  descend(path: string): Segment<State> {
    const [name, ...rest] = path.split("/").filter((part) => part !== "" && part !== "*");
    if (name === undefined) return this;
    return this.#children.getOrInsertComputed(name, () => new Segment(this.shared, this))
      .descend(rest.join("/"));
  }

  /** All that a request passes on its way to a route in this segment, as registered until now. */
  chain(): Middleware<State>[] {
    return [...this.parent?.chain() ?? [], boundary(this), ...this.middlewares];
  }
}

/** Surrounds what comes after with the segment's layout, and catches what it throws. */
function boundary<State>({ error, layout, shared }: Segment<State>): Middleware<State> {
  return async (ctx) => {
    const internals = internalsOf(ctx);
    const outside = internals.surroundings;
    let inside = outside;
    if (layout !== null) {
      inside = without(layout.config, outside);
      inside.layouts = [...inside.layouts, layout.component];
    }
    internals.surroundings = inside;
    try {
      return await ctx.next();
    } catch (thrown) {
      internals.surroundings = inside;
      const status = thrown instanceof HttpError ? thrown.status : 500;
      if (status === 404 && shared.notFound !== null) return await runRoute(ctx, shared.notFound);
      if (error !== null) return await runRoute(ctx, error, status);
      throw thrown;
    } finally {
      internals.surroundings = outside;
    }
  };
}

/**
 * Has a route's handler answer, or its component rendered with what the handler returns. The
 * boundary around it undoes what it changes of the surroundings.
 * @example `return await runRoute(ctx, { component: NotHere }, 404);`
 */
export async function runRoute<State>(
  ctx: Context<State>,
  route: Route<State>,
  status = 200,
): Promise<Response> {
  const { config, component } = route;
  const internals = internalsOf(ctx);
  if (config !== undefined) internals.surroundings = without(config, internals.surroundings);
  const result = await handlerFor(route, ctx.req.method)(ctx);
  if (result instanceof Response) return result;
  if (typeof result !== "object" || result === null || !("data" in result)) {
    throw new TypeError(`Handler must return a Response or a page: ${result}`);
  }
  const { data, headers = {} } = result;
  // Of several values for one header the last, even of cookies: so does upstream.
  const kept = new Headers();
  for (const [name, value] of Symbol.iterator in headers ? headers : Object.entries(headers)) {
    kept.set(name, value);
  }
  ctx.data = data;
  const page = component === undefined ? null : await instantiate(component, ctx, data);
  if (page instanceof Response) return page;
  return await ctx.render(page, { status: result.status ?? status, headers: kept });
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
