/* Functions that forms rarely need. Imported on demand to keep them out of page loads. */
import { hasTyped, loadAnew } from "./sent_form.ts";

/**
 * Reloads a page that returns from the back/forward cache. If something is typed there, the page stays, unless someone
 * else has signed in since: the form would be sent as that person.
 *
 * @param id the participant whose page it is; "" for no one
 */
export async function comeBack(id: string): Promise<void> {
  if (!hasTyped() || !await isStill(id)) loadAnew();
}

/** True unless the server says that this URL is now someone else's page. */
async function isStill(id: string): Promise<boolean> {
  try {
    const answer = await fetch(location.pathname + location.search, {
      // A preview marks no message as read and no gift as opened.
      headers: { accept: "text/html", "x-purpose": "preview" },
    });
    if (answer.status === 429 || answer.status >= 500) return true;
    return (await answer.text()).includes(` data-reader="${id || "none"}"`);
  } catch {
    return true;
  }
}

/** How long to wait for the server's answer, in ms. */
const PATIENCE = 3_000;

/**
 * Asks the server, and if it answers, clicks the button of a form that was held back. Some browsers report offline for
 * as long as a VPN is on, or after sleep.
 *
 * @param onAnswer called before the click
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
  // The gift's dialog sends its own forms.
  if (!answer?.ok || button?.closest("dialog")) return;
  onAnswer();
  // Safari 15 has no `requestSubmit()`.
  button?.click();
}
