import type { ComponentChildren } from "preact";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { languageName } from "@/lib/browser/format.ts";
import {
  fieldsIn,
  type FormField,
  GAME_FORM,
  type GameForm,
  type TypedFields,
} from "@/lib/browser/game_form.ts";
import { LANGUAGES } from "@/lib/game/types.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { BudgetField } from "./BudgetField.tsx";
import { CoverField } from "./CoverField.tsx";
import { Checkbox, Field, Select, TextArea } from "./Field.tsx";

/** What every control is made from. */
export interface AskedGame {
  form: GameForm;
  typed: TypedFields;
  errors: FieldErrors;
  reader: Reader;
  /** Hints that replace those of the table. */
  hints?: Partial<Record<FormField, string>>;
  /** YYYY-MM-DD: the first day that the browser offers. */
  earliest?: string;
  /** Whether date and time can no longer change. */
  isFixed?: boolean;
  /** The field to type in first. */
  focused?: FormField | undefined;
}

interface GameFieldsProps extends AskedGame {
  places: readonly (typeof GAME_FORM)[FormField]["place"][];
  /** Controls that replace those of the table; null: none. */
  instead?: Partial<Record<FormField, ComponentChildren>>;
}

/** The fields of a game that a form asks for in these places. */
export function GameFields({ places, instead = {}, ...asked }: GameFieldsProps) {
  const fields = fieldsIn(asked.form, ...places).filter((field) =>
    instead[field] !== null && GAME_FORM[field].control !== null
  );
  return (
    <div class="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {fields.map((field) => (
        <div key={field} class={GAME_FORM[field].isHalf ? "" : "sm:col-span-2"}>
          {instead[field] ?? <GameField field={field} {...asked} />}
        </div>
      ))}
    </div>
  );
}

const TYPES = {
  ...{ line: "text", email: "email", date: "date", time: "time", moment: "datetime-local" },
} as const;

/** One field, by the control that the table names. */
export function GameField({ field, ...asked }: AskedGame & { field: FormField }) {
  const { form, typed, errors, reader, hints = {}, earliest, isFixed = false, focused } = asked;
  const { t } = reader;
  const row = GAME_FORM[field];
  const label = t(row.label);
  const hint = hints[field] ?? (row.hint === null ? "" : t(row.hint));
  const value = String(typed[field]);
  const common = {
    ...{ name: field, label, hint, value, error: errors[field] },
    ...row.isOptional && { optional: t("common.optional") },
  };
  switch (row.control) {
    case null:
      return null;
    case "budget":
      return <BudgetField {...{ typed, errors, reader }} />;
    case "cover":
      return <CoverField value={value} mayGuess={form === "details"} t={t} />;
    case "language":
      return (
        <Select
          {...common}
          options={LANGUAGES.map((one) => ({ value: one, label: languageName(one) }))}
        />
      );
    case "box":
      return <Checkbox {...{ name: field, label, hint }} checked={typed[field] === true} />;
    case "lines":
      return <TextArea {...common} {...row.input} />;
    default: {
      const isWhen = row.control === "date" || row.control === "time";
      return (
        <Field
          {...common}
          {...row.input}
          type={TYPES[row.control]}
          {...row.example !== null && { placeholder: t(row.example) }}
          {...row.control === "date" && !isFixed && { min: earliest }}
          required={row.isRequired}
          readonly={isFixed && isWhen}
          autofocus={field === focused}
        />
      );
    }
  }
}
