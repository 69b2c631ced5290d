import { namesOf } from "../game/derive.ts";
import type { PersonProgress } from "../game/progress.ts";

/** One thing that the organizer's list of people can be narrowed to. */
interface FilterRow {
  passes: (person: PersonProgress) => boolean;
  /** True if the list has it while people come together, too. */
  isEarly?: true;
  /** True if a reminder can be sent to those who pass. */
  isReminded?: true;
  /** True if it depends on the pairs: a sealed game has it not. */
  isOfPairs?: true;
  /** True if there is nothing to do about it once the event has passed. */
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

/** All filters that a person passes. */
export function filtersOf(person: PersonProgress): PeopleFilter[] {
  return namesOf(PEOPLE_FILTERS).filter((filter) => PEOPLE_FILTERS[filter].passes(person));
}

/** The key of a text for searches, without case, accents and width. */
export function searchKey(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
