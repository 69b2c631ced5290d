import { type Context, instantiate, propsOf, surroundingsOf } from "./context.ts";
import { HttpError } from "./error.ts";
import {
  type HandlerFn,
  isMethod,
  type LayoutConfig,
  type Middleware,
  type PageComponent,
  type PageResponse,
  type Route,
} from "./types.ts";

/** What is shared by all segments of an app. */
export interface Shared<State> {
  app: PageComponent<unknown, State> | null;
  notFound: Route<State> | null;
}

/** An error boundary and a layout, and the middleware inside them. */
interface Frame<State> {
  error: Route<State> | null;
  layout: { component: PageComponent<unknown, State>; config: LayoutConfig } | null;
  readonly middlewares: Middleware<State>[];
}

/**
 * A segment of the app's paths. It has a frame for what main.ts registers, and inside it one for
 * what the files register: so an error page that is a file lies outside the middleware files, but
 * inside the middleware that main.ts put around the file routes.
 */
export class Segment<State> {
  readonly #parent: Segment<State> | null;
  readonly #children = new Map<string, Segment<State>>();
  readonly own: Frame<State> = { error: null, layout: null, middlewares: [] };
  readonly files: Frame<State> = { error: null, layout: null, middlewares: [] };
  /** Whether a file has registered anything here: middleware registered later belongs inside. */
  hasFiles = false;

  constructor(parent: Segment<State> | null = null) {
    this.#parent = parent;
  }

  /** The segment of a path below this one. */
  descend(path: string): Segment<State> {
    const [name, ...rest] = path.split("/").filter((part) => part !== "" && part !== "*");
    if (name === undefined) return this;
    let child = this.#children.get(name);
    if (child === undefined) this.#children.set(name, child = new Segment(this));
    return child.descend(rest.join("/"));
  }

  /** All that a request passes on its way to a route in this segment, as registered until now. */
  chain(shared: Shared<State>): Middleware<State>[] {
    const { app } = shared;
    return [
      (ctx) => {
        surroundingsOf(ctx).app = app;
        return ctx.next();
      },
      ...this.#steps(shared),
      // The innermost boundary makes a page of a missing route, for all middleware to see.
      boundary({ error: null, layout: null, middlewares: [] }, shared),
    ];
  }

  #steps(shared: Shared<State>): Middleware<State>[] {
    const steps = this.#parent === null ? [] : this.#parent.#steps(shared);
    for (const frame of [this.own, this.files]) {
      if (frame.error !== null || frame.layout !== null || frame.middlewares.length > 0) {
        steps.push(boundary(frame, shared), ...frame.middlewares);
      }
    }
    return steps;
  }
}

/** Surrounds what comes after with the frame's layout, and catches what it throws. */
function boundary<State>(frame: Frame<State>, shared: Shared<State>): Middleware<State> {
  const { error, layout } = frame;
  return async (ctx) => {
    const surroundings = surroundingsOf(ctx);
    const before = { ...surroundings };
    if (layout !== null) {
      if (layout.config.skipAppWrapper) surroundings.app = null;
      const inherited = layout.config.skipInheritedLayouts ? [] : surroundings.layouts;
      surroundings.layouts = [...inherited, layout.component];
    }
    try {
      return await ctx.next();
    } catch (thrown) {
      const status = thrown instanceof HttpError ? thrown.status : 500;
      ctx.error = thrown;
      if (status === 404 && shared.notFound !== null) return await runRoute(ctx, shared.notFound);
      if (error !== null) return await runRoute(ctx, error, status);
      throw thrown;
    } finally {
      Object.assign(surroundings, before);
    }
  };
}

/** Has a route's handler answer, or its component rendered with what the handler returns. */
export async function runRoute<State>(
  ctx: Context<State>,
  route: Route<State>,
  status = 200,
): Promise<Response> {
  const { config = {}, component } = route;
  const surroundings = surroundingsOf(ctx);
  const before = { ...surroundings };
  if (config.skipAppWrapper) surroundings.app = null;
  if (config.skipInheritedLayouts) surroundings.layouts = [];
  try {
    const result = await handlerFor(route, ctx.req.method)(ctx);
    if (result instanceof Response) return result;
    if (typeof result !== "object" || result === null || !("data" in result)) {
      throw new TypeError(`Handler must return a Response or a page: ${result}`);
    }
    const { data, headers } = result;
    ctx.data = data;
    const page = component && await instantiate(component, propsOf(ctx, data));
    if (page instanceof Response) return page;
    return await ctx.render(page ?? null, {
      status: result.status ?? status,
      ...(headers && { headers }),
    });
  } finally {
    Object.assign(surroundings, before);
  }
}

const renderOnly = (): PageResponse<unknown> => ({ data: {} });

function handlerFor<State>(route: Route<State>, method: string): HandlerFn<unknown, State> {
  const { handler, component } = route;
  if (typeof handler === "function") return handler;
  const isReading = method === "GET" || method === "HEAD";
  const found = (isMethod(method) ? handler?.[method] : undefined) ??
    (isReading ? handler?.GET : undefined) ??
    (component && (handler === undefined || isReading) ? renderOnly : undefined);
  if (found === undefined) throw new HttpError(404);
  return found;
}
