import type { ComponentChildren } from "preact";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { languageName } from "@/lib/browser/format.ts";
import { type Asked, PERSON_FORM } from "@/lib/browser/person_form.ts";
import { LANGUAGES } from "@/lib/game/types.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Field, Select, type SelectProps, TextArea } from "./Field.tsx";

export interface PersonFieldProps {
  field: keyof typeof PERSON_FORM;
  /** Who fills in the form. */
  by: Asked;
  /** Values by the names of the fields in the form. */
  typed: Readonly<Record<string, string | null | undefined>>;
  errors: FieldErrors;
  t: Translate;
  /** Name in the form if it differs from the field's. */
  name?: string;
  id?: string;
  hint?: ComponentChildren;
  rows?: number;
  required?: boolean;
  readonly?: boolean;
  autofocus?: boolean;
  /** True if an optional field is marked as such; by default wishes are not. */
  isMarked?: boolean;
  /** Options before the languages, for a language field. */
  options?: SelectProps["options"];
}

/** Wishes need no "optional" unless other fields next to them have it. */
const WISHES: ReadonlySet<string> = new Set(["desiredGift", "wish"]);

/** One field of a person, with the control that the table names. */
export function PersonField(
  { field, by, typed, errors, t, name = field, options, isMarked = !WISHES.has(field), ...own }:
    PersonFieldProps,
) {
  const person = PERSON_FORM[field];
  const row = person[by];
  const required = "isRequired" in person;
  const asked = {
    ...{ name, label: t(row.label), value: typed[name] ?? "", error: errors[name] },
    ...isMarked && !required && !own.required && { optional: t("common.optional") },
  };
  if (row.control === "language") {
    const languages = LANGUAGES.map((one) => ({ value: one, label: languageName(one) }));
    return <Select {...asked} options={[...options ?? [], ...languages]} />;
  }
  const input = {
    ...{ ...asked, required },
    ..."maxLength" in person && { maxLength: person.maxLength },
    ..."example" in row && { placeholder: t(row.example) },
    ..."autocomplete" in row && { autocomplete: row.autocomplete },
    ...own,
  };
  if (row.control === "lines") return <TextArea {...input} />;
  return <Field {...input} {...row.control === "email" && { type: "email" }} />;
}
