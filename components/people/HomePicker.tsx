import { useState } from "preact/hooks";
import { type GuestList, housematesOf } from "@/lib/browser/guest_list.ts";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import { Icon } from "@/components/Icon.tsx";
import { SearchBox } from "./SearchBox.tsx";
import type { Texts } from "@/lib/i18n/translate.ts";

/** People shown before one searches. */
const SHOWN = 16;

interface HomePickerProps {
  id: string;
  list: GuestList;
  /** Whose housemates are chosen. */
  guest: { key: number; name: string };
  toggle(other: number): void;
  texts: Texts["create"]["people"];
}

/** Who lives with someone, chosen by one tap. */
export function HomePicker({ id, list, guest, toggle, texts }: HomePickerProps) {
  const [search, setSearch] = useState("");
  const mates = new Set(housematesOf(list, guest.key).map(({ key }) => key));
  const others = list.guests.filter(({ key, name }) => key !== guest.key && name.trim() !== "");
  const wanted = searchKey(search);
  const found = others.filter(({ name }) => searchKey(name).includes(wanted));
  const label = fillIn(texts.livesWith, { name: guest.name });
  return (
    <div
      id={id}
      role="group"
      aria-label={label}
      class="bg-base-200 rounded-field mt-1.5 flex flex-wrap gap-2 p-3"
    >
      <p class="w-full text-sm font-semibold">{others.length > 0 ? label : texts.apartEmpty}</p>
      {others.length > SHOWN && (
        <SearchBox label={texts.search} value={search} onChange={setSearch} />
      )}
      {found.slice(0, SHOWN).map(({ key, name }) => (
        <button
          key={key}
          type="button"
          class={`btn rounded-full font-normal ${
            mates.has(key) ? "btn-primary chosen" : "btn-outline border-base-content/50 bg-base-100"
          }`}
          aria-pressed={mates.has(key)}
          onClick={() => toggle(key)}
        >
          <Icon name={mates.has(key) ? "check" : "plus"} class="size-4" />
          {name.trim()}
        </button>
      ))}
    </div>
  );
}
