import { type ComponentChildren, isValidElement } from "preact";

/** A signal of any kind, told by its shape as islands may use another copy of the library. */
interface SignalLike {
  peek(): unknown;
}

function isSignal(value: unknown): value is SignalLike {
  return typeof value === "object" && value !== null && "peek" in value && "value" in value &&
    typeof value.peek === "function";
}

/**
 * Whether the value is markup, alone or in a list.
 * @example `containsMarkup([<p />, "text"])` is true, `containsMarkup(["text"])` is not.
 */
export function containsMarkup(value: unknown): value is ComponentChildren {
  if (Array.isArray(value)) return value.some(containsMarkup);
  return isValidElement(value) && !isSignal(value);
}

/** Whether the value is text that markup can hold, alone or in a list. */
export function containsText(value: unknown): value is ComponentChildren {
  if (Array.isArray(value)) return value.some(containsText);
  return typeof value === "string" || typeof value === "number";
}

/**
 * Writes the props of all islands of a page as JSON that `revive()` in client.ts reads. What JSON
 * has no form for becomes `{"$": kind, "v": content}`; a plain object that has a key `$` itself
 * becomes kind `o`. What comes again, in itself or in another island, becomes kind `@` with its
 * number: the reader counts as the writer does, by when objects begin.
 *
 * `slotOf` gives the number of a slot for the markup that stands for it, or null for other markup.
 * `hasSignals`: true if reading it needs signals.
 * @example Of `[{ name: "Counter", props: { count: 1n } }]` the JSON is `[{"count":{"$":"b","v":"1"}}]`.
 * @throws {TypeError} naming the prop, for functions, symbols and objects of other classes.
 */
export function serializeProps(
  islands: readonly { name: string; props: object }[],
  slotOf: (value: unknown) => number | null,
): { json: string; hasSignals: boolean } {
  const numbers = new Map<object, number>();
  let count = 0; // of what has begun that the reader counts
  let hasSignals = false;

  function refuse(what: string, path: string): never {
    throw new TypeError(`Cannot send ${what} to an island: ${path}`);
  }

  function encodeObject(value: object, path: string): unknown {
    const slot = slotOf(value);
    if (slot !== null) return { $: "slot", v: slot };
    if (isSignal(value)) {
      hasSignals = true;
      return { $: "s", v: encode(value.peek(), `${path}.value`) };
    }
    if (isValidElement(value)) refuse("markup inside other data", path);
    if (Array.isArray(value)) return Array.from(value, (item, i) => encode(item, `${path}[${i}]`));
    if (value instanceof Date) return { $: "d", v: value.getTime() };
    if (value instanceof URL) return { $: "l", v: value.href };
    if (value instanceof RegExp) return { $: "r", v: [value.source, value.flags] };
    if (value instanceof Set) return { $: "e", v: encode([...value], path) };
    if (value instanceof Map) return { $: "m", v: encode([...value], path) };
    if (value instanceof Uint8Array) return { $: "y", v: value.toBase64() };
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) {
      refuse(`an object of class ${value.constructor.name}`, path);
    }
    const entries = Object.entries(value);
    if ("$" in value) return { $: "o", v: encode(entries, path) };
    return Object.fromEntries(
      entries.map(([key, item]) => [key, encode(item, `${path}.${key}`)]),
    );
  }

  function odd($: string, v?: string) {
    count++;
    return { $, v };
  }

  function encode(value: unknown, path: string): unknown {
    if (typeof value === "function" || typeof value === "symbol") refuse(`a ${typeof value}`, path);
    if (value === undefined) return odd("u");
    if (typeof value === "bigint") return odd("b", String(value));
    if (Object.is(value, -0)) return odd("n", "-0");
    if (typeof value === "number" && !Number.isFinite(value)) return odd("n", String(value));
    if (typeof value !== "object" || value === null) return value;

    const known = numbers.get(value);
    if (known !== undefined) return { $: "@", v: known };
    numbers.set(value, count++);
    return encodeObject(value, path);
  }

  const json = JSON.stringify(islands.map(({ name, props }) => encode({ ...props }, name)));
  return { json, hasSignals };
}
