import { useRef, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";
import { FieldError } from "@/components/Field.tsx";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { countGuests, repeatedNames, writeGuests } from "@/lib/browser/guest_list.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import { GroupPicker } from "@/components/people/GroupPicker.tsx";
import { GuestRow, type RowActions } from "@/components/people/GuestRow.tsx";
import { PasteBox } from "@/components/people/PasteBox.tsx";
import { PlainPeople } from "@/components/people/PlainPeople.tsx";
import { SearchBox } from "@/components/people/SearchBox.tsx";
import { type GuestsStart, useGuests } from "@/components/people/use_guests.ts";

/** Rows shown of a long list before one searches or asks for all. */
const SHOWN = 30;

interface PeopleEditorProps extends GuestsStart {
  hasMail: boolean;
}

/** The people of a new game and who of them is kept apart; where no script runs, lines to type. */
export default function PeopleEditor({ hasMail, ...start }: PeopleEditorProps) {
  const { texts } = start;
  const root = useRef<HTMLDivElement>(null);
  const { plain, guests, errors, news, ...list } = useGuests(start, root);
  const [search, setSearch] = useState("");
  const [showsAll, setShowsAll] = useState(false);
  if (!guests) return <PlainPeople typed={plain} errors={errors} texts={texts} />;

  const addRow = () => {
    setSearch("");
    setShowsAll(true);
    list.addRow();
  };
  const actions: RowActions = {
    change: list.change,
    remove: list.remove,
    next: (key) => list.goToNext(key) || addRow(),
    paste: list.addPeople,
  };
  const repeated = repeatedNames(guests);
  const wanted = searchKey(search);
  const found = guests.guests.map((guest, index) => ({ guest, index })).filter(({ guest }) =>
    wanted === "" || searchKey(`${guest.name} ${guest.email}`).includes(wanted)
  );
  const shown = showsAll ? found : found.slice(0, SHOWN);
  const ofRow = (index: number, field: string) => errors[`participants.${index}.${field}`];
  return (
    <div ref={root} id="people" tabIndex={-1} class="space-y-5 outline-none">
      {Object.entries(writeGuests(guests)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {errors.participants && <FieldError id="participants">{errors.participants}</FieldError>}
      {guests.guests.length > SHOWN && (
        <SearchBox label={texts.search} value={search} onChange={setSearch} />
      )}
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
            <Button type="button" variant="quiet" icon="undo-2" onClick={list.undo}>
              {texts.undo}
            </Button>
          )}
        </div>
      </div>
      <PasteBox add={list.addPeople} texts={texts} />
      <GroupPicker
        list={guests}
        errors={[errors.groups, errors.households, errors.exclusions].flatMap((one) => one ?? [])}
        add={list.addGroup}
        remove={list.removeGroup}
        texts={texts}
      />
    </div>
  );
}
