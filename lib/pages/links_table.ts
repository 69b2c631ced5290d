import Papa from "papaparse";
import type { Translate } from "../i18n/translate.ts";
import type { PersonLink } from "./game_links.ts";

/**
 * Names, addresses and links as CSV that spreadsheets open as they should: UTF-8 by its mark, and no cell
 * a formula, whatever somebody is called. Every cell is quoted: where a semicolon or a tab separates, what
 * stands behind one in a name would begin a cell of its own.
 */
export function linksTable(
  people: readonly Pick<PersonLink, "name" | "email" | "link">[],
  t: Translate,
): string {
  const head = (["name", "email", "link"] as const).map((key) => t(`created.csv.${key}`));
  const rows = people.map(({ name, email, link }) => [name, email, link]);
  // Beside the usual beginnings of a formula, those that spreadsheets reach by wide characters.
  const options = { quotes: true, escapeFormulae: /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u };
  return "\uFEFF" + Papa.unparse([head, ...rows], options) + "\r\n";
}
