import { asset } from "fresh/runtime";
import { useEffect } from "preact/hooks";
import { hasTyped, loadAnew } from "@/lib/browser/sent_form.ts";

/** Registers the service worker of this build, which keeps the shell of the site and shows notifications. */
export default function RegisterWorker() {
  useEffect(() => {
    const worker = navigator.serviceWorker;
    worker?.register(asset("/worker.js")).catch(() => {
      // Where it may not be registered (plain http, private windows) the site works without.
    });
    // A notification has led back to this tab. What is being typed or looked at stays.
    worker?.addEventListener(
      "message",
      () => !document.querySelector("dialog[open]") && !hasTyped() && loadAnew(),
    );
  }, []);
  return null;
}
