import { useEffect } from "preact/hooks";
import { readWishDraft, writeWishDraft } from "@/lib/browser/wish_draft.ts";

/** The id of the field that shows what was kept. */
const FIELD = "wish-text";

/**
 * Keeps what is typed into a form for a wish (`data-draft`: the key) until it is stored, as the draft that the page of
 * the list has, too. What is typed after the opening of a gift stands in the page's own field, if nothing else does.
 */
export default function KeepTyped() {
  useEffect(() => {
    const field = document.getElementById(FIELD);
    if (!(field instanceof HTMLTextAreaElement)) return;
    const key = field.form?.dataset.draft ?? "";
    const kept = readWishDraft(key);
    // As if it had come with the page: it is kept, and holds up no newer page.
    if (kept?.text && field.value === "") field.defaultValue = kept.text;
    let copy = "";
    const keep = ({ type, target }: Event) => {
      const typed = target instanceof Element &&
        target.closest("form[data-draft]")?.querySelector("textarea");
      if (!typed) return;
      const isOther = typed !== field;
      // Without a network the page's own form stays where it is.
      const isOnItsWay = type === "submit" && (isOther || navigator.onLine);
      if (isOther) {
        if (field.value !== copy) return;
        // What is sent is nothing that a navigation would lose.
        field.value = copy = isOnItsWay ? "" : typed.value;
      }
      writeWishDraft(key, {
        sent: readWishDraft(key)?.sent ?? null,
        text: typed.value,
        isOnItsWay,
      });
    };
    // For as long as the page is there, and on its way down: a form that waits for the network goes no further.
    addEventListener("input", keep, true);
    addEventListener("submit", keep, true);
  }, []);
  return null;
}
