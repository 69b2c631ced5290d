import { useEffect } from "preact/hooks";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { readHandedOver } from "@/lib/browser/handed_over.ts";
import { notifyPageUpdated, PAGE_UPDATED } from "@/lib/browser/page_updated.ts";
import { PEOPLE_LIST } from "@/lib/browser/people_filter.ts";

export interface HandedLinksProps {
  /** Texts about a person: they need their link, or it was handed over. */
  words: { needed: string; handed: string };
  /** The next step's sentence if one person still needs their link, several do, or no one does. */
  titles?: { one: string; several: string; nobody: string };
}

/**
 * Stops counting people whose link was ticked as handed over on this device: in the list, its filter and the next step.
 * The server does not know the ticks; a row that needs a link has the link's fingerprint in `data-link`.
 */
export default function HandedLinks({ words, titles }: HandedLinksProps) {
  useEffect(() => {
    const mark = () => {
      const kept = readHandedOver();
      const waiting: string[] = [];
      for (const word of document.querySelectorAll<HTMLElement>("[data-link]")) {
        const isHanded = kept.has(word.dataset.link ?? "");
        word.toggleAttribute("data-handed", isHanded);
        if (word.lastChild) word.lastChild.textContent = words[isHanded ? "handed" : "needed"];
        const row = word.closest<HTMLElement>(`#${PEOPLE_LIST} > li`);
        if (!row) continue;
        const others = (row.dataset.filters ?? "").split(" ").filter((one) => one !== "needsLink");
        row.dataset.filters = [...isHanded ? [] : ["needsLink"], ...others].join(" ");
        if (!isHanded) waiting.push(row.querySelector("a")?.textContent ?? "");
      }
      const step = document.getElementById("needsLink");
      const title = step?.querySelector("[data-title]");
      if (!step || !title || !titles) return;
      const [name = ""] = waiting;
      const count = waiting.length;
      step.toggleAttribute("data-done", count === 0);
      title.textContent = count > 1
        ? fillIn(titles.several, { number: count })
        : count === 1
        ? fillIn(titles.one, { name })
        : titles.nobody;
    };
    mark();
    const events = ["pageshow", "storage", PAGE_UPDATED];
    for (const event of events) addEventListener(event, mark);
    // Filters again, because the list may have been filtered before.
    notifyPageUpdated();
    return () => {
      for (const event of events) removeEventListener(event, mark);
    };
  }, []);
  return null;
}
