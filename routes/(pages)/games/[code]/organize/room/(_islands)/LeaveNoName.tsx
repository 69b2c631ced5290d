import { useLayoutEffect } from "preact/hooks";

/** Takes the name out of the page as it is left: who has the phone next could go back to it. */
export default function LeaveNoName() {
  useLayoutEffect(() => {
    const leave = () => document.querySelector("main")?.replaceChildren();
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, []);
  return null;
}
