import { asset } from "fresh/runtime";
import { useEffect } from "preact/hooks";

/** Registers the service worker of this build, which keeps the shell of the site and shows notifications. */
export default function RegisterWorker() {
  useEffect(() => {
    const worker = navigator.serviceWorker;
    worker?.register(asset("/worker.js")).catch(() => {
      // Where it may not be registered (plain http, private windows) the site works without.
    });
    // A notification has led back to this tab. What is being typed or looked at stays. A reload would send a form
    // that was refused again.
    worker?.addEventListener(
      "message",
      () => isUntouched() && location.replace(location.pathname + location.search),
    );
  }, []);
  return null;
}

function isUntouched(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>("input,textarea");
  return !document.querySelector("dialog[open]") &&
    [...fields].every(({ value, defaultValue }) => value === defaultValue);
}
