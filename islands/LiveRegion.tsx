import { useEffect } from "preact/hooks";
import { notifyPageUpdated } from "@/lib/browser/page_updated.ts";
import { poll } from "@/lib/browser/poll.ts";
import { hasTyped, loadAnew } from "@/lib/browser/sent_form.ts";

interface LiveRegionProps {
  /** Tells whether anything has changed. */
  url: string;
  /** What is shown already. */
  version: string;
  /** How long it waits before it looks again, in seconds. */
  pause: number;
  /** The page to load once a part is gone; absent: this one again. */
  next?: string;
}

/**
 * Keeps the parts of the page that have an id and `data-live` as they are on the server, while someone looks and
 * has no dialog open; where no script runs, a reload does. They hold no island, and what they say of one person is
 * in a list item whose first link, or `data-key`, names that person.
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

/** Updates the parts from the current page. @returns false if one is missing there. */
async function takeOver(next?: string): Promise<boolean> {
  const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
  if (!answer.ok || document.querySelector("dialog[open]")) return false;
  const html = await answer.text();
  // Without the head: the policy forbids its style, which this page has already.
  const main = html.slice(html.indexOf("<main"));
  const fresh = new DOMParser().parseFromString(main, "text/html");
  const parts = [...document.querySelectorAll("[data-live]")];
  const others = parts.map(({ id }) => fresh.getElementById(id));
  if (others.includes(null)) {
    // The names are drawn, or the finale has begun: that is another page. What is being written stays until it is sent.
    if (hasTyped()) return false;
    loadAnew(next);
    return true;
  }
  // Comes once something has changed.
  const { morph } = await import("@/lib/browser/morph.ts").catch(() => ({ morph: null }));
  if (!morph) {
    // Gone after a release: the page of that one has its own.
    if (!hasTyped()) loadAnew();
    return false;
  }
  // What a page began with may hold the focus long after its reader has scrolled on.
  const held = document.querySelector(":focus:not([tabindex='-1'])") ??
    document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const top = held?.getBoundingClientRect().top ?? 0;
  let isWhole = true;
  for (const [index, part] of parts.entries()) {
    const other = others[index];
    if (other) isWhole = morph(part, other) && isWhole;
  }
  notifyPageUpdated();
  // What one looks at stays where it is, however much has come above it.
  if (held?.isConnected) scrollBy(0, held.getBoundingClientRect().top - top);
  return isWhole;
}
