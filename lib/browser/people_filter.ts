import { namesOf } from "../game/derive.ts";
import type { PersonProgress } from "../game/progress.ts";

/** Who passes each filter of the organizer's list of people; texts `organize.people.filters.X`. */
const FILTERS = {
  all: () => true,
  needsLink: ({ link }) => link === "needed",
  noNews: ({ reach, link }) => reach === "none" && link === "used",
  unopened: ({ gift }) => gift === "unopened",
  changed: ({ newName }) => newName !== null,
  noWish: ({ hasWish }) => !hasWish,
  unconfirmed: ({ gift }) => gift !== "confirmed",
  confirmed: ({ gift }) => gift === "confirmed",
  asking: ({ asksForOther, asksToLeave }) => asksForOther || asksToLeave,
  mailFailed: ({ link }) => link === "failed",
  mailQueued: ({ link }) => link === "queued",
  noEmail: ({ hasAddress }) => !hasAddress,
} satisfies Record<string, (person: PersonProgress) => boolean>;

export type PeopleFilter = keyof typeof FILTERS;
export const PEOPLE_FILTERS = namesOf(FILTERS);

/** The id of the list itself. */
export const PEOPLE_LIST = "people-list";

/** All filters that a person passes. */
export function filtersOf(person: PersonProgress): PeopleFilter[] {
  return PEOPLE_FILTERS.filter((filter) => FILTERS[filter](person));
}

/** The key of a text for searches, without case, accents and width. */
export function searchKey(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
