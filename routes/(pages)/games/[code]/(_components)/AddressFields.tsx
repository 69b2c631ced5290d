import { ADDRESS_PARTS, fieldOf } from "@/lib/browser/address_fields.ts";
import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import { type Language, LIMITS } from "@/lib/game/types.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import {
  type AddressField,
  addressFieldsOf,
  countriesIn,
  linesOf,
  type TypedAddress,
} from "@/lib/pages/address_form.ts";
import { shownField } from "@/lib/pages/forms.ts";
import { Field, Select, TextArea } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";

/** The fields for a postal address: the country's parts, or free lines if they are unknown. */
export function AddressFields(
  { typed, errors, reader, isStored = false }: {
    typed: TypedAddress;
    errors: FieldErrors;
    reader: Reader;
    /** True if the lines are the stored ones, which the fields of a country may replace. */
    isStored?: boolean;
  },
) {
  const { t, language, locale } = reader;
  const countries = countriesIn(locale);
  // Anything but a listed country becomes ""; otherwise the list would preselect its first country.
  const country = countries.some(({ value }) => value === typed.country) ? typed.country : "";
  const known = addressFieldsOf(country);
  const fields = typed.lines === null ? known : null;
  const isSpoken = speaks(country, language);
  // If the country's fields are shown already, the button is hidden until another country is chosen.
  const isShown = fields !== null || known === null;
  return (
    <>
      <div class="group/country flex flex-wrap items-end gap-x-3 gap-y-1 *:first:min-w-0 *:first:grow">
        <Select
          name={fieldOf("country")}
          label={t("post.address.country")}
          value={country}
          options={[
            ...countries,
            { value: "", label: t("post.address.noCountry") },
          ]}
        />
        <button
          type="submit"
          name="switch"
          value="1"
          formNoValidate
          class={`btn btn-ghost ${
            isShown ? "group-not-has-[option:checked:not([selected])]/country:hidden" : ""
          }`}
        >
          <Icon name="rotate-ccw" />
          {t("post.address.show")}
        </button>
      </div>
      {fields
        ? (
          <div class="grid grid-cols-1 gap-4 sm:grid-cols-2">
            {fields.map((field) => (
              <div key={field.part} class={isAlone(field, fields) ? "sm:col-span-2" : ""}>
                <Field
                  name={fieldOf(field.part)}
                  label={labelOf(t(`post.address.${field.label}`), field.word, isSpoken)}
                  value={typed[field.part]}
                  error={errors[fieldOf(field.part)]}
                  maxLength={LIMITS.addressLine}
                  autocomplete={field.autocomplete}
                  {...!field.isRequired && { optional: t("common.optional") }}
                />
              </div>
            ))}
          </div>
        )
        : (
          <>
            {/* Keeps the parts for a switch back to a country that has fields. */}
            {ADDRESS_PARTS.filter((part) => typed[part] !== "").map((part) => (
              <input key={part} type="hidden" name={fieldOf(part)} value={typed[part]} />
            ))}
            {isStored && (
              <input type="hidden" name={shownField(fieldOf("lines"))} value={linesOf(typed)} />
            )}
            <TextArea
              name={fieldOf("lines")}
              label={t("post.address.lines")}
              hint={t("post.address.linesHint")}
              value={linesOf(typed)}
              error={errors[fieldOf("lines")]}
              rows={LIMITS.addressLines}
              autocomplete="off"
            />
          </>
        )}
      <Field
        name={fieldOf("hint")}
        label={t("post.address.hint")}
        optional={t("common.optional")}
        value={typed.hint}
        error={errors[fieldOf("hint")] ?? errors.hint}
        maxLength={LIMITS.addressHint}
        autocomplete="off"
      />
    </>
  );
}

/** "Postal code (PLZ)"; "Postal code" if the words are the same; "PLZ" if the reader speaks the country's language. */
function labelOf(label: string, word: string | null, isSpoken: boolean): string {
  if (word === null || label.toLowerCase() === word.toLowerCase()) return label;
  if (isSpoken) return word.charAt(0).toLocaleUpperCase() + word.slice(1);
  return label.toLowerCase().includes(word.toLowerCase()) ? label : `${label} (${word})`;
}

/** True if most people of a country speak a language. */
function speaks(country: string, language: Language): boolean {
  return country !== "" &&
    new Intl.Locale("und", { region: country }).maximize().language === language;
}

function isAlone({ line }: AddressField, fields: readonly AddressField[]): boolean {
  return fields.filter((other) => other.line === line).length === 1;
}
