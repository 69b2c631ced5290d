import { HttpError } from "./error.ts";

/** A pattern: `/literal`, `/:name` for one segment, a final `/:name*` for all the rest. */
interface Route<T> {
  readonly pattern: string;
  /** Position in the order of registration. */
  readonly order: number;
  /** Names of its parameters. */
  readonly names: string[];
  readonly value: T;
}

/** A node in the tree of patterns with parameters, one level for each path segment. */
class Node<T> {
  readonly literals = new Map<string, Node<T>>();
  param?: Node<T>;
  /** The pattern that ends here. */
  end?: Route<T>;
  /** The pattern whose rest is one parameter. */
  rest?: Route<T>;
}

/** The result for a path that matches a pattern. */
interface Match<T> {
  readonly pattern: string;
  readonly params: Record<string, string>;
  readonly value: T;
}

function decode(value = ""): string {
  try {
    return decodeURI(value);
  } catch (cause) {
    throw new HttpError(400, "Malformed escape in the address", { cause });
  }
}

/**
 * Finds the value registered for a path. Static paths are looked up directly. Patterns with parameters are found
 * through a tree of segments, so that the cost grows with the depth of the path and not with the number of routes. Of
 * several matches, the first registered wins.
 */
export class Router<T> {
  readonly #statics = new Map<string, T>();
  readonly #root = new Node<T>();
  #count = 0;

  /** Registers a value. The first one for a pattern stays. */
  add(pattern: string, value: T): void {
    const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    if (names.length === 0) {
      this.#statics.getOrInsert(pattern, value);
      return;
    }
    const route = { pattern, order: this.#count++, names, value };
    let node = this.#root;
    for (const part of pattern.slice(1).split("/")) {
      if (part.endsWith("*")) {
        node.rest ??= route;
        return;
      }
      node = part.startsWith(":")
        ? node.param ??= new Node()
        : node.literals.getOrInsertComputed(part, () => new Node());
    }
    node.end ??= route;
  }

  /**
   * Finds the pattern for a percent-encoded path with a leading slash.
   *
   * @throws {HttpError} 400, for a malformed parameter
   */
  match(pathname: string): Match<T> | null {
    const fixed = pathname.replace(/(?<=.)\/$/, "");
    const value = this.#statics.get(fixed);
    if (value !== undefined) return { pattern: fixed, params: {}, value };

    const segments = pathname.slice(1).split("/");
    const found: [Route<T>, string[]][] = [];
    const visit = (node: Node<T>, depth: number, values: string[]) => {
      const left = segments.slice(depth);
      if (node.rest && !left.includes("")) found.push([node.rest, [...values, left.join("/")]]);
      const [segment] = left;
      if (segment === undefined) {
        if (node.end) found.push([node.end, values]);
        return;
      }
      const literal = node.literals.get(segment);
      if (literal) visit(literal, depth + 1, values);
      if (node.param && segment !== "") visit(node.param, depth + 1, [...values, segment]);
    };
    visit(this.#root, 0, []);
    const [first] = found.sort(([a], [b]) => a.order - b.order);
    if (first === undefined) return null;
    const [route, values] = first;
    const params = route.names.map((name, i) => [name, decode(values[i])]);
    return { ...route, params: Object.fromEntries(params) };
  }
}
