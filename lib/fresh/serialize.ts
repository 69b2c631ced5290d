import { type ComponentChildren, isValidElement } from "preact";

/** A signal of any kind, told by its shape as islands may use another copy of the library. */
interface SignalLike {
  peek(): unknown;
}

export function isSignal(value: unknown): value is SignalLike {
  return typeof value === "object" && value !== null && "peek" in value && "value" in value &&
    typeof value.peek === "function";
}

/** Whether the value is markup, alone or in a list. */
export function containsMarkup(value: unknown): value is ComponentChildren {
  if (Array.isArray(value)) return value.some(containsMarkup);
  return isValidElement(value) && !isSignal(value);
}

/**
 * Writes the props of all islands of a page as JSON that `revive()` in client.ts reads. What JSON
 * has no form for becomes `{"$": kind, "v": content}`; a plain object that has a key `$` itself
 * becomes kind `o`. A signal that several islands share is written once.
 *
 * `slotOf` gives the number of a slot for the markup that stands for it, or null for other markup.
 * `hasSignals` tells whether reading it needs signals.
 *
 * @throws {TypeError} naming the prop, for functions, symbols, cycles and objects of other classes.
 */
export function serializeProps(
  islands: readonly { name: string; props: object }[],
  slotOf: (value: unknown) => number | null,
): { json: string; hasSignals: boolean } {
  const signals = new Map<object, number>();
  const ancestors = new Set<object>();

  function refuse(what: string, path: string): never {
    throw new TypeError(`Cannot send ${what} to an island: ${path}`);
  }

  function encodeObject(value: object, path: string): unknown {
    const slot = slotOf(value);
    if (slot !== null) return { $: "slot", v: slot };
    if (isSignal(value)) {
      const known = signals.get(value);
      if (known !== undefined) return { $: "s", v: [known] };
      const index = signals.size;
      signals.set(value, index);
      return { $: "s", v: [index, encode(value.peek(), `${path}.value`)] };
    }
    if (isValidElement(value)) refuse("markup inside other data", path);
    if (Array.isArray(value)) return Array.from(value, (item, i) => encode(item, `${path}[${i}]`));
    if (value instanceof Date) return { $: "d", v: encode(value.getTime(), path) };
    if (value instanceof URL) return { $: "l", v: value.href };
    if (value instanceof RegExp) return { $: "r", v: [value.source, value.flags] };
    if (value instanceof Set) return { $: "e", v: encode([...value], path) };
    if (value instanceof Map) return { $: "m", v: encode([...value], path) };
    if (value instanceof Uint8Array) {
      return { $: "y", v: btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join("")) };
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) {
      refuse(`an object of class ${value.constructor.name}`, path);
    }
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
      .map(([key, item]): [string, unknown] => [key, encode(item, `${path}.${key}`)]);
    return "$" in value ? { $: "o", v: entries } : Object.fromEntries(entries);
  }

  function encode(value: unknown, path: string): unknown {
    if (typeof value === "function" || typeof value === "symbol") refuse(`a ${typeof value}`, path);
    if (value === undefined) return { $: "u" };
    if (typeof value === "bigint") return { $: "b", v: String(value) };
    if (Object.is(value, -0)) return { $: "n", v: "-0" };
    if (typeof value === "number" && !Number.isFinite(value)) return { $: "n", v: String(value) };
    if (typeof value !== "object" || value === null) return value;

    if (ancestors.has(value)) refuse("data that contains itself", path);
    ancestors.add(value);
    const encoded = encodeObject(value, path);
    ancestors.delete(value);
    return encoded;
  }

  const json = JSON.stringify(islands.map(({ name, props }) => encode({ ...props }, name)));
  return { json, hasSignals: signals.size > 0 };
}
