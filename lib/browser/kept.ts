/** Reads and writes what this browser stores of its user's work. Fails silently if the browser stores nothing. */

/** Reads a value. @param storage by default outlives the tab @returns null without a value */
export function readKept(key: string, storage = () => localStorage): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value as JSON. @param value null to remove it */
export function keep(key: string, value: object | true | null, storage = () => localStorage): void {
  try {
    if (value) storage().setItem(key, JSON.stringify(value));
    else storage().removeItem(key);
  } catch {
    // Nothing can be done about it.
  }
}
