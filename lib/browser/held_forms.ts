/* What forms need rarely. Loaded only then: a page that is opened needs none of it. */
import { hasTyped, loadAnew } from "./sent_form.ts";

/**
 * Loads a page anew that comes out of the browser's memory. What is typed there stays, unless someone else is signed in
 * by now: their form would be sent as another person's.
 *
 * @param id whose page it is; "" for no one
 */
export async function comeBack(id: string): Promise<void> {
  if (!hasTyped()) return loadAnew();
  const page = await readPage();
  if (page === null) return;
  const present = new DOMParser().parseFromString(page, "text/html");
  if (present.body.dataset.reader !== (id || "none")) loadAnew();
  else showStored(present);
}

/** The page at this address as it is by now; null: the server does not say. */
async function readPage(): Promise<string | null> {
  try {
    const answer = await fetch(location.pathname + location.search, {
      // Nobody looks at it: no message counts as read, and no gift as opened.
      headers: { accept: "text/html", "x-purpose": "preview" },
    });
    return answer.status === 429 || answer.status >= 500 ? null : await answer.text();
  } catch {
    return null;
  }
}

/**
 * Forms save what differs from what they were shown with. What is typed may have been saved meanwhile: from there it is
 * changed back, too.
 */
function showStored(present: Document): void {
  for (const shown of document.querySelectorAll<HTMLInputElement>("form input[name^=shown-]")) {
    const { form, name } = shown;
    // Of lists, each item has one.
    if (!form || form.elements.namedItem(name) !== shown) continue;
    const typed = new FormData(form).get(name.slice("shown-".length)) ?? "";
    const stored = present.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (stored && typed !== shown.value) shown.value = stored.value;
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
