import { joinSentences } from "../../browser/format.ts";
import { daysUntil } from "../../game/calendar.ts";
import type { PersonProgress } from "../../game/progress.ts";
import { LIMITS } from "../../game/types.ts";
import type { ManagedGame } from "./managed_game.ts";

/**
 * Greets the organizer, by name if it is known, and sums up the state of the game. Uses only what the organizer may
 * know.
 *
 * @param isStuck true if the draw failed and would still fail.
 */
export function greeting(
  managed: Pick<ManagedGame, "view" | "game" | "reader">,
  people: readonly PersonProgress[],
  now: Date,
  isStuck: boolean,
): string {
  const { organizerName: name } = managed.view;
  const { t } = managed.reader;
  const news = newsOf(managed, people, daysUntil(managed.game, now), isStuck);
  return name ? joinSentences([t("game.hello", { name }), news].filter(Boolean)) : news;
}

function newsOf(
  { view, game, reader: { t } }: Parameters<typeof greeting>[0],
  people: readonly PersonProgress[],
  days: number,
  isStuck: boolean,
): string {
  const total = people.length;
  if (view.isArchived) return t("organize.moment.closed");
  if (view.state === "gathering") {
    if (total === 0) return t("organize.moment.empty");
    const isFew = total < LIMITS.minParticipants;
    // The warning below says what is wrong.
    if (isStuck || (isFew && game.drawProblem)) return "";
    return t(isFew ? "organize.moment.few" : "organize.moment.enough");
  }
  if (days < 0) return t("organize.moment.over");
  if (days === 0) return t("organize.moment.today");
  const count = people.filter(({ gift }) => gift !== "unopened").length;
  // Gifts with a new name were opened before; the step below mentions them.
  if (count === 0 && people.some(({ newName }) => newName)) return "";
  return count < total
    ? t("organize.moment.drawn", { number: count, total })
    : t("organize.moment.allOpened");
}
