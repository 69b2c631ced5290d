import { isolate, isRightToLeft } from "./bidi.ts";
import { dedupeHonorifics } from "./honorifics.ts";

/** Replaces the `{{placeholders}}` of a text, for islands, which have no locale files. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return dedupeHonorifics(
    text.replaceAll(
      /\{\{(\w+)\}\}/g,
      (whole, name) =>
        Object.hasOwn(values, name) ? isolate(String(values[name]), isRightToLeft(text)) : whole,
    ),
    Object.values(values),
  );
}
