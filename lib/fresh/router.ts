import { HttpError } from "./error.ts";
import type { Method } from "./types.ts";

/** What the router knows of one pattern. */
interface Route<T> {
  readonly pattern: string;
  /** Position in the order of registration. */
  readonly order: number;
  readonly byMethod: Map<string, T>;
  /** Finds the parameters in a path, given in segments too; null if the path does not match. */
  readonly params: (segments: string[], path: string) => Record<string, string> | null;
}

/** A node of the index of dynamic patterns: one level for each segment of the path. */
class Node<T> {
  readonly literals = new Map<string, Node<T>>();
  param: Node<T> | null = null;
  /** Patterns that end here. */
  readonly ends: Route<T>[] = [];
  /** Patterns of which the rest is left to a URLPattern. */
  readonly tails: Route<T>[] = [];
}

/** The answer to a path that some pattern matches. */
interface Match<T> {
  readonly pattern: string;
  readonly params: Record<string, string>;
  /** What was registered for the method; null if only other methods were. */
  readonly value: T | null;
  /** The methods registered for the pattern. */
  readonly methods: () => string[];
}

const SPECIAL = /[*:{}+?()]/;

/** A whole literal or `:name` segment, and whether an optional group opens behind it. */
const PLAIN_SEGMENT = /^(?::(\w+)|([^*:{}+?()]*))(\{?)$/;

/** The path as a URL holds it: percent-encoded. */
function encodePath(path: string): string {
  return new URL(path, "http://localhost").pathname;
}

function decode(value = ""): string {
  try {
    return decodeURI(value);
  } catch (cause) {
    throw new HttpError(400, "Malformed escape in the address", { cause });
  }
}

/**
 * Finds what is registered for a method and a path. Static paths are looked up exactly; dynamic
 * patterns are found through an index by segments, so that the work for a request grows with the
 * depth of the path and not with the number of routes. Of the dynamic patterns that match, the one
 * registered first answers.
 */
export class Router<T> {
  readonly #statics = new Map<string, Route<T>>();
  readonly #dynamics = new Map<string, Route<T>>();
  readonly #root = new Node<T>();

  /** Registers a value. Of several for one pattern and method the first stays. */
  add(method: Method, pattern: string, value: T): void {
    const { byMethod } = SPECIAL.test(pattern)
      ? this.#dynamic(pattern === "*" ? "/*" : pattern)
      : this.#static(pattern);
    if (!byMethod.has(method)) byMethod.set(method, value);
  }

  /**
   * Finds the pattern for a path that is percent-encoded and begins with a slash.
   *
   * @throws {HttpError} 400, for a parameter that is malformed
   */
  match(method: string, pathname: string): Match<T> | null {
    const fixed = this.#statics.get(pathname) ??
      (pathname.endsWith("/") ? this.#statics.get(pathname.slice(0, -1)) : undefined);
    if (fixed !== undefined) return toMatch(fixed, method, {});

    const segments = pathname.slice(1).split("/");
    for (const route of this.#candidates(segments)) {
      const params = route.params(segments, pathname);
      if (params !== null) return toMatch(route, method, params);
    }
    return null;
  }

  /** How many dynamic patterns a path has to be compared with: the work of {@linkcode match}. */
  countCandidates(pathname: string): number {
    return this.#candidates(pathname.slice(1).split("/")).length;
  }

  #candidates(segments: string[]): Route<T>[] {
    const found: Route<T>[] = [];
    const visit = (node: Node<T>, depth: number) => {
      found.push(...node.tails);
      const segment = segments[depth];
      if (segment === undefined) {
        found.push(...node.ends);
        return;
      }
      const literal = node.literals.get(segment);
      if (literal !== undefined) visit(literal, depth + 1);
      if (node.param !== null && segment !== "") visit(node.param, depth + 1);
    };
    visit(this.#root, 0);
    return found.sort((a, b) => a.order - b.order);
  }

  #static(pattern: string): Route<T> {
    const key = encodePath(pattern).replace(/(?<=.)\/$/, "");
    return this.#statics.getOrInsertComputed(key, () => ({
      pattern,
      order: 0,
      byMethod: new Map(),
      params: () => ({}),
    }));
  }

  #dynamic(pattern: string): Route<T> {
    return this.#dynamics.getOrInsertComputed(pattern, () => {
      let node = this.#root;
      let isPlain = true;
      const names: [index: number, name: string][] = [];
      const parts = pattern.startsWith("/") ? pattern.slice(1).split("/") : [pattern];
      for (const [index, part] of parts.entries()) {
        const [matched, name, literal = "", opening] = PLAIN_SEGMENT.exec(part) ?? [];
        if (name !== undefined) {
          names.push([index, name]);
          node = node.param ??= new Node<T>();
        } else if (matched !== undefined) {
          const key = encodePath(`/${literal}`).slice(1);
          node = node.literals.getOrInsertComputed(key, () => new Node());
        }
        isPlain = opening === "";
        if (!isPlain) break;
      }
      const params = isPlain ? paramsAt(names) : groupsOf(new URLPattern({ pathname: pattern }));
      const route = { pattern, order: this.#dynamics.size, byMethod: new Map(), params };
      (isPlain ? node.ends : node.tails).push(route);
      return route;
    });
  }
}

function toMatch<T>(route: Route<T>, method: string, params: Record<string, string>): Match<T> {
  const { pattern, byMethod } = route;
  const value = byMethod.get(method) ?? (method === "HEAD" ? byMethod.get("GET") : undefined);
  return { pattern, params, value: value ?? null, methods: () => [...byMethod.keys()] };
}

/** Takes parameters from their places, where the index alone decides a match. */
function paramsAt(names: [index: number, name: string][]): Route<unknown>["params"] {
  return (segments) => {
    const params: Record<string, string> = {};
    for (const [index, name] of names) params[name] = decode(segments[index]);
    return params;
  };
}

/** Finds parameters where a URLPattern decides: catch-alls, optional and mixed segments. */
function groupsOf(matcher: URLPattern): Route<unknown>["params"] {
  return (_, pathname) => {
    const match = matcher.exec({ pathname });
    if (match === null) return null;
    const params: Record<string, string> = {};
    for (const [name, group] of Object.entries(match.pathname.groups)) params[name] = decode(group);
    return params;
  };
}
