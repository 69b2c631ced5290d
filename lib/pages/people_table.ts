import { statusWords } from "./person_status.ts";
import { hasPassed, progressOf } from "../game/progress.ts";
import { csvTable } from "./csv_table.ts";
import type { ManagedGame } from "./organizer.ts";

/** Everyone with how far they have come and what they wish, as a table for spreadsheets: no link, and no pair. */
export function peopleTable(
  { game, view, hasMail, reader: { t } }: ManagedGame,
  now: Date,
): string {
  const head = [
    t("created.csv.name"),
    t("created.csv.email"),
    t("organize.csv.status"),
    t("organize.person.desiredGift"),
    t("organize.person.wish"),
  ];
  const isPast = hasPassed(game, now);
  const progress = progressOf(game, view, hasMail, now);
  const rows = view.participants.map(({ name, email, desiredGift, wish }, index) => {
    const one = progress[index];
    const words = one ? statusWords(one, view.state, isPast).map((word) => t(word.text)) : [];
    return [name, email, words.join(", "), desiredGift, wish];
  });
  return csvTable([head, ...rows]);
}
