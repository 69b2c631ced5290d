import { useEffect } from "preact/hooks";
import { loadAnew } from "@/lib/browser/sent_form.ts";

/**
 * Removes the name from the page as soon as the reader hides it, however slow the next page is, when the phone is
 * locked, and when the page is left, because the next person with the phone could go back to it.
 */
export default function LeaveNoName() {
  // The listeners are never removed.
  useEffect(() => {
    // Captures, because `OfflineBar` stops the event while there is no network.
    addEventListener("submit", () => document.querySelector(".gift-opened")?.remove(), true);
    const main = document.querySelector("main");
    addEventListener("pagehide", () => main?.replaceChildren());
    const clear = () => {
      // A page that is left is already empty, and leads elsewhere.
      if (!document.hidden || !main?.hasChildNodes()) return;
      main.replaceChildren();
      loadAnew(location.pathname);
    };
    document.addEventListener("visibilitychange", clear);
    // The phone may have been locked before the name arrived.
    clear();
  }, []);
  return null;
}
