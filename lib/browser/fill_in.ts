import { dedupeHonorifics } from "./honorifics.ts";

/** Puts values in place of a text's `{{name}}`s, for islands, where the locales are not. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return dedupeHonorifics(
    text.replaceAll(
      /\{\{(\w+)\}\}/g,
      (whole, name) => Object.hasOwn(values, name) ? String(values[name]) : whole,
    ),
    Object.values(values),
  );
}
