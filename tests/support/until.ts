import assert from "node:assert/strict";

/**
 * Maximum wait of a test for something that must happen, in ms. Far longer than any load delays it, so that it only
 * makes a test that would hang fail with a name.
 */
export const LONGEST_WAIT = 600_000;

/**
 * Waits until something has happened.
 *
 * @param look returns it; undefined or false if it is not there yet.
 * @param what says what is missing, for the error.
 * @param pause between two checks, in ms; longer if a check burdens others.
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
