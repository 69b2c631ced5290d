import { formatDay, formatMoney } from "../../browser/format.ts";
import type { Game } from "../../game/types.ts";
import type { Reader } from "../../i18n/reader.ts";

/** Says in one line what a gift may cost and when it is given. */
export function giftFacts(
  { amount, currency, date }: Pick<Game, "amount" | "currency" | "date">,
  { t, locale }: Pick<Reader, "t" | "locale">,
): string {
  const money = formatMoney(amount, currency, locale);
  const day = formatDay(`${date}T00:00:00Z`, locale, "UTC");
  if (!money) return day;
  return `${t("common.line", { label: t("create.event.amount"), value: money })} · ${day}`;
}
