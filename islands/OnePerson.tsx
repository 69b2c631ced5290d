import { useEffect } from "preact/hooks";
import { hasTyped, loadAnew } from "@/lib/browser/sent_form.ts";

/** Whose page it is, in which game. */
interface OnePersonProps {
  code: string;
  id: string;
}

/** Reloads the page when another tab signs in someone else, because forms are sent as the last person signed in. */
export default function OnePerson({ code, id }: OnePersonProps) {
  useEffect(() => {
    // Out of the browser's memory it has heard of no one. What the organizer was writing stays, and what is on the door.
    const show = ({ persisted }: PageTransitionEvent) =>
      persisted && !((id === "organizer" || !id) && hasTyped()) && loadAnew();
    addEventListener("pageshow", show);
    // Safari 15.3 has none.
    const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel(`game ${code}`) : null;
    tabs?.addEventListener("message", ({ data }) => data !== id && loadAnew());
    tabs?.postMessage(id);
    return () => {
      removeEventListener("pageshow", show);
      tabs?.close();
    };
  }, []);
  return null;
}
