import { useLayoutEffect } from "preact/hooks";
import { onHiddenOrTimeout } from "@/lib/browser/hidden_or_timeout.ts";

/** Leaves a page with an opened gift as soon as it is hidden, or idle unless it stays open. */
export default function CloseGift({ path, staysOpen }: { path: string; staysOpen: boolean }) {
  useLayoutEffect(() =>
    onHiddenOrTimeout(() => {
      document.querySelector("main")?.replaceChildren();
      location.replace(path);
    }, staysOpen), []);
  return null;
}
