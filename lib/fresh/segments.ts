import { type Context, instantiate, internalsOf, without } from "./context.ts";
import { HttpError } from "./error.ts";
import {
  type HandlerFn,
  type LayoutConfig,
  METHODS,
  type Middleware,
  type PageComponent,
  type Route,
} from "./types.ts";

/** What is shared by all segments of an app. */
export interface Shared<State> {
  app: PageComponent<unknown, State> | null;
  notFound: Route<State> | null;
}

/** An error boundary and a layout, and the middleware inside them. */
class Frame<State> {
  error: Route<State> | null = null;
  layout: { component: PageComponent<unknown, State>; config: LayoutConfig } | null = null;
  readonly middlewares: Middleware<State>[] = [];
}

/**
 * A segment of the app's paths. It has a frame for what main.ts registers, and inside it one for
 * what the files register: so an error page that is a file lies outside the middleware files, but
 * inside the middleware that main.ts put around the file routes.
 */
export class Segment<State> {
  readonly #children = new Map<string, Segment<State>>();
  readonly own = new Frame<State>();
  readonly files = new Frame<State>();

  constructor(readonly shared: Shared<State>, readonly parent: Segment<State> | null = null) {}

  /** The segment of a path below this one. */
  descend(path: string): Segment<State> {
    const [name, ...rest] = path.split("/").filter((part) => part !== "" && part !== "*");
    if (name === undefined) return this;
    let child = this.#children.get(name);
    if (child === undefined) this.#children.set(name, child = new Segment(this.shared, this));
    return child.descend(rest.join("/"));
  }

  /** All that a request passes on its way to a route in this segment, as registered until now. */
  chain(): Middleware<State>[] {
    // The innermost boundary makes a page of a missing route, for all middleware to see.
    return [...this.#steps(), boundary(new Frame(), this.shared)];
  }

  #steps(): Middleware<State>[] {
    const steps = this.parent === null ? [] : this.parent.#steps();
    for (const frame of [this.own, this.files]) {
      if (frame.error !== null || frame.layout !== null || frame.middlewares.length > 0) {
        steps.push(boundary(frame, this.shared), ...frame.middlewares);
      }
    }
    return steps;
  }
}

/** Surrounds what comes after with the frame's layout, and catches what it throws. */
function boundary<State>(frame: Frame<State>, shared: Shared<State>): Middleware<State> {
  const { error, layout } = frame;
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
      ctx.error = thrown;
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
  ctx.data = data;
  const page = component === undefined ? null : await instantiate(component, ctx, data);
  if (page instanceof Response) return page;
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
