import { filtersOf, PEOPLE_FILTERS, type PeopleFilter } from "../../browser/people_filter.ts";
import { fieldsWith, namesOf } from "../../game/derive.ts";
import { nextSteps } from "../../game/next_steps.ts";
import { hasPassed, progressOf } from "../../game/progress.ts";
import { pairsHiddenFromOrganizer } from "../../game/seal.ts";
import type { Form } from "../../http/form.ts";
import type { ManagedGame } from "./managed_game.ts";

/** Groups of people a reminder can be sent to. */
export const REMINDED = fieldsWith(PEOPLE_FILTERS, "isReminded", true);

/**
 * The filters of the list of people. Confirmations and new receivers are left out while the game is sealed, and
 * missing links and news once the event has passed.
 */
export function filtersFor({ game }: Pick<ManagedGame, "game">, now: Date): PeopleFilter[] {
  if (game.isGathering) return fieldsWith(PEOPLE_FILTERS, "isEarly", true);
  const left = new Set<PeopleFilter>([
    ...pairsHiddenFromOrganizer(game) ? fieldsWith(PEOPLE_FILTERS, "isOfPairs", true) : [],
    ...hasPassed(game, now) ? fieldsWith(PEOPLE_FILTERS, "isPending", true) : [],
  ]);
  return namesOf(PEOPLE_FILTERS).filter((one) => !left.has(one));
}

/**
 * Returns the ids of the people that a form sends a reminder to: those in a group, or in a step on the organizer's
 * page; null: everyone.
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
