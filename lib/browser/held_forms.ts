/* Functions that forms rarely need. Imported on demand to keep them out of page loads. */
import { hasTyped, loadAnew } from "./sent_form.ts";

/**
 * Reloads a page that returns from the back/forward cache. If something is typed there, the page stays, unless someone
 * else has signed in since: the form would be sent as that person.
 *
 * @param id the participant whose page it is; "" for no one
 */
export async function comeBack(id: string): Promise<void> {
  if (!hasTyped()) return loadAnew();
  const page = await readPage();
  if (page === null) return;
  const present = new DOMParser().parseFromString(page, "text/html");
  if (present.body.dataset.reader !== (id || "none")) loadAnew();
  else showStored(present);
}

/** Fetches the current version of this page; null if the server cannot answer. */
async function readPage(): Promise<string | null> {
  try {
    const answer = await fetch(location.pathname + location.search, {
      // A preview marks no message as read and no gift as opened.
      headers: { accept: "text/html", "x-purpose": "preview" },
    });
    return answer.status === 429 || answer.status >= 500 ? null : await answer.text();
  } catch {
    return null;
  }
}

/** The fields of single values. In a list, each item has a field of the same name. */
const SHOWN = "input[name^=shown-]:not([name=shown-oneWay],[name=shown-keeper])";

/**
 * Updates the `shown-…` fields of forms to the stored values. A form saves only the fields that differ from their shown
 * values, so a field that was saved meanwhile could otherwise not be changed back.
 */
function showStored(present: Document): void {
  for (const shown of document.querySelectorAll<HTMLInputElement>(SHOWN)) {
    const { form, name } = shown;
    if (!form) continue;
    const typed = new FormData(form).get(name.slice("shown-".length)) ?? "";
    const stored = present.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (stored && typed !== shown.value) shown.value = stored.value;
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
  if (!answer?.ok || button?.closest(".gift-dialog")) return;
  onAnswer();
  // Safari 15 has no `requestSubmit()`.
  button?.click();
}
