import { asset } from "fresh/runtime";
import { useEffect } from "preact/hooks";

/** Registers the service worker of this build, which keeps the shell of the site and shows notifications. */
export default function RegisterWorker() {
  useEffect(() => {
    navigator.serviceWorker?.register(asset("/worker.js")).catch(() => {
      // Where it may not be registered (plain http, private windows) the site works without.
    });
  }, []);
  return null;
}
