/** Told to the whole window where parts of the page are new, or what was kept on this device is. */
export const PAGE_UPDATED = "look-again";

/** Has everything that marks parts of the page mark them again. */
export function notifyPageUpdated(): void {
  dispatchEvent(new Event(PAGE_UPDATED));
}
