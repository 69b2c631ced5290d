import type { KnownGame } from "./world.ts";
import type { Values } from "./values.ts";

/** A request to send. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** A photo, instead of a body. */
  photo?: Uint8Array<ArrayBuffer>;
}

interface Operation {
  path: string;
  method: string;
  parameters: { name: string; in: string }[];
  schema: unknown;
  takesPhoto: boolean;
}

/** A property of a parsed JSON value. */
function member(value: unknown, ...names: string[]): unknown {
  let found = value;
  for (const name of names) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Object.getOwnPropertyDescriptor(found, name)?.value;
  }
  return found;
}

function members(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** Requests for every operation in the service's own OpenAPI document. */
export class ApiRequests {
  readonly #operations: Operation[];

  /** @param document the answer of `/api/openapi.json` */
  constructor(readonly document: unknown, readonly values: Values) {
    this.#operations = members(member(document, "paths")).flatMap(([path, methods]) =>
      members(methods).map(([method, operation]): Operation => ({
        path,
        method: method.toUpperCase(),
        parameters: members(member(operation, "parameters")).map(([, one]) => ({
          name: String(member(one, "name")),
          in: String(member(one, "in")),
        })),
        schema: member(operation, "requestBody", "content", "application/json", "schema"),
        takesPhoto: member(operation, "requestBody", "content", "image/webp") !== undefined,
      }))
    );
  }

  /** A valid request for a new game. */
  creation(): FuzzRequest {
    const { chance } = this.values;
    const people = 3 + chance.below(6);
    const names = Array.from({ length: people }, (_, index) => `P${index} ${chance.below(1e6)}`);
    return {
      method: "POST",
      path: "/api/games",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        name: `Game ${chance.below(1e9)}`,
        date: this.values.chance.is(0.3) ? new Date().toISOString().slice(0, 10) : "2099-12-24",
        organizerEmail: this.values.address(),
        isProtected: chance.is(0.6),
        sendEmails: chance.is(0.3),
        participants: names.map((name) => ({ name, email: this.values.address() })),
        exclusions: chance.is(0.5) ? [[names[0], names[1]]] : [],
        households: chance.is(0.3) && people > 5 ? [names.slice(0, 2)] : [],
      }),
    };
  }

  any(): FuzzRequest {
    const { chance } = this.values;
    const { path, method, parameters, schema, takesPhoto } = chance.weighted(
      this.#operations.map((one) => [weightOf(one), one] as const),
    );
    const game = this.values.game();
    const query = new URLSearchParams();
    const headers: Record<string, string> = {};
    for (const { name, in: place } of parameters) {
      if (place === "path" || chance.is(0.55)) continue;
      const value = this.values.text(place === "header" ? nameOfHeader(name) : name, game);
      if (place === "query") query.append(name, value);
      else headers[name] = value.replaceAll(/[^ -~]/g, "").trim();
    }
    const address = path.replace("{code}", this.values.code(game))
      .replace("{photo}", encodeURIComponent(this.values.photo(game).toWellFormed())) +
      (query.size > 0 ? `?${query}` : "");
    if (takesPhoto) return { method, path: address, headers, photo: this.values.photoBytes() };
    if (schema === undefined) {
      return { method: chance.is(0.05) ? "HEAD" : method, path: address, headers };
    }
    const body: unknown = this.#value(schema, "", game);
    return {
      method: chance.is(0.02) ? chance.pick(["PUT", "PATCH", "DELETE", "OPTIONS"]) : method,
      path: address,
      headers: { ...headers, "content-type": "application/json" },
      body: this.#written(chance.is(0.2) ? this.#broken(body) : body),
    };
  }

  #written(body: unknown): string {
    const { chance } = this.values;
    const text = JSON.stringify(body) ?? "";
    if (chance.is(0.01)) return text.slice(0, chance.below(text.length + 1));
    if (chance.is(0.002)) return `${text.slice(0, -1)},"more":"${"x".repeat(300_000)}"}`;
    return text;
  }

  /** The same value with one part made invalid. */
  #broken(body: unknown): unknown {
    const { chance } = this.values;
    if (typeof body !== "object" || body === null || chance.is(0.05)) return this.values.wrong();
    const keys = Object.keys(body);
    if (keys.length === 0) return this.values.wrong();
    const key = chance.pick(keys);
    const changed = chance.weighted<() => unknown>([
      [3, () => undefined],
      [4, () => this.values.wrong()],
      [3, () => this.values.hostile()],
      [4, () => this.#broken(member(body, key))],
    ])();
    return Array.isArray(body)
      ? body.with(Number(key), changed)
      : { ...body, [key]: changed, ...(chance.is(0.1) ? { __proto__: 1, more: [1] } : {}) };
  }

  #value(schema: unknown, name: string, game: KnownGame | null): unknown {
    const { chance } = this.values;
    const reference = member(schema, "$ref");
    if (typeof reference === "string") {
      return this.#value(member(this.document, ...reference.split("/").slice(1)), name, game);
    }
    const choices = member(schema, "oneOf") ?? member(schema, "anyOf");
    if (Array.isArray(choices)) return this.#value(chance.pick(choices), name, game);
    const constant = member(schema, "const");
    if (constant !== undefined) return constant;
    const allowed = member(schema, "enum");
    if (Array.isArray(allowed)) return chance.pick(allowed);
    switch (member(schema, "type")) {
      case "object":
        return this.#object(schema, game);
      case "array":
        return this.#list(schema, name, game);
      case "boolean":
        return chance.is(0.5);
      case "integer":
      case "number":
        // The revision of a list that has rarely changed.
        return name === "revision" && chance.is(0.8) ? chance.below(3) : chance.below(100) - 10;
      default:
        return this.values.text(name, game);
    }
  }

  #object(schema: unknown, game: KnownGame | null): Record<string, unknown> {
    const required = member(schema, "required");
    const names = Array.isArray(required) ? required : [];
    // Tokens are usually included, because otherwise hardly any request would succeed.
    return Object.fromEntries(
      members(member(schema, "properties")).flatMap(([name, of]) =>
        names.includes(name) || this.values.chance.is(/Token$/.test(name) ? 0.8 : 0.4)
          ? [[name, this.#value(of, name, game)]]
          : []
      ),
    );
  }

  #list(schema: unknown, name: string, game: KnownGame | null): unknown[] {
    const { chance } = this.values;
    if (name === "exclusions" || name === "households" || name === "oneWayExclusions") {
      const size = name === "households" ? 3 : 2;
      return Array.from(
        { length: chance.below(3) },
        () => Array.from({ length: size }, () => this.values.reference(game)),
      );
    }
    const length = name === "participants" ? 3 + chance.below(5) : chance.below(4);
    return Array.from({ length }, () => this.#value(member(schema, "items"), name, game));
  }
}

/** Changes of a game are where most can go wrong, and after its deletion there is nothing left to request. */
function weightOf({ path, method }: Operation): number {
  if (method === "PATCH") return 60;
  if (method === "DELETE") return 1;
  if (path === "/api/games") return 4;
  if (path.startsWith("/api/games/{code}")) return 20;
  return path.startsWith("/api/email") ? 8 : 1;
}

function nameOfHeader(name: string): string {
  return name.replace("x-", "").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
