import type { Texts, Translate } from "./translate.ts";

/** A text that mentions the organizer. */
export type NamingText = keyof Texts["named"];

/** Translates a text that mentions the organizer, by name if it is known: "Olivia decides". */
export function naming(t: Translate, organizer: string): (text: NamingText) => string {
  const values = { organizer: calledOrganizer(t, organizer) };
  return (text) => capitalizeRole(t(`named.${text}`, values), t);
}

/** How texts refer to the organizer: by name, or by their role if the name is "". */
export function calledOrganizer(t: Translate, name: string): string {
  return name || t("common.theOrganizer");
}

/** Capitalizes the organizer's role where it begins a sentence: "The organizer decides". */
export function capitalizeRole(text: string, t: Translate): string {
  const role = t("common.theOrganizer");
  const capital = role.charAt(0).toUpperCase() + role.slice(1);
  return text.replaceAll(
    new RegExp(`(^|\\n|[.!?:] )${role}`, "gu"),
    (_, before: string) => before + capital,
  );
}

/** Maximum number of people that a sentence names. */
const NAMED = 3;

/** Placeholder values for a text that names a few of these people and says how many more there are. */
export function namedFew(
  people: readonly { name: string }[],
  t: Translate,
): { count: number; names: string[] } {
  const count = people.length;
  const names: string[] = people.slice(0, count > NAMED ? NAMED - 1 : NAMED)
    .map(({ name }) => t("game.reveal.name", { name }));
  const rest = count - names.length;
  if (rest > 0) names.push(t("errors.drawImpossible.more", { count: rest }));
  return { count, names };
}
