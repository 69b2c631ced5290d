import { keep, readKept } from "./kept.ts";

/** What was typed on a wish list and is not stored yet; it survives a closed tab. */
export interface WishDraft {
  /** Content of the text field. */
  text: string;
  /** True if a form with the text was sent and the outcome is unknown. */
  isOnItsWay?: boolean;
  /** The unsaved list, as `wishEntries` returns it; null if the list is stored. */
  sent: { entries: [name: string, value: string][]; revision: number } | null;
}

/** Key of a draft. @param path of the list's page @param owner `readerName` of the list's owner */
export function wishDraftKey(path: string, owner: string): string {
  return `wishes ${path} ${owner}`;
}

/** Reads a draft. @returns null without one, or if the browser stores nothing */
export function readWishDraft(key: string): WishDraft | null {
  const draft = readKept(key);
  return isDraft(draft) ? draft : null;
}

export function writeWishDraft(key: string, draft: WishDraft): void {
  keep(key, draft.text || draft.sent ? draft : null);
}

/** Deletes the text of a form that has arrived, unless it was changed since. */
export function forgetSentText(key: string): void {
  const draft = readWishDraft(key);
  if (draft?.isOnItsWay) writeWishDraft(key, { ...draft, text: "", isOnItsWay: false });
}

export function forgetWishDraft(key: string): void {
  keep(key, null);
}

function isDraft(value: unknown): value is WishDraft {
  return typeof value === "object" && value !== null && "text" in value &&
    typeof value.text === "string" && "sent" in value &&
    (value.sent === null || typeof value.sent === "object" && "revision" in value.sent &&
        typeof value.sent.revision === "number" && "entries" in value.sent &&
        Array.isArray(value.sent.entries) && value.sent.entries.every(isEntry));
}

function isEntry(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 &&
    value.every((part) => typeof part === "string");
}
