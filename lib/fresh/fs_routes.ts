import type { RouteFile } from "./build.ts";
import type { Middleware, Route, RouteHandler } from "./handlers.ts";
import type { Segment } from "./segments.ts";
import type { PageComponent, RouteConfig } from "./types.ts";

/** What a file of a route, a layout, an error page or the app wrapper exports. */
interface RouteModule<State> {
  handler?: RouteHandler<unknown, State>;
  handlers?: RouteHandler<unknown, State>;
  default?: PageComponent<unknown, State>;
  config?: RouteConfig;
}

/** What a file of middleware exports. */
type MiddlewareModule<State> = {
  [Name in "handler" | "handlers" | "default"]?: Middleware<State> | Middleware<State>[];
};

function toRoute<State>({ path, module }: RouteFile): Route<State> {
  const exports: RouteModule<State> = module;
  const { handlers, handler = handlers, default: component, config } = exports;
  if (handler === undefined && component === undefined) {
    throw new Error(`Route file exports neither a handler nor a component: ${path}`);
  }
  if (typeof handler === "function" && handler.length > 1) {
    throw new Error(`Handlers take one argument: ${path}`);
  }
  return { handler, component, config };
}

function toMiddlewares<State>({ path, module }: RouteFile): Middleware<State>[] {
  const exports: MiddlewareModule<State> = module;
  const middleware = exports.handler ?? exports.handlers ?? exports.default;
  if (middleware === undefined) throw new Error(`Middleware file exports no middleware: ${path}`);
  return [middleware].flat();
}

/** The parts of a path between slashes, without the file's extension. */
function partsOf(path: string): string[] {
  return path.replace(/\.[jt]sx?$/, "").split("/");
}

/** Writes one part of a file's path as part of a URL pattern, with its slash. */
function toPatternPart(part: string): string {
  const [, rest, optional] = /^\[\.\.\.(\w+)\]$|^\[\[(\w+)\]\]$/.exec(part) ?? [];
  if (rest !== undefined) return `/:${rest}*`;
  if (optional !== undefined) return `{/:${optional}}?`;
  if (/\]\[|\[\[|\]\]/.test(part)) throw new SyntaxError(`Invalid part of a route's path: ${part}`);
  return `/${part.replace(/\[(\w+)\]/g, ":$1")}`;
}

const isGroup = (part: string) => part.startsWith("(") && part.endsWith(")");

/** The parts of a file's path that stand in its URL. */
function urlPartsOf(path: string): string[] {
  const parts = partsOf(path).filter((part) => !isGroup(part));
  return parts.at(-1) === "index" ? parts.slice(0, -1) : parts;
}

/** The URL pattern that a route file's path stands for. */
export function toPattern(path: string): string {
  const pattern = urlPartsOf(path).map(toPatternPart).join("") || "/";
  // An optional parameter that is the whole path: the root itself keeps its slash.
  return pattern.replace(/^\{\/(:\w+)\}\?$/, "/{$1}?");
}

/** Among siblings: `a`, `a-[x]`, `[x]`, then what can be absent: the end, `[[x]]`, `[...x]`. */
function rank(part: string): number {
  if (part === "") return 3;
  if (part.startsWith("[...")) return 5;
  if (part.startsWith("[[")) return 4;
  if (/^\[\w+\]$/.test(part)) return 2;
  return part.includes("[") ? 1 : 0;
}

/** Puts the paths of route files in the order in which their patterns are tried. */
export function compareRoutePaths(a: string, b: string): number {
  const [x = "", y = ""] = [a, b].map((path) =>
    [...urlPartsOf(path), ""].map((part) => rank(part) + part).join("\0")
  );
  return x < y ? -1 : Number(x > y);
}

/** A route of a file, ready to be registered. */
interface FileRoute<State> {
  pattern: string;
  segment: Segment<State>;
  route: Route<State>;
}

/**
 * Registers the layouts, middleware, error pages and the wrapper that are files, below `root`, and
 * gives the routes that are files, in the order in which they are to be registered.
 */
export function applyFiles<State>(
  files: readonly RouteFile[],
  root: Segment<State>,
): FileRoute<State>[] {
  const routes: (FileRoute<State> & { path: string })[] = [];
  for (const file of files) {
    const { path } = file;
    const segment = segmentOf(path, root);
    const name = partsOf(path).at(-1);
    if (name === "_middleware") {
      segment.middlewares.push(...toMiddlewares<State>(file));
      continue;
    }
    const route = toRoute<State>(file);
    const { component, config = {} } = route;
    if (name === "_app") root.shared.app = component ?? null;
    else if (name === "_404") root.shared.notFound = route;
    else if (name === "_error") segment.error = route;
    else if (name === "_layout") segment.layout = component ? { component, config } : null;
    else routes.push({ path, pattern: config.routeOverride ?? toPattern(path), segment, route });
  }
  return routes.sort((a, b) => compareRoutePaths(a.path, b.path));
}

/** The segment of the folder that a file lies in; groups are segments too. */
function segmentOf<State>(path: string, root: Segment<State>): Segment<State> {
  const folder = partsOf(path).slice(0, -1);
  return root.descend(
    folder.map((part) => isGroup(part) ? part : toPatternPart(part).slice(1)).join("/"),
  );
}
