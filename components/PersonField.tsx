import type { ComponentChildren } from "preact";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { languageName } from "@/lib/browser/format.ts";
import { type Asked, PERSON_FORM } from "@/lib/browser/person_form.ts";
import { LANGUAGES } from "@/lib/game/types.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Field, Select, type SelectProps, TextArea } from "./Field.tsx";

export interface PersonFieldProps {
  field: keyof typeof PERSON_FORM;
  /** Who is asked. */
  by: Asked;
  /** By the names of the fields in their form. */
  typed: Readonly<Record<string, string | null | undefined>>;
  errors: FieldErrors;
  t: Translate;
  /** Its name in the form, where that is not the field's own. */
  name?: string;
  id?: string;
  hint?: ComponentChildren;
  rows?: number;
  required?: boolean;
  readonly?: boolean;
  autofocus?: boolean;
  /** Whether it is marked as optional if it is; by default a wish is not. */
  isMarked?: boolean;
  /** Of a language. */
  options?: SelectProps["options"];
}

/** Where nothing else is asked, a wish is plainly what one likes to say. */
const WISHES: ReadonlySet<string> = new Set(["desiredGift", "wish"]);

/** One field of a person, by the control that the table names. */
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
