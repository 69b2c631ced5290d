import type { PersonProgress } from "../game/progress.ts";

/** What the organizer's list of people can be narrowed to; texts `organize.people.filters.X`. */
export const PEOPLE_FILTERS = [
  "all",
  "needsLink",
  "noNews",
  "unopened",
  "changed",
  "noWish",
  "unconfirmed",
  "confirmed",
  "asking",
  "mailFailed",
  "mailQueued",
  "noEmail",
] as const;
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number];

/** The id of the list itself. */
export const PEOPLE_LIST = "people-list";

/** All filters that a person passes. */
export function filtersOf(person: PersonProgress): PeopleFilter[] {
  const { link, gift, reach } = person;
  const isMember: Record<PeopleFilter, boolean> = {
    all: true,
    needsLink: link === "needed",
    noNews: reach === "none" && link === "used",
    unopened: gift === "unopened",
    changed: person.newName !== null,
    noWish: !person.hasWish,
    unconfirmed: gift !== "confirmed",
    confirmed: gift === "confirmed",
    asking: person.asksForOther || person.asksToLeave,
    mailFailed: link === "failed",
    mailQueued: link === "queued",
    noEmail: !person.hasAddress,
  };
  return PEOPLE_FILTERS.filter((filter) => isMember[filter]);
}

/** The key of a text for searches, without case, accents and width. */
export function searchKey(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
