import { useEffect } from "preact/hooks";
import { hasTyped, loadAnew } from "@/lib/browser/sent_form.ts";

/** Whose page it is, in which game. */
interface OnePersonProps {
  code: string;
  id: string;
}

/** Reloads the page when another tab signs in someone else, because forms are sent as the last person signed in. */
export default function OnePerson({ code, id }: OnePersonProps) {
  // For as long as the page is there.
  useEffect(() => {
    // Out of the browser's memory it has heard of no one.
    addEventListener("pageshow", ({ persisted }) =>
      persisted &&
      import("@/lib/browser/held_forms.ts").then(({ comeBack }) => comeBack(id), () =>
        hasTyped() || loadAnew()));
    try {
      const tabs = new BroadcastChannel(`game ${code}`);
      tabs.onmessage = ({ data }) => data !== id && loadAnew();
      tabs.postMessage(id);
    } catch {
      // Safari 15.3 has none.
    }
  }, []);
  return null;
}
