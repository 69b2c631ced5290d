import { daysUntil } from "./calendar.ts";
import { isInviter } from "./identity.ts";
import { type PersonProgress, progressOf } from "./progress.ts";
import { type Game, LIMITS } from "./types.ts";
import type { OrganizerView } from "./view_schemas.ts";

/** What concerns people, each named. */
export const PEOPLE_STEPS = [
  "leaving",
  "asking",
  "changed",
  "mailFailed",
  "needsLink",
  "unopened",
  "noWish",
] as const;

/** What the organizer tells others: their own page tells them. */
const NUDGES: ReadonlySet<(typeof PEOPLE_STEPS)[number]> = new Set([
  "changed",
  "unopened",
  "noWish",
]);

/** One thing that is for the organizer to do. */
export type NextStep =
  | { kind: (typeof PEOPLE_STEPS)[number]; people: PersonProgress[] }
  /** `ownMail`: mails to the organizer come back. `invite`: too few are in. `draw`: enough are in. */
  | { kind: "drawProblem" | "proposals" | "ownMail" | "invite" | "draw" | "again" | "none" };

/** For so long after a mail nobody is nudged again, in ms. */
const QUIET = 2 * 86_400_000;

/**
 * What the organizer has to do, the most urgent first: never empty. Follows from what the organizer may know
 * alone, so that in a sealed game it is the same whoever gives to whom.
 *
 * @param hasMail whether this service can send mails.
 */
export function nextSteps(
  game: Game,
  view: OrganizerView,
  hasMail: boolean,
  now: Date,
): [NextStep, ...NextStep[]] {
  const steps = view.isArchived
    ? [{ kind: "again" } as const]
    : view.state === "gathering"
    ? whileGathering(view)
    : onceDrawn(game, view, hasMail, now);
  const [first = { kind: "none" }, ...others] = steps;
  return [first, ...others];
}

function whileGathering(view: OrganizerView): NextStep[] {
  const isEnough = view.participants.length >= LIMITS.minParticipants;
  return [
    ...view.drawProblem ? [{ kind: "drawProblem" } as const] : [],
    ...ownMail(view),
    ...view.householdProposals.length > 0 ? [{ kind: "proposals" } as const] : [],
    { kind: isEnough ? "draw" : "invite" },
  ];
}

function onceDrawn(game: Game, view: OrganizerView, hasMail: boolean, now: Date): NextStep[] {
  const people = progressOf(game, view, hasMail, now);
  const days = daysUntil(game, now);
  const quietSince = new Date(now.getTime() - QUIET).toISOString();
  // Nobody nudges themself.
  const others = people.filter(({ name }) => !isInviter(game, name));
  const concerns: Record<(typeof PEOPLE_STEPS)[number], (one: PersonProgress) => boolean> = {
    leaving: ({ asksToLeave }) => asksToLeave,
    asking: ({ asksForOther }) => asksForOther,
    changed: ({ newName }) => newName === "untold",
    mailFailed: ({ link }) => link === "failed",
    needsLink: ({ link }) => link === "needed",
    unopened: ({ gift, link, told, newName }) =>
      gift === "unopened" && newName !== "untold" && link !== "needed" && link !== "failed" &&
      !(told && told.at > quietSince),
    noWish: ({ gift, hasWish, told }) =>
      gift !== "unopened" && !hasWish && !(told?.isReminder && told.at > quietSince),
  };
  const steps = PEOPLE_STEPS
    // Once the day is over nobody is nudged any more.
    .filter((kind) => days >= 0 || kind === "leaving" || kind === "asking")
    .map((kind) => ({
      kind,
      people: (NUDGES.has(kind) ? others : people).filter(concerns[kind]),
    }))
    .filter((step) => step.people.length > 0);
  const urgent = steps.filter(({ kind }) => kind === "leaving" || kind === "asking");
  return [
    ...urgent,
    ...ownMail(view),
    ...steps.filter((step) => !urgent.includes(step)),
    ...days <= 0 ? [{ kind: "again" } as const] : [],
  ];
}

function ownMail({ organizerEmailStatus }: OrganizerView): NextStep[] {
  return organizerEmailStatus.status === "failed" ? [{ kind: "ownMail" }] : [];
}
