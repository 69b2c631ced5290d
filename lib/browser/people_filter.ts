import { namesOf } from "../game/derive.ts";
import type { PersonProgress } from "../game/progress.ts";

/** A filter of the organizer's list of people. */
interface FilterRow {
  passes: (person: PersonProgress) => boolean;
  /** True if the filter also exists before the draw. */
  isEarly?: true;
  /** True if those who pass can be sent a reminder. */
  isReminded?: true;
  /** True if it depends on the pairs, which excludes it from sealed games. */
  isOfPairs?: true;
  /** True if nothing can be done about it once the event is over. */
  isPending?: true;
}

/** All filters; their texts are `organize.people.filters.X`. */
export const PEOPLE_FILTERS = {
  all: { passes: () => true, isEarly: true, isReminded: true },
  needsLink: { passes: ({ link }) => link === "needed", isPending: true },
  noNews: {
    passes: ({ reach, link }) => reach === "none" && link === "used",
    isEarly: true,
    isPending: true,
  },
  unopened: {
    passes: ({ gift, link }) => gift === "unopened" && link !== "gone",
    isReminded: true,
  },
  changed: { passes: ({ newName }) => newName !== null, isOfPairs: true },
  noWish: { passes: ({ hasWish }) => !hasWish, isEarly: true, isReminded: true },
  unconfirmed: { passes: ({ gift }) => gift !== "confirmed", isReminded: true, isOfPairs: true },
  confirmed: { passes: ({ gift }) => gift === "confirmed", isOfPairs: true },
  asking: { passes: ({ asksForOther, asksToLeave }) => asksForOther || asksToLeave },
  mailFailed: { passes: ({ link }) => link === "failed", isEarly: true },
  mailQueued: { passes: ({ link }) => link === "queued", isEarly: true },
  noEmail: { passes: ({ hasAddress }) => !hasAddress },
} as const satisfies Record<string, FilterRow>;
export type PeopleFilter = keyof typeof PEOPLE_FILTERS;

/** The id of the list itself. */
export const PEOPLE_LIST = "people-list";

/** The filters that a person passes. */
export function filtersOf(person: PersonProgress): PeopleFilter[] {
  return namesOf(PEOPLE_FILTERS).filter((filter) => PEOPLE_FILTERS[filter].passes(person));
}

/** The search key of a text: ignores case, accents and character width. */
export function searchKey(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
