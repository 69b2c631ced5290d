import assert from "node:assert/strict";

/**
 * The longest wait of a test for something that must come, in ms. Far beyond what any load delays, so it only
 * makes a test that would hang fail with a name.
 */
export const LONGEST_WAIT = 600_000;

/**
 * Waits until something has come.
 *
 * @param look finds it; undefined or false: not yet.
 * @param what says what is missing where it never comes.
 * @param pause between two looks, in ms: longer where a look is work for others.
 * @returns what was found.
 */
export async function until<Found>(
  look: () => Found | undefined | false | Promise<Found | undefined | false>,
  what: string | (() => string | Promise<string>),
  pause = 10,
): Promise<Found> {
  for (const deadline = performance.now() + LONGEST_WAIT;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline) {
      assert.fail(`Never came: ${typeof what === "string" ? what : await what()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
