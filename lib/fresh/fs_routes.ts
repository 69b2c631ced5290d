import type { RouteFile } from "./build.ts";
import { type Middleware, type Route, type RouteHandler, runRoute } from "./handlers.ts";
import type { Router } from "./router.ts";
import type { PageComponent } from "./types.ts";

/** What the calls on an App fill in. */
export interface Routing<State> {
  /** What runs for every request, as registered until now. */
  readonly middlewares: Middleware<State>[];
  readonly router: Router<Middleware<State>[]>;
  /** What surrounds every page. */
  app: PageComponent<unknown, State> | null;
  /** What answers when anything throws. */
  error: Route<State> | null;
}

/** What a file of a route, the error page or the app wrapper exports. */
interface RouteModule<State> {
  handler?: RouteHandler<unknown, State>;
  default?: PageComponent<unknown, State>;
}

/** What a file of middleware exports. */
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

/** The parts of a path between slashes, without the file's extension. */
function partsOf(path: string): string[] {
  return path.replace(/\.[jt]sx?$/, "").split("/");
}

/** Writes one part of a file's path as part of a pattern. */
function toPatternPart(part: string): string {
  const [, rest, name] = /^\[(\.{3})?(\w+)\]$/.exec(part) ?? [];
  if (name !== undefined) return rest ? `:${name}*` : `:${name}`;
  if (/[^\w.~-]/.test(part)) {
    throw new SyntaxError(`Unknown kind of part of a route's path: ${part}`);
  }
  return part;
}

/** The parts of a file's path that stand in its URL: groups do not. */
function urlPartsOf(path: string): string[] {
  const parts = partsOf(path).filter((part) => !/^\(.*\)$/.test(part));
  return parts.at(-1) === "index" ? parts.slice(0, -1) : parts;
}

/** The URL pattern that a route file's path stands for. */
export function toPattern(path: string): string {
  const parts = urlPartsOf(path).map(toPatternPart);
  if (parts.slice(0, -1).some((part) => part.endsWith("*"))) {
    throw new SyntaxError(`A part for the rest of a route's path must be the last: ${path}`);
  }
  return `/${parts.join("/")}`;
}

/** Among siblings: `a`, `[x]`, then what can be absent: the end, `[...x]`. */
function rank(part: string): number {
  if (part === "") return 2;
  if (part.startsWith("[...")) return 3;
  return part.startsWith("[") ? 1 : 0;
}

/** Puts the paths of route files in the order in which their patterns are tried. */
export function compareRoutePaths(a: string, b: string): number {
  const [x = "", y = ""] = [a, b].map((path) =>
    [...urlPartsOf(path), ""].map((part) => rank(part) + part).join("\0")
  );
  return x < y ? -1 : Number(x > y);
}

/** Registers the routes that are files, with the middleware, the error page and the wrapper that are. */
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
