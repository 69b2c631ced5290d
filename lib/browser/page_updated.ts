/** Event on the window when parts of the page, or data stored on this device, have changed. */
export const PAGE_UPDATED = "look-again";

/** Dispatches the event, so that scripts update what they mark on the page. */
export function notifyPageUpdated(): void {
  dispatchEvent(new Event(PAGE_UPDATED));
}
