import { useEffect } from "preact/hooks";
import { notifyPageUpdated } from "@/lib/browser/page_updated.ts";
import { poll } from "@/lib/browser/poll.ts";
import { hasTyped, loadAnew } from "@/lib/browser/sent_form.ts";

interface LiveRegionProps {
  /** Endpoint that says whether anything has changed. */
  url: string;
  /** The version shown now. */
  version: string;
  /** Time between checks, in seconds. */
  pause: number;
  /** The page to load if a part no longer exists; by default this page again. */
  next?: string;
}

/**
 * Keeps the parts of the page that have an id and `data-live` up to date while the page is visible and has no open
 * dialog; without scripts, a reload does. The parts contain no island. Content about one person is in a list item whose
 * first link, or `data-key`, identifies that person.
 */
export default function LiveRegion({ url, version, pause, next }: LiveRegionProps) {
  useEffect(() => {
    let known = version;
    const addressNow = () =>
      document.querySelector("dialog[open]") ? null : `${url}?known=${known}`;
    return poll(addressNow, pause * 1000, async (answer) => {
      const news: { version: string } = await answer.json();
      if (news.version === "") loadAnew();
      else if (await takeOver(next)) known = news.version;
    });
  }, []);
  return null;
}

/** Updates the parts from the current page. @returns false if that has to be tried again */
async function takeOver(next?: string): Promise<boolean> {
  const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
  if (!answer.ok || document.querySelector("dialog[open]")) return false;
  const html = await answer.text();
  // Leaves out the head: the CSP forbids its style, which this page already has.
  const main = html.slice(html.indexOf("<main"));
  const fresh = new DOMParser().parseFromString(main, "text/html");
  const parts = [...document.querySelectorAll("[data-live]")];
  const others = parts.map(({ id }) => fresh.getElementById(id));
  if (others.includes(null)) {
    // The names were drawn, or the finale has begun: that is a different page. Unsent input keeps this one open.
    if (hasTyped()) return false;
    loadAnew(next);
    return true;
  }
  // Loaded only once something has changed.
  const { morph } = await import("@/lib/browser/morph.ts").catch(() => ({ morph: null }));
  if (!morph) {
    // A new release has replaced the chunk: a reloaded page refers to its own.
    if (!hasTyped()) loadAnew();
    return false;
  }
  // An element focused on load may keep the focus long after the reader has scrolled on.
  const held = document.querySelector(":focus:not([tabindex='-1'])") ??
    document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const top = held?.getBoundingClientRect().top ?? 0;
  let isWhole = true;
  for (const [index, part] of parts.entries()) {
    const other = others[index];
    if (other) isWhole = morph(part, other) && isWhole;
  }
  notifyPageUpdated();
  // Keeps what the reader looks at in place, whatever was inserted above it.
  if (held?.isConnected) scrollBy(0, held.getBoundingClientRect().top - top);
  return isWhole;
}
