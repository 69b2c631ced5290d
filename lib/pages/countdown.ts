import type { Translate } from "../i18n/translate.ts";

/** Says "12 days to go", today, tomorrow, or that the event is over. @param daysLeft negative after the day */
export function countdown(daysLeft: number, t: Translate): string {
  if (daysLeft > 1) return t("game.daysToGo", { count: daysLeft });
  if (daysLeft === 1) return t("game.isTomorrow");
  return t(daysLeft === 0 ? "game.isToday" : "game.isOver");
}
