import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { PersonField } from "./PersonField.tsx";

interface WishFieldsProps {
  t: Translate;
  typed: { desiredGift?: string; wish?: string };
  errors: FieldErrors;
  /** Of the ids of the fields, where they are on a page twice. */
  prefix?: string;
  /** Whether the biggest wish is asked for; not next to a list, whose first item is that. */
  withBiggest?: boolean;
  /** Whether they are marked as optional, among other fields that are. */
  isMarked?: boolean;
}

/** What a participant would like to get, as they say it themselves. */
export function WishFields({ prefix = "", withBiggest = true, ...form }: WishFieldsProps) {
  const fields = withBiggest ? ["desiredGift", "wish"] as const : ["wish"] as const;
  return fields.map((field) => (
    <PersonField key={field} field={field} by="self" id={prefix + field} {...form} />
  ));
}
