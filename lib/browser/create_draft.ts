/** What someone has typed into the form for a new game, kept in their browser until the game is there. */
export interface Draft {
  /** Texts by field; a ticked box has one, an empty one none. */
  fields: Readonly<Record<string, string>>;
  /** Whether it was sent since it was last changed. */
  isSent: boolean;
  /** The path of what came of it. */
  madeAt?: string;
}

const KEY = "new-game";

/** The draft of this browser; null where there is none, or the browser keeps nothing. */
function readDraft(): Draft | null {
  return readFrom(() => localStorage);
}

/**
 * What the form is filled in with when it opens: the draft, or, after going back from a game just created,
 * the text typed for it.
 */
export function draftToRestore(): Draft | null {
  const [visit] = performance.getEntriesByType("navigation");
  const isBack = visit instanceof PerformanceNavigationTiming && visit.type === "back_forward";
  return readDraft() ?? (isBack ? readFrom(() => sessionStorage) : null);
}

/** Once the game is there its draft stays with this tab alone, for who goes back. */
export function retireDraft(madeAt: string): void {
  const draft = readDraft();
  if (!draft?.isSent) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...draft, madeAt }));
  } catch {
    // A browser that keeps nothing has nothing to go back to.
  }
  forgetDraft();
}

function readFrom(storage: () => Storage): Draft | null {
  try {
    const draft: unknown = JSON.parse(storage().getItem(KEY) ?? "null");
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

export function writeDraft(draft: Draft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing has no drafts.
  }
}

export function forgetDraft(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** The fields as a draft keeps them; not the key, by which a form is told apart from the next. */
export function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && name !== "key") fields[name] = value;
  }
  return fields;
}

/** Fills in all but the people, who have an editor of their own. */
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
    (!("madeAt" in value) || typeof value.madeAt === "string") &&
    "fields" in value && typeof value.fields === "object" && value.fields !== null &&
    Object.values(value.fields).every((text) => typeof text === "string");
}
