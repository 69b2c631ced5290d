import { joinSentences } from "../../browser/format.ts";
import { daysUntil } from "../../game/calendar.ts";
import type { PersonProgress } from "../../game/progress.ts";
import { LIMITS } from "../../game/types.ts";
import type { ManagedGame } from "./managed_game.ts";

type Greeted = Pick<ManagedGame, "view" | "game" | "reader">;

/**
 * What the organizer is greeted with: by name, where it is known, and with how far it has all come. Follows from
 * what the organizer may know alone.
 *
 * @param isStuck whether the draw has failed, and still would.
 */
export function greeting(
  managed: Greeted,
  people: readonly PersonProgress[],
  now: Date,
  isStuck: boolean,
): string {
  const { view: { organizerName: name }, reader: { t } } = managed;
  const news = newsOf(managed, people, now, isStuck);
  return name ? joinSentences([t("game.hello", { name }), news]) : news;
}

function newsOf(
  { view, game, reader: { t } }: Greeted,
  people: readonly PersonProgress[],
  now: Date,
  isStuck: boolean,
): string {
  const total = people.length;
  if (view.isArchived) return t("organize.moment.closed");
  if (view.state === "gathering") {
    if (total === 0) return t("organize.moment.empty");
    if (total < LIMITS.minParticipants) {
      return t(game.drawProblem ? "organize.moment.tooFew" : "organize.moment.few");
    }
    return t(isStuck ? "organize.moment.impossible" : "organize.moment.enough");
  }
  const days = daysUntil(game, now);
  if (days < 0) return t("organize.moment.over");
  if (days === 0) return t("organize.moment.today");
  const count = people.filter(({ gift }) => gift !== "unopened").length;
  if (count === 0) return t("organize.moment.drawn", { count: total });
  if (count < total) return t("organize.moment.opened", { count, total });
  return people.every(({ gift }) => gift === "confirmed")
    ? t("organize.moment.confirmed", { count })
    : t("organize.moment.allOpened", { count });
}
