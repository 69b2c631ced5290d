import { useEffect } from "preact/hooks";
import { readWishDraft, wishDraftKey, writeWishDraft } from "@/lib/browser/wish_draft.ts";

interface KeepTypedProps {
  /** The id of the field. */
  field: string;
  /** Where its form goes. */
  path: string;
  /** Id of the person whose wish it is. */
  owner: string;
}

/** Keeps what is typed into the field for a wish until it is stored, as the draft that the page of the list has, too. */
export default function KeepTyped({ field: id, path, owner }: KeepTypedProps) {
  useEffect(() => {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLTextAreaElement)) return;
    const key = wishDraftKey(path, owner);
    const kept = readWishDraft(key);
    if (kept?.text && field.value === "") field.value = kept.text;
    const keep = ({ type }: Event) =>
      writeWishDraft(key, {
        sent: readWishDraft(key)?.sent ?? null,
        text: field.value,
        isOnItsWay: type === "submit",
      });
    field.addEventListener("input", keep);
    field.form?.addEventListener("submit", keep);
    return () => {
      field.removeEventListener("input", keep);
      field.form?.removeEventListener("submit", keep);
    };
  }, []);
  return null;
}
