import { keep, readKept } from "./kept.ts";

/** What someone has typed on their list that is not stored yet; it survives a closed tab. */
export interface WishDraft {
  /** In the field. */
  text: string;
  /** Whether a form with it was sent, of which it is unknown what became of it. */
  isOnItsWay?: boolean;
  /** As `wishEntries` has it; null: the list is stored as it is. */
  sent: { entries: [name: string, value: string][]; revision: number } | null;
}

/** @param path of the page of the list. @param owner `Tokens.reader` of the person whose list it is */
export function wishDraftKey(path: string, owner: string): string {
  return `wishes ${path} ${owner}`;
}

/** @returns null if there is none, or the browser stores nothing */
export function readWishDraft(key: string): WishDraft | null {
  const draft = readKept(key);
  return isDraft(draft) ? draft : null;
}

export function writeWishDraft(key: string, draft: WishDraft): void {
  keep(key, draft.text || draft.sent ? draft : null);
}

/** Forgets the text of a form that has arrived, unless something else was typed since. */
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
