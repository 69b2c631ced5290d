import { useEffect } from "preact/hooks";

/**
 * Removes the name from the page as soon as the reader hides it, however slow the next page is, and when the page is
 * left, because the next person with the phone could go back to it.
 */
export default function LeaveNoName() {
  // The listeners are never removed.
  useEffect(() => {
    // Captures, because `OfflineBar` stops the event while there is no network.
    addEventListener("submit", () => document.querySelector(".gift-opened")?.remove(), true);
    addEventListener("pagehide", () => document.querySelector("main")?.replaceChildren());
  }, []);
  return null;
}
