/**
 * Polls a URL while the page is visible, and immediately when it becomes visible again. Stops on a 4xx status other
 * than 429, because there will be no more changes.
 *
 * @param addressNow returns the URL; null to skip this time.
 * @param pause between a response and the next request, in ms.
 * @param show receives each response with status 200.
 * @returns a function that stops it.
 */
export function poll(
  addressNow: () => string | null,
  pause: number,
  show: (answer: Response) => Promise<void>,
): () => void {
  let timer = setTimeout(look, pause);
  async function look() {
    clearTimeout(timer);
    const address = document.visibilityState === "visible" ? addressNow() : null;
    if (address !== null) {
      try {
        const answer = await fetch(address);
        const { status } = answer;
        if (status >= 400 && status < 500 && status !== 429) {
          document.removeEventListener("visibilitychange", look);
          return;
        }
        if (status === 200) await show(answer);
      } catch {
        // Offline, or the service is unavailable: the next request may succeed.
      }
    }
    timer = setTimeout(look, pause);
  }
  document.addEventListener("visibilitychange", look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
