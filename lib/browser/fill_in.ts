import { dedupeHonorifics } from "./honorifics.ts";

/** Replaces the `{{placeholders}}` of a text, for islands, which have no locales. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return dedupeHonorifics(
    text.replaceAll(
      /\{\{(\w+)\}\}/g,
      (whole, name) => Object.hasOwn(values, name) ? String(values[name]) : whole,
    ),
    Object.values(values),
  );
}
