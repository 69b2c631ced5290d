import Papa from "papaparse";
import type { Translate } from "../i18n/translate.ts";
import type { PersonLink } from "./game_links.ts";

/**
 * Names, addresses and links as CSV that spreadsheets open as they should: UTF-8 by its mark, and no cell
 * a formula, whatever somebody is called.
 */
export function linksTable(
  people: readonly Pick<PersonLink, "name" | "email" | "link">[],
  t: Translate,
): string {
  const head = (["name", "email", "link"] as const).map((key) => t(`created.csv.${key}`));
  const rows = people.map(({ name, email, link }) => [name, email, link]);
  // Beside the usual beginnings of a formula, those that spreadsheets reach by wide characters.
  const options = { escapeFormulae: /^[=+\-@\t\r＝＋－＠]/ };
  return "\uFEFF" + Papa.unparse([head, ...rows], options) + "\r\n";
}
