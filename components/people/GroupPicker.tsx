import { useRef, useState } from "preact/hooks";
import {
  type Guest,
  type GuestGroup,
  type GuestList,
  withoutCovered,
} from "@/lib/browser/guest_list.ts";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { formatList } from "@/lib/browser/format.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import { Button } from "@/components/Button.tsx";
import { FieldError } from "@/components/Field.tsx";
import { Icon, type IconName } from "@/components/Icon.tsx";
import { useFinishFirst } from "./finish_first.ts";
import { SearchBox } from "./SearchBox.tsx";
import type { PeopleTexts } from "@/lib/i18n/people_texts.ts";

/** Number of people shown before a search. */
const SHOWN = 40;

interface GroupPickerProps {
  list: GuestList;
  /** Why no draw is possible, or what is wrong with a group. */
  errors: readonly string[];
  add(members: readonly number[]): void;
  remove(group: GuestGroup): void;
  locale: string;
  texts: PeopleTexts;
}

/** Keeps people apart who do not live together, and removes groups, households included. */
export function GroupPicker({ list, errors, add, remove, locale, texts }: GroupPickerProps) {
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [search, setSearch] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const named = list.guests.filter(({ name }) => name.trim() !== "");
  const nameOf = new Map(named.map(({ key, name }) => [key, name.trim()]));
  const chosen = selected.filter((key) => nameOf.has(key));
  const names = (keys: readonly number[]) =>
    formatList(keys.flatMap((key) => nameOf.get(key) ?? []), locale);
  // Exclusions that a household covers are hidden: removing one alone would change nothing.
  const shown = withoutCovered(list.groups).filter(isGroup);
  const groups = shown.map((group, index) => ({
    group,
    index,
    names: names(group.members),
    label: texts[group.kind === "household" ? "householdTag" : "exclusionTag"],
  }));
  const iconOf = new Map<number, IconName>(
    shown.flatMap(({ kind, members }) => members.map((key) => [key, GROUP_ICONS[kind]])),
  );
  const isLong = named.length > SHOWN;
  const wanted = searchKey(search);
  const found = named.filter(({ name }) => searchKey(name).includes(wanted));

  const toggle = ({ key }: Guest) =>
    setSelected(
      chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key],
    );
  // The clicked button disappears, so the focus moves to the heading for keyboard users.
  const stay = () => heading.current?.focus({ preventScroll: true });
  const finish = () => {
    add(chosen);
    setSelected([]);
    setSearch("");
    stay();
  };
  const section = useRef<HTMLElement>(null);
  useFinishFirst(section, () => {
    if (chosen.length < 2) return false;
    finish();
    return true;
  });

  return (
    <section ref={section} class="space-y-4" aria-labelledby="groups">
      <div class="space-y-1">
        <h3 id="groups" ref={heading} tabIndex={-1} class="text-lg outline-none">
          {texts.apartTitle}
        </h3>
        <p class="muted text-sm text-pretty">
          {texts.apartLead}
        </p>
      </div>
      {errors.map((error, index) => (
        <FieldError key={error} id={`groups-error-${index}`}>{error}</FieldError>
      ))}
      {isLong && <SearchBox label={texts.search} value={search} onChange={setSearch} />}
      {named.length >= 2 && (
        <div class="flex flex-wrap gap-2" role="group" aria-labelledby="groups">
          {found.slice(0, SHOWN).map((guest) => (
            <button
              key={guest.key}
              type="button"
              class={`btn rounded-full font-normal ${
                chosen.includes(guest.key)
                  ? "btn-primary chosen"
                  : "btn-outline border-base-content/50"
              }`}
              aria-pressed={chosen.includes(guest.key)}
              onClick={() => toggle(guest)}
            >
              <Icon
                name={chosen.includes(guest.key) ? "check" : iconOf.get(guest.key) ?? "plus"}
                class="size-4"
              />
              {guest.name}
            </button>
          ))}
          {isLong && (
            <p class="muted w-full text-sm" role="status">
              {found.length === 0 ? texts.noMatch : fillIn(texts.shown, {
                number: Math.min(found.length, SHOWN),
                total: named.length,
              })}
            </p>
          )}
        </div>
      )}
      <div role="status">
        {chosen.length > 0 && (
          <div class="bg-base-200 rounded-field space-y-3 p-4">
            <p class="font-semibold">
              {chosen.length === 1
                ? fillIn(texts.chooseMore, { name: names(chosen) })
                : names(chosen)}
            </p>
            <div class="flex flex-wrap gap-2">
              {chosen.length > 1 && (
                <Button type="button" icon="unlink" onClick={finish}>{texts.exclusion}</Button>
              )}
              <Button
                type="button"
                variant="quiet"
                onClick={() => {
                  setSelected([]);
                  stay();
                }}
              >
                {texts.cancel}
              </Button>
            </div>
          </div>
        )}
      </div>
      {groups.length > 0 && (
        <ul class="flex flex-wrap gap-x-1 gap-y-2">
          {groups.map(({ group, ...tag }) => (
            <li key={group.key} class="flex min-w-0 items-center">
              <GroupTag kind={group.kind} {...tag} />
              <button
                type="button"
                class="btn btn-ghost w-11 shrink-0 px-0"
                aria-label={fillIn(texts.separate, { names: tag.names })}
                title={fillIn(texts.separate, { names: tag.names })}
                onClick={() => {
                  remove(group);
                  stay();
                }}
              >
                <Icon name="x" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Groups are never distinguished by colour alone: the names are next to it. */
const COLORS = [
  "border-primary/50 bg-primary/10 *:first:text-primary",
  "border-secondary/50 bg-secondary/10 *:first:text-secondary",
  "border-info/50 bg-info/10 *:first:text-info",
  "border-warning/50 bg-warning/10 *:first:text-warning",
  "border-neutral/50 bg-neutral/10 *:first:text-neutral",
];

/** The icons for people who live together, and for those who are only kept apart. */
const GROUP_ICONS = { household: "house", exclusion: "unlink" } as const;

/** A group that this picker shows. */
type ShownGroup = GuestGroup & { kind: keyof typeof GROUP_ICONS };

function isGroup(group: GuestGroup): group is ShownGroup {
  return group.kind in GROUP_ICONS;
}

interface GroupTagProps {
  kind: ShownGroup["kind"];
  /** Index of the group. */
  index: number;
  /** What screen readers hear before the names. */
  label: string;
  names: string;
}

/** People who do not draw each other. */
function GroupTag({ kind, index, label, names }: GroupTagProps) {
  const colors = COLORS[index % COLORS.length];
  return (
    <span
      class={`inline-flex max-w-full items-center gap-2 rounded-full border px-3 py-1 text-sm ${colors}`}
    >
      <Icon name={GROUP_ICONS[kind]} class="size-4" />
      <span class="sr-only">{label}</span>
      <span class="min-w-0">{names}</span>
    </span>
  );
}
