import { type ComponentChildren, isValidElement } from "preact";

/**
 * True if the value is markup, alone or in an array.
 * @example `containsMarkup([<p />, "text"])` is true, `containsMarkup(["text"])` is not.
 */
export function containsMarkup(value: unknown): value is ComponentChildren {
  if (Array.isArray(value)) return value.some(containsMarkup);
  // An object without a prototype has no constructor, which is how Preact recognizes markup.
  return isValidElement(value) && Object.getPrototypeOf(value) !== null;
}

/**
 * Writes the props of all islands of a page as JSON for `revive()` in client.ts. Besides plain data, it contains
 * `{"$": "slot", "v": number}` for markup and `{"$": "@", "v": number}` for an earlier object, of the same or another
 * island. Writer and reader number objects in the order in which they begin. `{"$": "@"}` alone means undefined.
 *
 * @param slotOf returns the index of a slot for the markup that represents it, or null for other markup.
 * @throws {TypeError} naming the prop, for anything but plain data.
 */
export function serializeProps(
  islands: readonly { name: string; props: object }[],
  slotOf: (value: unknown) => number | null,
): string {
  const numbers = new Map<object, number>();

  function refuse(what: string, path: string): never {
    throw new TypeError(`Cannot send ${what} to an island: ${path}`);
  }

  function encodeObject(value: object, path: string): unknown {
    const slot = slotOf(value);
    if (slot !== null) return { $: "slot", v: slot };
    if (Array.isArray(value)) return Array.from(value, (item, i) => encode(item, `${path}[${i}]`));
    if (Object.getPrototypeOf(value) !== Object.prototype) {
      refuse(`an object of class ${value.constructor?.name}`, path);
    }
    if (isValidElement(value)) refuse("markup inside other data", path);
    if ("$" in value) refuse("a key $", path);
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, encode(item, `${path}.${key}`)]),
    );
  }

  function encode(value: unknown, path: string): unknown {
    if (value === undefined) return { $: "@" };
    if (["function", "symbol", "bigint"].includes(typeof value)) refuse(`a ${typeof value}`, path);
    if (typeof value === "number" && !Number.isFinite(value)) refuse(String(value), path);
    if (typeof value !== "object" || value === null) return value;

    const known = numbers.get(value);
    if (known !== undefined) return { $: "@", v: known };
    numbers.set(value, numbers.size);
    return encodeObject(value, path);
  }

  return JSON.stringify(islands.map(({ name, props }) => encode({ ...props }, name)));
}
