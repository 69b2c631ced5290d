/** How long a name stays visible without user activity, in ms. */
export const OPEN_FOR = 60_000;

/** Events that show that the reader is still there. */
const SIGNS = ["pointerdown", "touchmove", "wheel", "scroll", "keydown"] as const;

/**
 * Calls `close` once when a name on the screen must disappear: after a minute without a touch or key, when the tab is
 * hidden, or when the page is left, because a browser may restore it unchanged.
 *
 * @param staysOpen true to disable the timeout, for people who read slowly.
 * @returns a function that cancels it.
 */
export function onHiddenOrTimeout(close: () => void, staysOpen = false): () => void {
  const end = () => {
    stop();
    close();
  };
  const look = () => {
    if (document.hidden) end();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    if (!staysOpen) timer = setTimeout(end, OPEN_FOR);
  };
  wait();
  // Scroll events do not bubble, so only capturing sees those inside a dialog.
  const options = { capture: true, passive: true };
  for (const sign of SIGNS) addEventListener(sign, wait, options);
  document.addEventListener("visibilitychange", look);
  addEventListener("pagehide", end);
  const stop = () => {
    clearTimeout(timer);
    for (const sign of SIGNS) removeEventListener(sign, wait, options);
    document.removeEventListener("visibilitychange", look);
    removeEventListener("pagehide", end);
  };
  return stop;
}
