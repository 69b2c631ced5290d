import { IS_BROWSER } from "fresh/runtime";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";
import { FieldError } from "@/components/Field.tsx";
import { GroupPicker } from "../(_components)/GroupPicker.tsx";
import { countGuests, GuestRow, type RowActions } from "../(_components)/GuestRow.tsx";
import { PasteBox } from "../(_components)/PasteBox.tsx";
import { PlainPeople } from "../(_components)/PlainPeople.tsx";
import { SearchBox } from "../(_components)/SearchBox.tsx";
import type { Texts } from "@/lib/i18n/translate.ts";
import { readDraft } from "@/lib/browser/create_draft.ts";
import { fillIn } from "@/lib/browser/fill_in.ts";
import * as list from "@/lib/browser/guest_list.ts";
import type { FieldErrors } from "@/lib/i18n/errors.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import type { ListedPerson } from "@/lib/browser/people_list.ts";

/** Rows shown of a long list before one searches or asks for all. */
const SHOWN = 30;

export interface PeopleEditorProps {
  typed: list.GuestLines;
  errors: FieldErrors;
  hasMail: boolean;
  /** Whether what was typed earlier in this browser takes the place of `typed`. */
  canRestore: boolean;
  texts: Texts["create"]["people"];
}

/** The people of a new game and who of them is kept apart; where no script runs, lines to type. */
export default function PeopleEditor(props: PeopleEditorProps) {
  const { typed, hasMail, texts } = props;
  const [plain] = useState(() => plainLines(typed));
  const [guests, setGuests] = useState<list.GuestList | null>(null);
  const [errors, setErrors] = useState(props.errors);
  const [news, setNews] = useState<{ text: string; before?: list.GuestList }>({ text: "" });
  const [search, setSearch] = useState("");
  const [showsAll, setShowsAll] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const focusOn = useRef<number | null>(null);

  useEffect(() => {
    const draft = props.canRestore && plain === typed ? readDraft()?.fields : null;
    const { people, households, exclusions } = { ...plain, ...draft };
    setGuests(list.readGuests({ people, households, exclusions }));
  }, []);
  useEffect(() => {
    // Draft and review listen to the form.
    root.current?.querySelector("input")?.dispatchEvent(new Event("change", { bubbles: true }));
  }, [guests]);
  // Before the next key or click, which must not find the focus on its way elsewhere.
  useLayoutEffect(() => {
    const row = root.current?.querySelector(`[data-guest="${focusOn.current}"] input`);
    if (row instanceof HTMLInputElement) row.focus();
    focusOn.current = null;
  }, [guests]);
  if (!guests) return <PlainPeople typed={plain} errors={errors} texts={texts} />;

  const rows = guests.guests;
  // Keys may come faster than the page is drawn: each change builds on the latest list.
  const update = (change: (now: list.GuestList) => list.GuestList) =>
    setGuests((now) => now && change(now));
  /** What has been changed is no longer what was refused. */
  const mend = (prefix: string) =>
    setErrors((now) =>
      Object.fromEntries(Object.entries(now).filter(([path]) => !path.startsWith(prefix)))
    );
  const addRow = () => {
    setSearch("");
    setShowsAll(true);
    update((now) => {
      focusOn.current = now.nextKey;
      return list.addBlanks(now, 1);
    });
  };
  const addPeople = (people: readonly ListedPerson[], at?: number) => {
    const more = list.addPeople(guests, people, at);
    setNews({
      text: fillIn(texts.pasted, { number: people.length, total: countGuests(more) }),
      before: guests,
    });
    setErrors({});
    setGuests(more);
  };
  const actions: RowActions = {
    change(key, change) {
      update((now) => list.changeGuest(now, key, change));
      mend(`participants.${rows.findIndex((guest) => guest.key === key)}.`);
    },
    remove({ key, name }) {
      const place = rows.findIndex((guest) => guest.key === key);
      focusOn.current = (rows[place + 1] ?? rows[place - 1])?.key ?? null;
      setErrors({});
      setNews(
        name.trim() ? { text: fillIn(texts.removed, { name }), before: guests } : { text: "" },
      );
      update((now) => list.removeGuest(now, key));
    },
    next(key) {
      const next = rows[rows.findIndex((guest) => guest.key === key) + 1];
      const input = root.current?.querySelector(`[data-guest="${next?.key}"] input`);
      if (input instanceof HTMLInputElement) input.focus();
      else addRow();
    },
    paste: addPeople,
  };

  const repeated = list.repeatedNames(guests);
  const wanted = searchKey(search);
  const found = rows.map((guest, index) => ({ guest, index })).filter(({ guest }) =>
    wanted === "" || searchKey(`${guest.name} ${guest.email}`).includes(wanted)
  );
  const isLong = rows.length > SHOWN;
  const shown = showsAll ? found : found.slice(0, SHOWN);
  const lines = list.writeGuests(guests);
  const ofRow = (index: number, field: string) => errors[`participants.${index}.${field}`];
  return (
    <div ref={root} id="people" tabIndex={-1} class="space-y-5 outline-none">
      {Object.entries(lines).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {errors.participants && <FieldError id="participants">{errors.participants}</FieldError>}
      {isLong && <SearchBox label={texts.search} value={search} onChange={setSearch} />}
      <ol class="space-y-3">
        {shown.map(({ guest, index }) => (
          <GuestRow
            key={guest.key}
            {...{ guest, index, hasMail, actions, texts }}
            errors={{
              name: repeated.has(guest.key) ? texts.repeated : ofRow(index, "name"),
              email: ofRow(index, "email"),
            }}
          />
        ))}
      </ol>
      {found.length === 0 && <p>{texts.noMatch}</p>}
      {shown.length < found.length && (
        <Button
          type="button"
          variant="quiet"
          onClick={() => setShowsAll(true)}
        >
          {fillIn(texts.showAll, { number: found.length })}
        </Button>
      )}
      <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="button" variant="secondary" icon="user-plus" onClick={addRow}>
          {texts.add}
        </Button>
        <p class="font-semibold">{fillIn(texts.total, { number: countGuests(guests) })}</p>
        <div role="status" class="flex flex-wrap items-center gap-2">
          {news.text}
          {news.before && (
            <Button
              type="button"
              variant="quiet"
              icon="undo-2"
              onClick={() => {
                setGuests(news.before ?? guests);
                setNews({ text: "" });
              }}
            >
              {texts.undo}
            </Button>
          )}
        </div>
      </div>
      <PasteBox add={addPeople} texts={texts} />
      <GroupPicker
        list={guests}
        errors={[errors.groups, errors.households, errors.exclusions].flatMap((one) => one ?? [])}
        add={(kind, members) => update((now) => list.addGroup(now, kind, members))}
        remove={(group) => {
          mend("groups");
          update((now) => list.removeGroup(now, group.key));
        }}
        texts={texts}
      />
    </div>
  );
}

/** What stands in the plain fields: on a slow line somebody may have begun there. */
function plainLines(typed: list.GuestLines): list.GuestLines {
  if (!IS_BROWSER) return typed;
  let hasBegun = false;
  const read = (name: keyof list.GuestLines) => {
    const area = document.querySelector(`textarea[name=${name}]`);
    if (!(area instanceof HTMLTextAreaElement)) return typed[name];
    hasBegun ||= area.value !== area.defaultValue;
    return area.value;
  };
  const lines = {
    people: read("people"),
    households: read("households"),
    exclusions: read("exclusions"),
  };
  return hasBegun ? lines : typed;
}
