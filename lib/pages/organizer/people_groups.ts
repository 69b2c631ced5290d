import { filtersOf, PEOPLE_FILTERS, type PeopleFilter } from "../../browser/people_filter.ts";
import { nextSteps } from "../../game/next_steps.ts";
import { hasPassed, progressOf } from "../../game/progress.ts";
import { pairsHiddenFromOrganizer } from "../../game/seal.ts";
import type { Form } from "../../http/form.ts";
import type { ManagedGame } from "./managed_game.ts";

/** Groups of people a reminder can be sent to. */
export const REMINDED = [
  "all",
  "unopened",
  "noWish",
  "unconfirmed",
] as const satisfies readonly PeopleFilter[];

/** What the rows say of people while they come together. */
const GATHERING: ReadonlySet<PeopleFilter> = new Set([
  "all",
  "noNews",
  "noWish",
  "mailFailed",
  "mailQueued",
]);

/**
 * The filters of the list of people. Confirmations and new receivers are left out while the game is sealed, and
 * missing links and news once the event has passed.
 */
export function filtersFor({ game }: Pick<ManagedGame, "game">, now: Date): PeopleFilter[] {
  if (game.isGathering) return PEOPLE_FILTERS.filter((one) => GATHERING.has(one));
  return PEOPLE_FILTERS.filter((one) =>
    !(pairsHiddenFromOrganizer(game) && (one.endsWith("onfirmed") || one === "changed")) &&
    !((one === "needsLink" || one === "noNews") && hasPassed(game, now))
  );
}

/**
 * The ids of the people that a form sends a reminder to: those of a group, or of a step on the organizer's page;
 * null: everyone.
 */
export function remindedBy(form: Form, managed: ManagedGame, now: Date): Set<string> | null {
  const { game, view, hasMail } = managed;
  const step = form.text("step");
  if (step !== "") {
    const people = nextSteps(game, view, hasMail, now)
      .flatMap((one) => one.kind === step && "people" in one ? one.people : []);
    return new Set(people.map(({ id }) => id));
  }
  const group = REMINDED.find((known) => known === form.text("group")) ?? "all";
  if (group === "all" || !filtersFor(managed, now).includes(group)) return null;
  return new Set(
    progressOf(game, view, hasMail, now).filter((one) => filtersOf(one).includes(group))
      .map(({ id }) => id),
  );
}
