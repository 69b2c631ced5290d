/** How long it waits before it tries again where the browser does not tell, in ms. */
const PAUSE = 5_000;

/** Calls once what is to be tried again: as soon as the browser has a network, or thinks after a while that it has one. */
export function whenOnline(tryAgain: () => void): void {
  const look = () => {
    if (!navigator.onLine) return;
    clearInterval(timer);
    removeEventListener("online", look);
    tryAgain();
  };
  const timer = setInterval(look, PAUSE);
  addEventListener("online", look);
}
