import { useEffect } from "preact/hooks";

/**
 * Takes the name out of the page when it is to be hidden, however long the next page takes, and as the page is left: the
 * next person with the phone could go back to it.
 */
export default function LeaveNoName() {
  // For as long as the page lasts.
  useEffect(() => {
    // On its way down: without a network the form goes no further.
    addEventListener("submit", () => document.querySelector(".gift-opened")?.remove(), true);
    addEventListener("pagehide", () => document.querySelector("main")?.replaceChildren());
  }, []);
  return null;
}
