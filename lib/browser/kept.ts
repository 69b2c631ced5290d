/** What this browser keeps of someone's work. A browser that stores nothing silently forgets it. */

/** @param storage by default what survives a closed tab. @returns null if there is nothing */
export function readKept(key: string, storage = () => localStorage): unknown {
  try {
    return JSON.parse(storage().getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param value as JSON; null: nothing is kept any more */
export function keep(key: string, value: object | true | null, storage = () => localStorage): void {
  try {
    if (value) storage().setItem(key, JSON.stringify(value));
    else storage().removeItem(key);
  } catch {
    // There is nothing to be done about it.
  }
}
