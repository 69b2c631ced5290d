import { daysUntil, type EventDay } from "../game/calendar.ts";
import type { Translate } from "../i18n/translate.ts";

/** "12 days to go", today, tomorrow, or that it is over. */
export function countdown(event: EventDay, t: Translate, now: Date): string {
  const days = daysUntil(event, now);
  if (days > 1) return t("game.daysToGo", { count: days });
  if (days === 1) return t("game.isTomorrow");
  return t(days === 0 ? "game.isToday" : "organize.isOver");
}
