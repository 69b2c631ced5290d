import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { type Guest, type GuestList, housematesOf, keepersOf } from "@/lib/browser/guest_list.ts";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { formatList } from "@/lib/browser/format.ts";
import { isComposing } from "@/lib/browser/is_composing.ts";
import { type ListedPerson, parsePeople } from "@/lib/browser/people_list.ts";
import { FieldError } from "@/components/Field.tsx";
import { Icon, type IconName } from "@/components/Icon.tsx";
import type { PeopleTexts } from "@/lib/i18n/people_texts.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import type { KeepingTexts } from "./PlainPeople.tsx";
import { SearchBox } from "./SearchBox.tsx";

/** The actions of a row. */
export interface RowActions {
  change(key: number, change: Partial<Guest>): void;
  remove(guest: Guest): void;
  /** Goes on to the next row, adding one if this is the last. */
  next(key: number): void;
  /** Inserts a pasted list before this row, which disappears if it is empty. */
  paste(people: ListedPerson[], at: number): void;
  /** Makes two guests live together, or apart again. */
  toggleHome(one: Guest, other: number): void;
  /** Lets another guest open this one's gift, or no longer. */
  toggleKeeper(one: Guest, keeper: number): void;
}

interface GuestRowProps {
  guest: Guest;
  /** Index among the rows, from 0. */
  index: number;
  list: GuestList;
  hasMail: boolean;
  errors: { name?: string | undefined; email?: string | undefined };
  /** Set if the form asks for keepers. */
  keeping: KeepingTexts | undefined;
  actions: RowActions;
  locale: string;
  texts: PeopleTexts;
}

/** The fields for one person: name, household and email address. */
export function GuestRow(props: GuestRowProps) {
  const { guest, index, list, hasMail, errors, keeping, actions, locale, texts } = props;
  const [isHomeOpen, setHomeOpen] = useState(false);
  const [isMailOpen, setMailOpen] = useState(false);
  const homeButton = useRef<HTMLButtonElement>(null);
  const row = useRef<HTMLLIElement>(null);
  // The first key typed into a wrong address clears the error, but must not remove the field. Nor must the first key
  // of a missing name: until then only the address identifies the row.
  const wasMailWrong = useRef(false);
  wasMailWrong.current ||= errors.email !== undefined || (!guest.name && guest.email !== "");
  const { key, isSelf } = guest;
  const name = guest.name.trim();
  const namesOf = (people: readonly Guest[]) =>
    people.flatMap((one) =>
      one.name.trim() ? [fillIn(texts.person, { name: one.name.trim() })] : []
    );
  const mates = namesOf(housematesOf(list, key));
  const keepers = namesOf(keepersOf(list, key));
  const showsMail = isMailOpen || wasMailWrong.current || guest.email !== "";
  const pickerId = `home-${key}`;
  const openMail = () => {
    setMailOpen(true);
    // The field exists only after the next render.
    setTimeout(() => row.current?.querySelector<HTMLInputElement>("input[type=email]")?.focus());
  };
  const closing = (choose: () => void) => {
    choose();
    setHomeOpen(false);
    homeButton.current?.focus({ preventScroll: true });
  };
  return (
    <li ref={row} data-guest={key}>
      <div class="flex flex-wrap items-start gap-x-1 gap-y-1.5">
        {isSelf
          ? (
            <p class="flex min-h-11 min-w-0 flex-1 items-center px-3">
              <span class="min-w-0 truncate">
                {name
                  ? (
                    <>
                      {name} <span class="muted text-sm">{texts.you}</span>
                    </>
                  )
                  : texts.youAlone}
              </span>
            </p>
          )
          : (
            <Inputs
              {...{ guest, index, errors, actions, texts }}
              {...((hasMail || wasMailWrong.current) &&
                { mail: showsMail ? "everywhere" as const : "wide" as const })}
            />
          )}
        {/* An empty row has no actions; on wide screens they keep their space so that rows align. */}
        <div
          class={`-me-3 flex shrink-0 sm:me-0 ${
            name || guest.email ? "" : "max-sm:hidden sm:invisible"
          }`}
        >
          <Tool
            button={homeButton}
            icon="house"
            label={fillIn(texts.livesWith, { name })}
            isOn={mates.length + keepers.length > 0}
            isOpen={isHomeOpen}
            controls={pickerId}
            onClick={() => setHomeOpen(!isHomeOpen)}
          />
          {hasMail && !isSelf && !showsMail && (
            <Tool
              icon="mail"
              class="sm:hidden"
              label={fillIn(texts.addEmail, { name })}
              onClick={openMail}
            />
          )}
          {!isSelf && (
            <Tool
              icon="x"
              label={fillIn(texts.remove, { name: name || index + 1 })}
              onClick={() => actions.remove(guest)}
            />
          )}
        </div>
      </div>
      {!isSelf && (["name", "email"] as const).map((field) =>
        errors[field] && (
          <FieldError key={field} id={`participants.${index}.${field}-error`}>
            {errors[field]}
          </FieldError>
        )
      )}
      {!isHomeOpen && (
        <>
          <RowNote icon="house" text={texts.home} names={mates} locale={locale} />
          {keeping && <RowNote icon="gift" text={keeping.opens} names={keepers} locale={locale} />}
        </>
      )}
      {isHomeOpen && name !== "" && (
        <div id={pickerId} class="bg-base-200 rounded-field mt-1.5 space-y-3 p-3">
          <Chips
            label={fillIn(texts.livesWith, { name })}
            chosen={housematesOf(list, key)}
            {...{ list, guest, texts }}
            toggle={(other) =>
              closing(() =>
                actions.toggleHome(guest, other)
              )}
          />
          {keeping && list.guests.length > 1 && (
            <details open={keepers.length > 0}>
              <summary class="text-link flex min-h-11 w-fit items-center text-sm">
                {fillIn(keeping.keeperTitle, { name })}
              </summary>
              <Chips
                label={fillIn(keeping.keeperTitle, { name })}
                isLabelled
                chosen={keepersOf(list, key)}
                {...{ list, guest, texts }}
                toggle={(other) => closing(() => actions.toggleKeeper(guest, other))}
              />
            </details>
          )}
        </div>
      )}
    </li>
  );
}

interface RowNoteProps {
  icon: IconName;
  /** Contains a placeholder for the names. */
  text: string;
  names: readonly string[];
  locale: string;
}

/** Shows the people chosen for a guest, below their row; nothing without names. */
function RowNote({ icon, text, names, locale }: RowNoteProps) {
  if (names.length === 0) return null;
  return (
    <p class="muted flex items-center gap-1.5 px-3 pt-1 pb-2 text-sm">
      <Icon name={icon} class="text-primary size-3.5" />
      {fillIn(text, { names: formatList(names, locale) })}
    </p>
  );
}

type InputsProps = Pick<GuestRowProps, "guest" | "index" | "errors" | "actions" | "texts"> & {
  /** Shows the address field on wide screens only, or everywhere. */
  mail?: "wide" | "everywhere";
};

function Inputs({ guest, index, mail, errors, actions, texts }: InputsProps) {
  const { key } = guest;
  const control = (field: "name" | "email") => ({
    id: `participants.${index}.${field}`,
    value: guest[field],
    autocomplete: "off",
    placeholder: texts[field],
    "aria-label": `${texts[field]} ${index + 1}`,
    ...(errors[field] && {
      "aria-invalid": true,
      "aria-describedby": `participants.${index}.${field}-error`,
    }),
    onInput: (event: InputEvent & { currentTarget: HTMLInputElement }) =>
      actions.change(key, { [field]: event.currentTarget.value }),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" || isComposing(event)) return;
      event.preventDefault();
      actions.next(key);
    },
  });
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (!/[\t\n@]/.test(text.trim())) return;
    event.preventDefault();
    actions.paste(parsePeople(text), key);
  };
  return (
    <>
      <input
        {...control("name")}
        class="input w-auto min-w-0 flex-[1_1_7rem] sm:flex-[2_1_0]"
        enterkeyhint="next"
        onPaste={paste}
      />
      {/* On a phone, an address has its own line. */}
      {mail && (
        <input
          {...control("email")}
          class={`input sm:w-auto sm:min-w-0 sm:flex-[3_1_0] ${
            mail === "wide" ? "max-sm:hidden" : "max-sm:order-last"
          }`}
          type="email"
          inputmode="email"
        />
      )}
    </>
  );
}

interface ToolProps {
  icon: IconName;
  label: string;
  class?: string;
  button?: RefObject<HTMLButtonElement>;
  isOn?: boolean;
  /** Whether the picker that it controls is open. */
  isOpen?: boolean;
  controls?: string;
  onClick(): void;
}

function Tool(
  { icon, label, class: classes = "", button, isOn, isOpen, controls, onClick }: ToolProps,
) {
  return (
    <button
      type="button"
      class={`btn btn-ghost w-11 px-0 ${isOn ? "text-primary" : "text-base-content/70"} ${classes}`}
      aria-label={label}
      title={label}
      {...(button && { ref: button })}
      {...(isOpen !== undefined && { "aria-expanded": isOpen })}
      {...(isOpen && { "aria-controls": controls })}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Number of people shown before a search. */
const SHOWN = 16;

interface ChipsProps {
  label: string;
  /** True if the label is already visible above. */
  isLabelled?: boolean;
  list: GuestList;
  /** The guest whose row it is; has no chip. */
  guest: Guest;
  chosen: readonly Guest[];
  toggle(other: number): void;
  texts: PeopleTexts;
}

/** The other people, each chosen with one tap. */
function Chips({ label, isLabelled, list, guest, chosen, toggle, texts }: ChipsProps) {
  const [search, setSearch] = useState("");
  const on = new Set(chosen.map(({ key }) => key));
  const others = list.guests.filter(({ key, name }) => key !== guest.key && name.trim() !== "");
  const wanted = searchKey(search);
  const found = others.filter(({ name }) => searchKey(name).includes(wanted));
  return (
    <div role="group" aria-label={label} class="flex flex-wrap gap-2">
      {!isLabelled && (
        <p class="w-full text-sm font-semibold">{others.length > 0 ? label : texts.apartEmpty}</p>
      )}
      {others.length > SHOWN && (
        <SearchBox label={texts.search} value={search} onChange={setSearch} />
      )}
      {found.slice(0, SHOWN).map(({ key, name }) => (
        <button
          key={key}
          type="button"
          class={`btn rounded-full font-normal ${
            on.has(key) ? "btn-primary chosen" : "btn-outline border-base-content/50 bg-base-100"
          }`}
          aria-pressed={on.has(key)}
          onClick={() => toggle(key)}
        >
          <Icon name={on.has(key) ? "check" : "plus"} class="size-4" />
          {name.trim()}
        </button>
      ))}
    </div>
  );
}
