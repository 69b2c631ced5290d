/** Event on the window when parts of the page, or data stored on this device, have changed. */
export const PAGE_UPDATED = "look-again";

/** Dispatches the event, so that scripts that mark parts of the page mark them again. */
export function notifyPageUpdated(): void {
  dispatchEvent(new Event(PAGE_UPDATED));
}
