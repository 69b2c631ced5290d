import { keep, readKept } from "./kept.ts";

/** The typed contents of the creation form, stored in the browser until the game is created. */
export interface Draft {
  /** Texts by field; a checkbox has one only if it is ticked. */
  fields: Readonly<Record<string, string>>;
  /** True if it was submitted since the last change. */
  isSent: boolean;
  /** The form's idempotency key if it was submitted: the game may exist, although its answer was lost. */
  key?: string;
  /** The path of the created game. */
  madeAt?: string;
}

const KEY = "new-game";

/** The draft to fill the form with when it opens. After going back from a game just created, that game's draft. */
export function draftToRestore(): Draft | null {
  const [visit] = performance.getEntriesByType("navigation");
  const isBack = visit instanceof PerformanceNavigationTiming && visit.type === "back_forward";
  return readDraft() ?? (isBack ? readDraft(() => sessionStorage) : null);
}

/** Keeps the draft of a created game in this tab only, for going back. @param madeAt path of the game */
export function retireDraft(madeAt: string): void {
  const draft = readDraft();
  if (!draft?.isSent) return;
  keep(KEY, { ...draft, madeAt }, () => sessionStorage);
  forgetDraft();
}

/** Reads the draft; null without one, or if the browser stores nothing. */
function readDraft(storage?: () => Storage): Draft | null {
  const draft = readKept(KEY, storage);
  return isDraft(draft) ? draft : null;
}

export function writeDraft(draft: Draft): void {
  keep(KEY, draft);
}

export function forgetDraft(): void {
  keep(KEY, null);
}

/** Deletes the draft of a created game. */
export function forgetMade(): void {
  keep(KEY, null, () => sessionStorage);
}

/** Reads the fields of a form for a draft, except its idempotency key. */
export function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && name !== "key") fields[name] = value;
  }
  return fields;
}

/** Fills in a form except for the people, who have their own editor. */
export function fillForm(form: HTMLFormElement, fields: Readonly<Record<string, string>>): void {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.type === "checkbox") {
      element.checked = element.name in fields;
    } else if (element instanceof HTMLInputElement && element.type === "radio") {
      element.checked = element.value === fields[element.name];
    } else if (
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
    ) {
      element.value = fields[element.name] ?? element.value;
    }
  }
  form.dispatchEvent(new Event("change"));
}

function isDraft(value: unknown): value is Draft {
  return typeof value === "object" && value !== null &&
    "isSent" in value && typeof value.isSent === "boolean" &&
    (!("key" in value) || typeof value.key === "string") &&
    (!("madeAt" in value) || typeof value.madeAt === "string") &&
    "fields" in value && typeof value.fields === "object" && value.fields !== null &&
    Object.values(value.fields).every((text) => typeof text === "string");
}
