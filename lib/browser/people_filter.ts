import type { OrganizerView } from "../game/view_schemas.ts";

type Person = OrganizerView["participants"][number];

/** How far somebody has come. */
export type PersonStatus = "unopened" | "opened" | "confirmed" | "asking";

/** What the organizer's list of people can be narrowed to; texts `organize.people.filters.X`. */
export const PEOPLE_FILTERS = [
  "all",
  "unopened",
  "unconfirmed",
  "confirmed",
  "asking",
  "mailFailed",
  "mailQueued",
  "noEmail",
] as const;
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number];

export function statusOfPerson(person: Person): PersonStatus {
  if (person.hasPendingReassignmentRequest) return "asking";
  if (person.hasConfirmedAssignment) return "confirmed";
  return person.viewedAt ? "opened" : "unopened";
}

/** Every filter that lets somebody through. */
export function filtersOf(person: Person): PeopleFilter[] {
  const isMember: Record<PeopleFilter, boolean> = {
    all: true,
    unopened: !person.viewedAt,
    unconfirmed: !person.hasConfirmedAssignment,
    confirmed: person.hasConfirmedAssignment,
    asking: person.hasPendingReassignmentRequest,
    mailFailed: person.emailStatus.status === "failed",
    mailQueued: person.emailStatus.status === "queued",
    noEmail: person.email === "",
  };
  return PEOPLE_FILTERS.filter((filter) => isMember[filter]);
}

/** How a text is compared in a search: without case, accents and width. */
export function searchKey(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
