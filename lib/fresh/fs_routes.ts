import type { RouteFile } from "./build.ts";
import { type Middleware, type Route, type RouteHandler, runRoute } from "./handlers.ts";
import type { Router } from "./router.ts";
import type { PageComponent } from "./types.ts";

/** The routing table that the calls on an App build up. */
export interface Routing<State> {
  /** Middleware for every request, as registered so far. */
  readonly middlewares: Middleware<State>[];
  readonly router: Router<Middleware<State>[]>;
  /** The component around every page. */
  app: PageComponent<unknown, State> | null;
  /** The error page, rendered when anything throws. */
  error: Route<State> | null;
}

/** Exports of a route file, the error page or the app wrapper. */
interface RouteModule<State> {
  handler?: RouteHandler<unknown, State>;
  default?: PageComponent<unknown, State>;
}

/** Exports of a middleware file. */
interface MiddlewareModule<State> {
  default?: Middleware<State> | Middleware<State>[];
}

function toRoute<State>({ path, module }: RouteFile): Route<State> {
  const { handler, default: component }: RouteModule<State> = module;
  if (handler === undefined && component === undefined) {
    throw new Error(`Route file exports neither a handler nor a component: ${path}`);
  }
  return { handler, component };
}

function toMiddlewares<State>({ path, module }: RouteFile): Middleware<State>[] {
  const { default: middleware }: MiddlewareModule<State> = module;
  if (middleware === undefined) throw new Error(`Middleware file exports no middleware: ${path}`);
  return [middleware].flat();
}

/** The segments of a path, without the file extension. */
function partsOf(path: string): string[] {
  return path.replace(/\.[jt]sx?$/, "").split("/");
}

/** Converts a segment of a file path to a segment of a pattern. */
function toPatternPart(part: string): string {
  const [, rest, name] = /^\[(\.{3})?(\w+)\]$/.exec(part) ?? [];
  if (name !== undefined) return rest ? `:${name}*` : `:${name}`;
  if (/[^\w.~-]/.test(part)) {
    throw new SyntaxError(`Unknown kind of part of a route's path: ${part}`);
  }
  return part;
}

/** The segments of a file path that appear in its URL, which groups do not. */
function urlPartsOf(path: string): string[] {
  const parts = partsOf(path).filter((part) => !/^\(.*\)$/.test(part));
  return parts.at(-1) === "index" ? parts.slice(0, -1) : parts;
}

/** The URL pattern of a route file. */
export function toPattern(path: string): string {
  const parts = urlPartsOf(path).map(toPatternPart);
  if (parts.slice(0, -1).some((part) => part.endsWith("*"))) {
    throw new SyntaxError(`A part for the rest of a route's path must be the last: ${path}`);
  }
  return `/${parts.join("/")}`;
}

/** Rank among siblings: `a`, `[x]`, the end, `[...x]`; the last two may be absent from a URL. */
function rank(part: string): number {
  if (part === "") return 2;
  if (part.startsWith("[...")) return 3;
  return part.startsWith("[") ? 1 : 0;
}

/** Compares paths of route files by the order in which their patterns are tried. */
export function compareRoutePaths(a: string, b: string): number {
  const [x = "", y = ""] = [a, b].map((path) =>
    [...urlPartsOf(path), ""].map((part) => rank(part) + part).join("\0")
  );
  return x < y ? -1 : Number(x > y);
}

/** Registers the file-based routes with their middleware, the error page and the app wrapper. */
export function addFiles<State>(files: readonly RouteFile[], routing: Routing<State>): void {
  const routes: RouteFile[] = [];
  const byFolder = new Map([["", routing.middlewares]]);
  for (const file of files) {
    const { path } = file;
    const name = partsOf(path).at(-1);
    if (name === "_middleware") {
      const folder = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
      byFolder.getOrInsertComputed(folder, () => []).push(...toMiddlewares<State>(file));
    } else if (path.startsWith("_app.")) routing.app = toRoute<State>(file).component ?? null;
    else if (path.startsWith("_error.")) routing.error = toRoute(file);
    else if (name?.startsWith("_")) {
      throw new Error(`Unknown kind of file among the routes: ${path}`);
    } else routes.push(file);
  }
  for (const file of routes.sort((a, b) => compareRoutePaths(a.path, b.path))) {
    const route = toRoute<State>(file);
    const folders = file.path.split("/").map((_, end, parts) => parts.slice(0, end).join("/"));
    const around = folders.flatMap((folder) => byFolder.get(folder) ?? []);
    routing.router.add(toPattern(file.path), [...around, (ctx) => runRoute(ctx, route)]);
  }
}
