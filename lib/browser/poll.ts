/**
 * Asks an address again and again while someone looks at the page, and at once when they look again. Ends when the
 * answer is that there will be nothing more: 4xx, except 429.
 *
 * @param addressNow null: not to be asked now.
 * @param pause between an answer and the next question, in ms.
 * @param show gets each answer of status 200.
 * @returns a function that ends it.
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
        // Offline, or the service is away: the next question may reach it.
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
