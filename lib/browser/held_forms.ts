/* What forms need rarely. Loaded only then: a page that is opened needs none of it. */
import { hasTyped, loadAnew } from "./sent_form.ts";

/**
 * Loads a page anew that comes out of the browser's memory. What is typed there stays, unless someone else is signed in
 * by now: their form would be sent as another person's.
 *
 * @param id whose page it is; "" for no one
 */
export async function comeBack(id: string): Promise<void> {
  if (!hasTyped() || !await isStill(id)) loadAnew();
}

/** True unless the server says that this address is someone else's page by now. */
async function isStill(id: string): Promise<boolean> {
  try {
    const answer = await fetch(location.pathname + location.search, {
      // Nobody looks at it: no message counts as read, and no gift as opened.
      headers: { accept: "text/html", "x-purpose": "preview" },
    });
    if (answer.status === 429 || answer.status >= 500) return true;
    return (await answer.text()).includes(` data-reader="${id || "none"}"`);
  } catch {
    return true;
  }
}

/** How long the server may take to answer, in ms. */
const PATIENCE = 3_000;

/**
 * Presses the button of a form that was held back once the server answers: some browsers say that they are offline for
 * as long as a VPN is on, or after a sleep.
 *
 * @param onAnswer called before
 */
export async function sendAnyway(
  { submitter: button }: SubmitEvent,
  onAnswer: () => void,
): Promise<void> {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), PATIENCE);
  const init: RequestInit = { cache: "no-store", signal: ended.signal };
  const answer = await fetch("/api/health/live", init).catch(() => null);
  clearTimeout(timer);
  // The gift's dialog sends its forms by itself.
  if (!answer?.ok || button?.closest("dialog")) return;
  onAnswer();
  // Safari 15 has no `requestSubmit()`.
  button?.click();
}
