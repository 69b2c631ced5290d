import { useEffect } from "preact/hooks";

/** Registers the service worker, which caches static files and shows a page of ours without a network. */
export default function RegisterWorker() {
  useEffect(() => {
    navigator.serviceWorker?.register("/worker.js").catch(() => {
      // Where it may not be registered (plain http, private windows) the site works without.
    });
  }, []);
  return null;
}
