import type { ComponentChildren } from "preact";
import { LIMITS } from "@/lib/game/types.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Field, Select, type SelectProps, TextArea } from "./Field.tsx";

interface EventFieldsProps {
  t: Translate;
  typed: Readonly<
    Record<"name" | "date" | "time" | "location" | "amount" | "currency" | "generalNotes", string>
  >;
  errors: FieldErrors;
  labels: Readonly<
    Record<"name" | "location" | "amount" | "currency" | "notes" | "notesHint", string>
  >;
  currencies: SelectProps["options"];
  /** Whether the browser offers what was typed elsewhere. */
  autocomplete?: "off";
  /** Lines of the notes. */
  rows?: number;
  /** Between two fields side by side. */
  gap: "gap-4" | "gap-5";
  /** YYYY-MM-DD: the first day that the browser offers. */
  earliest?: string;
  /** Whether the date and the time cannot change any more. */
  isFixed?: boolean;
  /** Fields between the place and the amount. */
  children?: ComponentChildren;
}

/** What, when and where, how much to spend, and what everyone should know. */
export function EventFields(
  {
    t,
    typed,
    errors,
    labels,
    currencies,
    gap,
    rows = 4,
    earliest,
    isFixed = false,
    children,
    ...off
  }: EventFieldsProps,
) {
  const optional = t("common.optional");
  const pair = `grid grid-cols-1 ${gap} sm:grid-cols-2`;
  return (
    <>
      <Field
        name="name"
        label={labels.name}
        value={typed.name}
        error={errors.name}
        maxLength={LIMITS.gameName}
        required
        {...off}
      />
      <div class={pair}>
        <Field
          name="date"
          type="date"
          label={t("game.date")}
          value={typed.date}
          error={errors.date}
          required
          readonly={isFixed}
          {...(earliest && !isFixed && { min: earliest })}
        />
        <Field
          name="time"
          type="time"
          label={t("game.time")}
          value={typed.time}
          error={errors.time}
          optional={optional}
          readonly={isFixed}
        />
      </div>
      <Field
        name="location"
        label={labels.location}
        value={typed.location}
        error={errors.location}
        optional={optional}
        maxLength={LIMITS.location}
        {...off}
      />
      {children}
      <div class={pair}>
        <Field
          name="amount"
          label={labels.amount}
          value={typed.amount}
          error={errors.amount}
          optional={optional}
          maxLength={LIMITS.amount}
          inputmode="decimal"
          {...off}
        />
        <Select
          name="currency"
          label={labels.currency}
          value={typed.currency}
          error={errors.currency}
          options={currencies}
        />
      </div>
      <TextArea
        name="generalNotes"
        rows={rows}
        label={labels.notes}
        hint={labels.notesHint}
        value={typed.generalNotes}
        error={errors.generalNotes}
        optional={optional}
        maxLength={LIMITS.notes}
      />
    </>
  );
}
