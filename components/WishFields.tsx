import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { PersonField } from "./PersonField.tsx";

interface WishFieldsProps {
  t: Translate;
  typed: { desiredGift?: string; wish?: string };
  errors: FieldErrors;
  /** Prefix of the fields' ids, if a page has them twice. */
  prefix?: string;
  /** False next to a wish list, whose first item is the biggest wish. */
  withBiggest?: boolean;
  /** True if the fields are marked as optional, next to others that are. */
  isMarked?: boolean;
}

/** A participant's own wishes. */
export function WishFields({ prefix = "", withBiggest = true, ...form }: WishFieldsProps) {
  const fields = withBiggest ? ["desiredGift", "wish"] as const : ["wish"] as const;
  return fields.map((field) => (
    <PersonField key={field} field={field} by="self" id={prefix + field} {...form} />
  ));
}
