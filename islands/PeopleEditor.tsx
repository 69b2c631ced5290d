import { useRef, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";
import { FieldError } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { writeGuests } from "@/lib/browser/guest_lines.ts";
import { isOwnName, repeatedNames } from "@/lib/browser/guest_list.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import { GroupPicker } from "@/components/people/GroupPicker.tsx";
import { GuestRow, type RowActions } from "@/components/people/GuestRow.tsx";
import { PasteBox } from "@/components/people/PasteBox.tsx";
import { type KeepingTexts, PlainPeople } from "@/components/people/PlainPeople.tsx";
import { SearchBox } from "@/components/people/SearchBox.tsx";
import { type GuestsStart, useGuests } from "@/components/people/use_guests.ts";

/** Number of rows shown of a long list before a search or "show all". */
const SHOWN = 30;

interface PeopleEditorProps extends GuestsStart {
  hasMail: boolean;
  /** Set if the form asks for keepers. */
  keeping?: KeepingTexts;
  /** The reader's locale, for lists of names. */
  locale: string;
}

/** The people of a new game and their exclusions; without scripts, lines of text. */
export default function PeopleEditor(
  { hasMail, keeping, locale, ...start }: PeopleEditorProps,
) {
  const { texts } = start;
  const root = useRef<HTMLDivElement>(null);
  const { plain, guests, errors, news, ...list } = useGuests(start, root);
  const [search, setSearch] = useState("");
  const [showsAll, setShowsAll] = useState(false);
  /** Keys of the rows that have, or had, an error. */
  const wasWrong = useRef(new Set<number>()).current;
  if (!guests) return <PlainPeople typed={plain} {...{ keeping, errors, texts }} />;

  const addRow = () => {
    setSearch("");
    setShowsAll(true);
    list.addRow();
  };
  const actions: RowActions = {
    ...list,
    next: (key) => list.goToNext(key) || addRow(),
    paste: list.addPeople,
  };
  const isWithSelf = guests.guests.some(({ isSelf }) => isSelf);
  const groupErrors = [errors.groups, errors.households, errors.exclusions, errors.keepers]
    .flatMap((one) => one ?? []);
  const isCouple = guests.guests.filter(({ name }) => name.trim() !== "").length > 1;
  const repeated = repeatedNames(guests);
  const wanted = searchKey(search);
  const found = guests.guests.map((guest, place) => ({
    guest,
    index: isWithSelf ? place - 1 : place,
  })).filter(({ guest }) =>
    wanted === "" || searchKey(`${guest.name} ${guest.email}`).includes(wanted)
  );
  const ofRow = (index: number, field: string) => errors[`participants.${index}.${field}`];
  for (const { guest, index } of found) {
    const isWrong = repeated.has(guest.key) || ofRow(index, "name") || ofRow(index, "email");
    if (isWrong) wasWrong.add(guest.key);
  }
  // Rows with an error are always shown, because the list of errors links to them, and stay while they are corrected.
  const shown = found.filter(({ guest }, place) =>
    showsAll || place < SHOWN || wasWrong.has(guest.key)
  );
  return (
    <div ref={root} id="people" tabIndex={-1} class="space-y-4 outline-none">
      {Object.entries(writeGuests(guests)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {isCouple && (
        <p class="muted flex items-start gap-2 text-sm text-pretty">
          <Icon name="house" class="text-primary mt-0.5 size-4" />
          {texts.lead}
        </p>
      )}
      {errors.participants && <FieldError id="participants">{errors.participants}</FieldError>}
      {guests.guests.length > SHOWN && (
        <SearchBox label={texts.search} value={search} onChange={setSearch} />
      )}
      <ol class="space-y-1.5">
        {shown.map(({ guest, index }) => (
          <GuestRow
            key={guest.key}
            {...{ guest, index, hasMail, actions, keeping, locale, texts }}
            list={guests}
            errors={{
              name: repeated.has(guest.key)
                ? fillIn(texts.repeated, {
                  name: guest.name.trim() + (isOwnName(guests, guest) ? ` ${texts.you}` : ""),
                })
                : ofRow(index, "name"),
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
          onClick={() => {
            setShowsAll(true);
            // The button is gone: focus the first row it reveals, not its field, which would open a phone's keyboard.
            setTimeout(() => {
              const row = root.current?.querySelectorAll<HTMLElement>("[data-guest]")[shown.length];
              row?.setAttribute("tabindex", "-1");
              row?.focus();
            });
          }}
        >
          {fillIn(texts.showAll, { number: found.length })}
        </Button>
      )}
      <Button type="button" variant="secondary" icon="user-plus" onClick={addRow}>
        {texts.add}
      </Button>
      <PasteBox add={list.addPeople} texts={texts} />
      {/* Visible at any scroll position, above the bar with the submit button. */}
      <div role="status" class="sticky bottom-32 z-10">
        {news.text && (
          <div class="bg-base-100 border-base-300 rounded-field shadow-paper flex items-center justify-between gap-2 border px-4 py-1.5">
            {news.text}
            {news.undo && (
              <Button type="button" variant="quiet" icon="undo-2" onClick={list.undo}>
                {texts.undo}
              </Button>
            )}
          </div>
        )}
      </div>
      {(isCouple || groupErrors.length > 0) && (
        <details
          class="group/inner rounded-field border-base-300 border"
          open={guests.groups.some(({ kind }) => kind === "exclusion") ||
            groupErrors.length > 0}
        >
          <summary class="btn btn-ghost w-full justify-start">
            <Icon name="unlink" />
            {texts.plainExclusions}
            <Icon name="chevron-down" class="ms-auto size-5 group-open/inner:rotate-180" />
          </summary>
          <div class="p-4 pt-2">
            <GroupPicker
              list={guests}
              errors={groupErrors}
              add={list.keepApart}
              remove={list.removeGroup}
              locale={locale}
              texts={texts}
            />
          </div>
        </details>
      )}
    </div>
  );
}
