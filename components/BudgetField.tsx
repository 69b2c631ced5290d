import { budgetsIn, CURRENCIES, OTHER_BUDGET } from "@/lib/browser/budget.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { formatMoney } from "@/lib/browser/format.ts";
import { LIMITS } from "@/lib/game/types.ts";
import type { TypedFields } from "@/lib/browser/game_form.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { Field, FieldError, Select } from "./Field.tsx";

interface BudgetFieldProps {
  typed: TypedFields;
  errors: FieldErrors;
  reader: Reader;
}

/** The budget per gift: a suggested amount with one tap, or another amount. */
export function BudgetField({ typed, errors, reader: { t, language, locale } }: BudgetFieldProps) {
  const currencyNames = new Intl.DisplayNames(language, { type: "currency" });
  const { amount } = typed;
  // An invalid currency is refused, but the suggestions need a valid one.
  const currency = /^[A-Z]{3}$/.test(typed.currency) ? typed.currency : "USD";
  const budgets = budgetsIn(currency).map(String);
  const isOther = amount !== "" && !budgets.includes(amount) || Boolean(errors.amount);
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
          options={[...new Set([...CURRENCIES, currency])].map((code) => ({
            value: code,
            label: `${code} · ${currencyNames.of(code) ?? code}`,
          }))}
        />
      </div>
      {errors.currency && <FieldError id="currency-error">{errors.currency}</FieldError>}
    </fieldset>
  );
}
