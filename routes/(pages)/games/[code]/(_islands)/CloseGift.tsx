import { useLayoutEffect } from "preact/hooks";
import { whenUnseen } from "@/lib/browser/unseen.ts";

/** Leaves a page with an opened gift on it as soon as nobody looks. */
export default function CloseGift({ path }: { path: string }) {
  useLayoutEffect(() =>
    whenUnseen(() => {
      document.querySelector("main")?.replaceChildren();
      location.replace(path);
    }), []);
  return null;
}
