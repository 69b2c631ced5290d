import { useEffect } from "preact/hooks";
import { hasTyped, loadAnew } from "@/lib/browser/sent_form.ts";

/** The participant and the game that the page is for. */
interface OnePersonProps {
  code: string;
  id: string;
}

/** Reloads the page when another tab signs in someone else, because forms are sent as the last person signed in. */
export default function OnePerson({ code, id }: OnePersonProps) {
  // Never removed: it lasts as long as the page.
  useEffect(() => {
    // A page in the back/forward cache receives no messages.
    addEventListener("pageshow", ({ persisted }) =>
      persisted &&
      import("@/lib/browser/held_forms.ts").then(({ comeBack }) => comeBack(id), () =>
        hasTyped() || loadAnew()));
    try {
      const tabs = new BroadcastChannel(`game ${code}`);
      tabs.onmessage = ({ data }) => data !== id && loadAnew();
      tabs.postMessage(id);
    } catch {
      // Safari before 15.4 has no BroadcastChannel.
    }
  }, []);
  return null;
}
