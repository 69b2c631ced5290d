import type { RouteFile } from "./build.ts";
import type { Segment, Shared } from "./segments.ts";
import type { HandlerFn, Middleware, PageComponent, Route, RouteConfig } from "./types.ts";

/** A module of the folder of routes, with its exports told apart. */
interface RouteModule<State> {
  handler: unknown;
  component: PageComponent<unknown, State> | undefined;
  config: RouteConfig;
}

function isFunction<F>(value: unknown): value is F {
  return typeof value === "function";
}

function isRouteConfig(value: unknown): value is RouteConfig {
  return typeof value === "object" && value !== null;
}

function isByMethod<State>(value: unknown): value is Record<string, HandlerFn<unknown, State>> {
  return typeof value === "object" && value !== null && Object.values(value).every(isFunction);
}

function readModule<State>({ path, module }: RouteFile): RouteModule<State> {
  const exports = new Map(Object.entries(Object(module)));
  const handler = exports.get("handlers") ?? exports.get("handler");
  const component = exports.get("default");
  const config = exports.get("config");
  if (handler === undefined && component === undefined && config === undefined) {
    throw new Error(`Route file exports neither a handler nor a component nor a config: ${path}`);
  }
  if (isFunction<() => unknown>(handler) && handler.length > 1) {
    throw new Error(`Handlers take one argument: ${path}`);
  }
  return {
    handler,
    component: isFunction<PageComponent<unknown, State>>(component) ? component : undefined,
    config: isRouteConfig(config) ? config : {},
  };
}

function toRoute<State>(file: RouteFile): Route<State> {
  const { handler, component, config } = readModule<State>(file);
  if (handler === undefined) return { component, config };
  if (!isFunction<HandlerFn<unknown, State>>(handler) && !isByMethod<State>(handler)) {
    throw new Error(`Handler is neither a function nor an object of functions: ${file.path}`);
  }
  return { handler, component, config };
}

function toMiddlewares<State>(file: RouteFile): Middleware<State>[] {
  const { handler, component } = readModule<State>(file);
  const middlewares = [handler ?? component ?? Object(file.module).default].flat();
  if (!middlewares.every((middleware) => isFunction<Middleware<State>>(middleware))) {
    throw new Error(`Middleware is neither a function nor a list of functions: ${file.path}`);
  }
  return middlewares;
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

/** The URL pattern that a route file's path stands for. */
export function toPattern(path: string): string {
  const parts = partsOf(path).filter((part) => !isGroup(part));
  if (parts.at(-1) === "index") parts.pop();
  const pattern = parts.map(toPatternPart).join("") || "/";
  // An optional parameter that is the whole path: the root itself keeps its slash.
  return pattern.replace(/^\{\/(:\w+)\}\?$/, "/{$1}?");
}

/** Among siblings: `a`, `a-[x]`, `[x]`, then what can be absent: the end, `[[x]]`, `[...x]`. */
function rank(part: string | undefined): number {
  if (part === undefined || part === "index") return 3;
  if (part.startsWith("[...")) return 5;
  if (part.startsWith("[[")) return 4;
  if (/^\[\w+\]$/.test(part)) return 2;
  return part.includes("[") ? 1 : 0;
}

/** Puts the paths of route files in the order in which their patterns are tried. */
export function compareRoutePaths(a: string, b: string): number {
  const [left, right] = [a, b].map((path) => partsOf(path).filter((part) => !isGroup(part)));
  const length = Math.max(left?.length ?? 0, right?.length ?? 0);
  for (let i = 0; i < length; i++) {
    const [x, y] = [left?.[i], right?.[i]];
    if (rank(x) !== rank(y)) return rank(x) - rank(y);
    if (x !== undefined && y !== undefined && x !== y) return x < y ? -1 : 1;
  }
  return a < b ? -1 : Number(a > b);
}

/** A route of a file, ready to be registered. */
export interface FileRoute<State> {
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
  shared: Shared<State>,
): FileRoute<State>[] {
  const routes: RouteFile[] = [];
  for (const file of files) {
    const segment = segmentOf(file.path, root);
    const name = partsOf(file.path).at(-1);
    if (name === "_app") {
      shared.app = readModule<State>(file).component ?? null;
    } else if (name === "_404") {
      shared.notFound = toRoute(file);
    } else if (name === "_error" || name === "_500") {
      segment.files.error = toRoute(file);
      segment.hasFiles = true;
    } else if (name === "_layout") {
      const { component, config } = readModule<State>(file);
      if (component !== undefined) segment.files.layout = { component, config };
      segment.hasFiles = true;
    } else if (name === "_middleware") {
      segment.files.middlewares.push(...toMiddlewares<State>(file));
      segment.hasFiles = true;
    } else {
      routes.push(file);
    }
  }
  return routes.sort((a, b) => compareRoutePaths(a.path, b.path)).map((file) => {
    const route = toRoute<State>(file);
    const pattern = route.config?.routeOverride ?? toPattern(file.path);
    return { pattern, segment: segmentOf(file.path, root), route };
  });
}

/** The segment of the folder that a file lies in; groups are segments too. */
function segmentOf<State>(path: string, root: Segment<State>): Segment<State> {
  const folder = partsOf(path).slice(0, -1);
  return root.descend(
    folder.map((part) => isGroup(part) ? part : toPatternPart(part).slice(1)).join("/"),
  );
}
