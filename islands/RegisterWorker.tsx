import { useEffect } from "preact/hooks";

/** Has the browser keep the site's static files, and say so kindly where there is no network. */
export default function RegisterWorker() {
  useEffect(() => {
    navigator.serviceWorker?.register("/worker.js").catch(() => {
      // Where it may not be registered (plain http, private windows) the site works without.
    });
  }, []);
  return null;
}
