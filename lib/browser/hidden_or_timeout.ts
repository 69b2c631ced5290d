/** How long a name stays visible, in ms. */
export const OPEN_FOR = 60_000;

/**
 * Calls back once when a name on the screen must disappear: after a minute, when the tab is hidden, or when
 * the page is left (a browser may restore it unchanged).
 *
 * @returns a function that cancels it.
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
