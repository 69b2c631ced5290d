import Papa from "papaparse";
import type { Translate } from "../../i18n/translate.ts";
import type { PersonLink } from "./game_links.ts";
import { statusWords } from "./person_status.ts";
import { hasPassed, progressOf } from "../../game/progress.ts";
import type { ManagedGame } from "./managed_game.ts";

/**
 * Writes rows as CSV that spreadsheets open correctly: with a byte order mark for UTF-8, and without formulas in
 * names or wishes. Every cell is quoted, because some spreadsheets split at semicolons or tabs.
 */
function csvTable(rows: string[][]): string {
  // The usual first characters of a formula, and their full-width variants.
  const options = { quotes: true, escapeFormulae: /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u };
  return "\uFEFF" + Papa.unparse(rows, options) + "\r\n";
}

/** Names, addresses and links as a table for spreadsheets. */
export function linksTable(
  people: readonly Pick<PersonLink, "name" | "email" | "link">[],
  t: Translate,
): string {
  const head = [t("create.people.name"), t("game.contact.email"), t("game.device.link")];
  return csvTable([head, ...people.map(({ name, email, link }) => [name, email, link])]);
}

/** All people with their status and wishes, as a table for spreadsheets; without links and pairs. */
export function peopleTable(
  { game, view, hasMail, reader: { t } }: ManagedGame,
  now: Date,
): string {
  const head = [
    t("create.people.name"),
    t("game.contact.email"),
    t("organize.csv.status"),
    t("game.reveal.desiredGift"),
    t("game.reveal.wish"),
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
