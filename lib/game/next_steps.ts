import { daysUntil } from "./calendar.ts";
import { namesOf } from "./derive.ts";
import { mayStartFinale } from "./finale.ts";
import { isInviter } from "./identity.ts";
import { isOutOfReach, type LinkState, type PersonProgress, progressOf } from "./progress.ts";
import { type Game, LIMITS } from "./types.ts";
import type { OrganizerView } from "./view_schemas.ts";

/** Returns true if a step concerns a person. A mail to them before `quietSince` is long enough ago. */
type Concern = (one: PersonProgress, quietSince: string) => boolean;

/** Steps about named people. */
const CONCERNS = {
  leaving: ({ asksToLeave }) => asksToLeave,
  asking: ({ asksForOther }) => asksForOther,
  changed: ({ newName }) => newName === "untold",
  mailFailed: ({ link }) => link === "failed",
  needsLink: ({ link }) => link === "needed",
  unreached: (one) => one.gift === "unopened" && one.newName !== "untold" && isOutOfReach(one),
  unopened: (one, quietSince) =>
    one.gift === "unopened" && one.newName !== "untold" && !UNMAILED.has(one.link) &&
    !isOutOfReach(one) && !(one.told && one.told.at > quietSince),
  noWish: ({ gift, hasWish, told }, quietSince) =>
    gift !== "unopened" && !hasWish && !(told?.isReminder && told.at > quietSince),
} satisfies Record<string, Concern>;
type PeopleStep = keyof typeof CONCERNS;

/** Steps in which the organizer tells other people something. An organizer's own page already shows it to them. */
const NUDGES: ReadonlySet<PeopleStep> = new Set([
  "changed",
  "unreached",
  "unopened",
  "noWish",
]);

/** States of a link in which a reminder to open the gift reaches no one. */
const UNMAILED: ReadonlySet<LinkState> = new Set(["needed", "failed", "gone"]);

/** One thing for the organizer to do. */
export type NextStep =
  | { kind: PeopleStep; people: PersonProgress[] }
  /**
   * `ownMail`: mails to the organizer bounce. `invite`: too few have joined. `draw`: enough have joined. `finale`: it
   * can be started.
   */
  | {
    kind: "drawProblem" | "proposals" | "ownMail" | "invite" | "draw" | "finale" | "again" | "none";
  };

/** Minimum time between a mail and a nudge, in ms. */
const QUIET = 2 * 86_400_000;

/**
 * The organizer's next steps, the most urgent first; never empty. Depends only on what the organizer may
 * know, so in a sealed game it does not depend on the pairs.
 *
 * @param hasMail true if this service can send mails.
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
  // Organizers are not asked to nudge themselves.
  const others = people.filter(({ name }) => !isInviter(game, name));
  const steps = namesOf(CONCERNS)
    // After the day, no one is nudged.
    .filter((kind) => (days >= 0 && !view.revealed) || kind === "leaving" || kind === "asking")
    .map((kind) => ({
      kind,
      people: (NUDGES.has(kind) ? others : people)
        .filter((one) => CONCERNS[kind](one, quietSince)),
    }))
    .filter((step) => step.people.length > 0);
  const urgent = steps.filter(({ kind }) => kind === "leaving" || kind === "asking");
  return [
    ...mayStartFinale(game, now) ? [{ kind: "finale" } as const] : [],
    ...urgent,
    ...ownMail(view),
    ...steps.filter((step) => !urgent.includes(step)),
    ...days <= 0 ? [{ kind: "again" } as const] : [],
  ];
}

function ownMail({ organizerEmailStatus }: OrganizerView): NextStep[] {
  return organizerEmailStatus.status === "failed" ? [{ kind: "ownMail" }] : [];
}
