/* On the page for offline moments: goes on to the page that was wanted as soon as there is a network again. */
const PAUSE = 5000;

async function tryAgain() {
  // Opened by its own address there is no other page to go on to.
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
