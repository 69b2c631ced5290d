/** How long a name lies open, in ms. */
export const OPEN_FOR = 60_000;

/**
 * Calls once what shall happen when a name on the screen is to be seen no more: after a minute, when the tab is
 * hidden, or when the page is left, which a browser may keep as it was and bring back.
 *
 * @returns a function that stops waiting for it.
 */
export function onHiddenOrTimeout(close: () => void): () => void {
  const end = () => {
    stop();
    close();
  };
  const look = () => {
    if (document.hidden) end();
  };
  const timer = setTimeout(end, OPEN_FOR);
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", end);
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
    removeEventListener("pagehide", end);
  };
  return stop;
}
