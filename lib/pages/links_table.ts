import type { Translate } from "../i18n/translate.ts";
import { csvTable } from "./csv_table.ts";
import type { PersonLink } from "./game_links.ts";

/** Names, addresses and links as a table for spreadsheets. */
export function linksTable(
  people: readonly Pick<PersonLink, "name" | "email" | "link">[],
  t: Translate,
): string {
  const head = (["name", "email", "link"] as const).map((key) => t(`created.csv.${key}`));
  return csvTable([head, ...people.map(({ name, email, link }) => [name, email, link])]);
}
