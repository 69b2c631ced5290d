import { IS_BROWSER } from "fresh/runtime";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { draftToRestore } from "@/lib/browser/create_draft.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { fillIn } from "@/lib/browser/fill_in.ts";
import {
  type GuestLines,
  hasWholeGroups,
  linesFrom,
  readGuests,
} from "@/lib/browser/guest_lines.ts";
import * as list from "@/lib/browser/guest_list.ts";
import { isComposing } from "@/lib/browser/is_composing.ts";
import type { ListedPerson } from "@/lib/browser/people_list.ts";
import type { PeopleTexts } from "@/lib/i18n/people_texts.ts";

/** The initial state of the people editor. */
export interface GuestsStart {
  typed: GuestLines;
  errors: FieldErrors;
  /** Id of the form around the editor. */
  form: string;
  /** Whether a draft from this browser replaces `typed`. */
  canRestore: boolean;
  texts: PeopleTexts;
}

/** The latest change to the list. */
interface News {
  text: string;
  /** Reverts it, but keeps later changes. */
  undo?: (now: list.GuestList) => list.GuestList;
}

/** State of the people editor: the list, its errors, and the latest change to announce. */
export function useGuests(
  { typed, form, errors: refused, canRestore, texts }: GuestsStart,
  root: RefObject<HTMLElement>,
) {
  const [plain] = useState(() => plainLines(typed));
  const [all, setGuests] = useState<list.GuestList | null>(null);
  const [errors, setErrors] = useState(refused);
  const [news, setNews] = useState<News>({ text: "" });
  const focusOn = useRef<number | null>(null);
  const guests = all && list.presentGuests(all);

  useEffect(() => {
    const draft = canRestore && plain === typed ? draftToRestore()?.fields : null;
    const lines = { ...plain, ...draft };
    const self = selfIn(document.forms.namedItem(form));
    // A name in a group that is not in the list has no row: it can only be corrected in the plain fields.
    if (hasWholeGroups(lines, self)) setGuests(list.fillRows(readGuests(lines, self)));
  }, []);
  useEffect(() => {
    // The draft and the review listen to the form.
    root.current?.querySelector("input")?.dispatchEvent(new Event("change", { bubbles: true }));
  }, [all]);
  // Before the next key or click, which would otherwise find the focus in the wrong place.
  useLayoutEffect(() => {
    focusRow(root.current, focusOn.current);
    focusOn.current = null;
  }, [all]);

  const rows = guests?.guests ?? [];
  // Keys may arrive faster than the page renders, so each change builds on the latest list.
  const update = (change: (now: list.GuestList) => list.GuestList) =>
    setGuests((now) => now && change(now));
  useSelf(
    root,
    guests !== null,
    (name) => update((now) => list.setSelf(now, name)),
    () => focusRow(root.current, rows.find(({ isSelf }) => !isSelf)?.key),
  );
  /** Clears the errors of what has been changed since. */
  const clearErrors = (prefix: string) =>
    setErrors((now) =>
      Object.fromEntries(Object.entries(now).filter(([path]) => !path.startsWith(prefix)))
    );
  return {
    plain,
    guests,
    errors,
    news,
    /** Adds an empty row and focuses it. */
    addRow() {
      update((now) => {
        focusOn.current = now.nextKey;
        return list.addBlanks(now, 1);
      });
    },
    /** @param at key of the row before which they are inserted; by default the end. */
    addPeople(people: readonly ListedPerson[], at?: number) {
      setErrors({});
      update((now) => {
        const more = list.addPeople(now, people, at);
        const total = list.countGuests(list.presentGuests(more));
        const isAdded = (key: number) => key >= now.nextKey && key < now.nextKey + people.length;
        setNews({
          text: fillIn(texts.pasted, { number: people.length, total }),
          undo: (later) =>
            list.fillRows(
              later.guests.map(({ key }) => key).filter(isAdded).reduce(
                list.removeGuest,
                later,
              ),
            ),
        });
        // After pasting, the focus stays where it is instead of moving to the end of the list.
        if (at !== undefined) focusOn.current = now.nextKey;
        return more;
      });
    },
    change(key: number, change: Partial<list.Guest>) {
      update((now) => list.changeGuest(now, key, change));
      const lines = rows.filter(({ isSelf }) => !isSelf);
      clearErrors(`participants.${lines.findIndex((guest) => guest.key === key)}.`);
    },
    remove({ key, name }: list.Guest) {
      const place = rows.findIndex((guest) => guest.key === key);
      focusOn.current = (rows[place + 1] ?? rows[place - 1])?.key ?? null;
      setErrors({});
      update((before) => {
        setNews({
          text: name.trim() && fillIn(texts.removed, { name }),
          ...(name.trim() && { undo: (now) => list.restoreGuest(now, before, key) }),
        });
        return list.removeGuest(before, key);
      });
    },
    undo() {
      const { undo } = news;
      setNews({ text: "" });
      update((now) => {
        const next = undo?.(now) ?? now;
        // The button is gone: focus the restored person, or else the end of the list.
        const back = next.guests.find(({ key }) => now.guests.every((one) => one.key !== key));
        focusOn.current = (back ?? next.guests.at(-1))?.key ?? null;
        return next;
      });
    },
    keepApart(members: readonly number[]) {
      update((now) => list.addGroup(now, "exclusion", members));
    },
    toggleHome({ key }: list.Guest, other: number) {
      clearErrors("groups");
      update((now) => list.toggleHome(now, key, other));
    },
    toggleKeeper({ key }: list.Guest, keeper: number) {
      clearErrors("keepers");
      update((now) => list.toggleKeeper(now, keeper, key));
    },
    removeGroup({ key }: list.GuestGroup) {
      clearErrors("groups");
      update((now) => list.removeGroup(now, key));
    },
    /** Focuses the next row. @returns false if it is not shown */
    goToNext(key: number): boolean {
      const next = rows[rows.findIndex((guest) => guest.key === key) + 1];
      return focusRow(root.current, next?.key);
    },
  };
}

function focusRow(root: HTMLElement | null, key: number | null | undefined): boolean {
  const input = root?.querySelector(`[data-guest="${key}"] input`);
  if (!(input instanceof HTMLInputElement)) return false;
  input.focus();
  return true;
}

/** The content of the plain fields: on a slow connection, someone may have typed there already. */
function plainLines(typed: GuestLines): GuestLines {
  if (!IS_BROWSER) return typed;
  let hasBegun = false;
  const read = (name: keyof GuestLines) => {
    const area = document.querySelector(`textarea[name=${name}]`);
    if (!(area instanceof HTMLTextAreaElement)) return typed[name];
    hasBegun ||= area.value !== area.defaultValue;
    return area.value;
  };
  const lines = linesFrom(read);
  return hasBegun ? lines : typed;
}

/** The organizer's name in the form, possibly still ""; null if they do not take part. */
function selfIn(form: HTMLFormElement | null | undefined): string | null {
  const name = form?.elements.namedItem("organizerName");
  const takesPart = form?.elements.namedItem("takesPart");
  if (!(name instanceof HTMLInputElement && takesPart instanceof HTMLInputElement)) return null;
  return takesPart.checked ? name.value : null;
}

/**
 * Listens for changes of the organizer's name and participation in the form.
 *
 * @param goOn called on the Enter key in the name field.
 */
function useSelf(
  root: RefObject<HTMLElement>,
  isReady: boolean,
  change: (name: string | null) => void,
  goOn: () => void,
): void {
  // Attached with the rows: a fast typist's Enter must not submit the form.
  useLayoutEffect(() => {
    const form = root.current?.closest("form");
    const name = form?.elements.namedItem("organizerName");
    if (!form || !(name instanceof HTMLInputElement)) return;
    const look = ({ target }: Event) => {
      // A restored draft dispatches its event on the form itself.
      const isOurs = target === form || target === name ||
        target instanceof HTMLInputElement && target.name === "takesPart";
      if (isOurs) change(selfIn(form));
    };
    const next = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || isComposing(event)) return;
      event.preventDefault();
      goOn();
    };
    form.addEventListener("input", look);
    form.addEventListener("change", look);
    name.addEventListener("keydown", next);
    return () => {
      form.removeEventListener("input", look);
      form.removeEventListener("change", look);
      name.removeEventListener("keydown", next);
    };
  }, [isReady]);
}
