/** Told to the whole window where parts of the page are new, or what was kept on this device is. */
export const LOOK_AGAIN = "look-again";

/** Has everything that marks parts of the page mark them again. */
export function lookAgain(): void {
  dispatchEvent(new Event(LOOK_AGAIN));
}
