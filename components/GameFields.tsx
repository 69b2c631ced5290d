import type { ComponentChildren } from "preact";
import { budgetsIn, CURRENCIES, OTHER_BUDGET } from "@/lib/browser/budget.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { formatMoney, languageName } from "@/lib/browser/format.ts";
import {
  fieldsIn,
  type FormField,
  GAME_FORM,
  type GameForm,
  type TypedFields,
} from "@/lib/browser/game_form.ts";
import { COVERS, LANGUAGES, LIMITS } from "@/lib/game/types.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { Checkbox, Field, Select, TextArea } from "./Field.tsx";
import { CoverImage } from "./CoverBand.tsx";
import { Icon } from "./Icon.tsx";

/** The props that every control is built from. */
export interface AskedGame {
  form: GameForm;
  typed: TypedFields;
  errors: FieldErrors;
  reader: Reader;
  /** Hints that replace those of the table. */
  hints?: Partial<Record<FormField, string>>;
  /** The first day that the browser offers, YYYY-MM-DD. */
  earliest?: string;
  /** True if date and time can no longer change. */
  isFixed?: boolean;
  /** The field that gets the focus. */
  focused?: FormField | undefined;
}

interface GameFieldsProps extends AskedGame {
  places: readonly (typeof GAME_FORM)[FormField]["place"][];
  /** Controls that replace those of the table; null: none. */
  instead?: Partial<Record<FormField, ComponentChildren>>;
}

/** The fields of a game that a form has in these places. */
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

/** With a year of four digits as the maximum, browsers do not accept one of six. */
const LAST_DAY = "9999-12-31";

/** One field, with the control that the table names. */
export function GameField({ field, ...asked }: AskedGame & { field: FormField }) {
  const { typed, errors, reader, hints = {}, earliest, isFixed = false, focused } = asked;
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
      return <BudgetField {...asked} />;
    case "cover":
      return <CoverField {...asked} />;
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
          {...row.control === "moment" && { max: `${LAST_DAY}T23:59` }}
          {...row.control === "date" && { max: LAST_DAY, ...!isFixed && { min: earliest } }}
          required={row.isRequired}
          readonly={isFixed && isWhen}
          autofocus={field === focused}
        />
      );
    }
  }
}

/** The budget per gift: a suggested amount with one tap, or another amount. */
function BudgetField({ typed, errors, reader: { t, language, locale } }: AskedGame) {
  const currencyNames = new Intl.DisplayNames(language, { type: "currency" });
  const { amount } = typed;
  // An invalid currency is refused, but the suggestions need a valid one.
  const currency = /^[A-Z]{3}$/.test(typed.currency) ? typed.currency : "USD";
  const budgets = budgetsIn(currency).map(String);
  const isOther = amount !== "" && !budgets.includes(amount) ||
    Boolean(errors.amount || errors.currency);
  const chips = [
    { value: "", label: t("create.event.noBudget"), isChosen: amount === "" && !isOther },
    ...budgets.map((budget) => ({
      value: `${budget} ${currency}`,
      label: formatMoney(budget, currency, locale),
      isChosen: amount === budget && !isOther,
    })),
    { value: OTHER_BUDGET, label: t("create.event.otherBudget"), isChosen: isOther },
  ];
  return (
    <fieldset class="group/budget min-w-0 space-y-3">
      <legend class="mb-1.5 font-semibold">{t("create.event.amount")}</legend>
      <div class="flex flex-wrap gap-2">
        {chips.map(({ value, label, isChosen }) => (
          <label
            key={value}
            class="btn btn-outline border-base-content/50 relative has-checked:btn-primary has-checked:chosen has-checked:border-primary has-checked:bg-primary has-checked:text-primary-content has-focus-visible:outline-accent rounded-full px-4 font-normal has-focus-visible:outline-3"
          >
            <input type="radio" name="budget" value={value} checked={isChosen} class="sr-only" />
            {label}
          </label>
        ))}
      </div>
      <div class="hidden gap-4 group-has-[[value=other]:checked]/budget:grid sm:grid-cols-2">
        <Field
          name="amount"
          label={t("create.event.ownAmount")}
          value={amount}
          error={errors.amount}
          maxLength={LIMITS.amount}
          inputmode="decimal"
          autocomplete="off"
        />
        <Select
          name="currency"
          label={t("create.event.currency")}
          value={currency}
          error={errors.currency}
          options={[...new Set([...CURRENCIES, currency])].map((code) => ({
            value: code,
            label: `${code} · ${currencyNames.of(code) ?? code}`,
          }))}
        />
      </div>
    </fieldset>
  );
}

/** The eight scenes, chosen with one tap; the chosen one has a ring, a tick and its name above. */
function CoverField({ form, typed: { cover: value }, reader: { t } }: AskedGame) {
  return (
    <fieldset class="relative min-w-0 space-y-1.5">
      <legend class="font-semibold">{t("create.cover.title")}</legend>
      {/* Restores the scene that name and date suggest. */}
      {form === "details" && (
        <label class="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="cover"
            value=""
            checked={value === ""}
            class="radio radio-primary"
          />
          {t("organize.details.coverGuessed")}
        </label>
      )}
      <div class="grid grid-cols-4 gap-2.5 pt-1">
        {COVERS.map((cover) => {
          const name = t(`mail.occasions.${cover}`);
          return (
            <label key={cover} class="group/cover cursor-pointer" title={name}>
              <input
                type="radio"
                name="cover"
                value={cover}
                checked={cover === value}
                class="sr-only"
                aria-label={name}
              />
              <span class="rounded-field group-has-checked/cover:outline-primary group-has-focus-visible/cover:outline-accent relative block overflow-hidden outline-offset-2 group-has-checked/cover:outline-3 group-has-focus-visible/cover:outline-3">
                <CoverImage cover={cover} class="h-12 w-full sm:h-20" isLazy />
                <span class="bg-primary text-primary-content absolute end-1 bottom-1 hidden rounded-full p-1 group-has-checked/cover:block">
                  <Icon name="check" class="size-3.5" />
                </span>
              </span>
              <span
                class="muted absolute end-0 bottom-full mb-1.5 hidden max-w-[calc(100%-5rem)] truncate group-has-checked/cover:block"
                aria-hidden="true"
              >
                {name}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
