/* Script of the offline page: loads the requested page as soon as there is a network again. */
const PAUSE = 5000;

async function tryAgain() {
  // Opened by its own URL, so there is no requested page.
  if (location.pathname === "/offline") return;
  try {
    await fetch("/api/health/live", { cache: "no-store" });
    location.reload();
  } catch {
    // Still offline.
  }
}

addEventListener("online", tryAgain);
document.addEventListener("visibilitychange", tryAgain);
setInterval(tryAgain, PAUSE);
