import { asset } from "fresh/runtime";
import { useEffect } from "preact/hooks";
import { hasTyped, loadAnew } from "@/lib/browser/sent_form.ts";

/** Registers this build's service worker, which caches the site's shell and shows notifications. */
export default function RegisterWorker() {
  useEffect(() => {
    const worker = navigator.serviceWorker;
    worker?.register(asset("/worker.js")).catch(() => {
      // The site works without a worker, which plain HTTP and private windows do not allow.
    });
    // A notification was clicked and focused this tab. Open dialogs and unsent input stay.
    worker?.addEventListener(
      "message",
      () => !document.querySelector("dialog[open]") && !hasTyped() && loadAnew(),
    );
  }, []);
  return null;
}
