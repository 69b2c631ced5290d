import { useLayoutEffect } from "preact/hooks";

/**
 * Takes the name out of the page when it is to be hidden, however long the next page takes, and as the page is left: the
 * next person with the phone could go back to it.
 */
export default function LeaveNoName() {
  useLayoutEffect(() => {
    const hide = () => document.querySelector(".gift-opened")?.remove();
    const leave = () => document.querySelector("main")?.replaceChildren();
    // On its way down: without a network the form goes no further.
    addEventListener("submit", hide, true);
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("submit", hide, true);
      removeEventListener("pagehide", leave);
    };
  }, []);
  return null;
}
