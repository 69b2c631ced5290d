import { useEffect } from "preact/hooks";
import { readWishDraft, writeWishDraft } from "@/lib/browser/wish_draft.ts";

/** The id of the field that shows the draft. */
const FIELD = "wish-text";

/**
 * Keeps what is typed into a form for a wish as a draft until it is stored (`data-draft`: its key). The page of the
 * list uses the same draft. Text typed after opening a gift is copied to the page's own field, unless that has a text.
 */
export default function KeepTyped() {
  useEffect(() => {
    const field = document.getElementById(FIELD);
    if (!(field instanceof HTMLTextAreaElement)) return;
    const key = field.form?.dataset.draft ?? "";
    const kept = readWishDraft(key);
    // As the default value, it does not count as typed text, which would hold up an update of the page.
    if (kept?.text && field.value === "") field.defaultValue = kept.text;
    let copy = "";
    const keep = ({ type, target, eventPhase }: Event) => {
      const typed = target instanceof Element &&
        target.closest("form[data-draft]")?.querySelector("textarea");
      if (!typed) return;
      const isOther = typed !== field;
      // The event of a form that is held back does not bubble; the gift's dialog sends its own nevertheless.
      const isOnItsWay = type === "submit" && (isOther || eventPhase === Event.BUBBLING_PHASE);
      if (isOther) {
        if (field.value !== copy) return;
        // Text that is being sent would not be lost by a navigation.
        field.value = copy = isOnItsWay ? "" : typed.value;
      }
      writeWishDraft(key, {
        sent: readWishDraft(key)?.sent ?? null,
        text: typed.value,
        isOnItsWay,
      });
    };
    // Never removed. Captures, because `OfflineBar` stops the submit event of a form that it holds back.
    addEventListener("input", keep, true);
    addEventListener("submit", keep, true);
    addEventListener("submit", keep);
  }, []);
  return null;
}
