/** Forms for postal addresses: which parts a country asks for, in which order, and how they make lines. */
import { formatAddress } from "localized-address-format";
import { ADDRESS_PARTS, type AddressPart, fieldOf } from "../browser/address_fields.ts";
import type { FieldErrors } from "../browser/field_errors.ts";
import { derive } from "../game/derive.ts";
import type { GivenAddress, PostalAddress } from "../game/postal_address.ts";
import { LIMITS } from "../game/types.ts";
import type { Translate } from "../i18n/translate.ts";
import type { Form } from "../http/form.ts";
import { isUnedited } from "./forms.ts";

/** The parts of an address, with the library's names for them and their `autocomplete` values. */
const PARTS = {
  name: { field: "name", autocomplete: "name" },
  street: { field: "addressLines", autocomplete: "address-line1" },
  /** Passed to the library as a line after the street. */
  more: { autocomplete: "address-line2" },
  district: { field: "dependentLocality", autocomplete: "address-level3" },
  city: { field: "locality", autocomplete: "address-level2" },
  state: { field: "administrativeArea", autocomplete: "address-level1" },
  postcode: { field: "postalCode", autocomplete: "postal-code" },
} as const satisfies Record<AddressPart, unknown>;

/** Local names of address parts by country. */
const WORDS: Readonly<Record<string, Partial<Record<AddressPart, string>>>> = {
  DE: { postcode: "PLZ" },
  AT: { postcode: "PLZ" },
  CH: { postcode: "PLZ / NPA" },
  FR: { postcode: "code postal" },
  NL: { postcode: "postcode", city: "woonplaats" },
  GB: { postcode: "postcode", street: "house number and street" },
  PT: { postcode: "código postal" },
  IT: { postcode: "CAP", state: "provincia" },
  ES: { postcode: "código postal", state: "provincia" },
  IE: { postcode: "Eircode", state: "county" },
  US: { postcode: "ZIP code", state: "state" },
  CA: { postcode: "postal code", state: "province" },
  AU: { postcode: "postcode", city: "suburb" },
  BR: { postcode: "CEP", state: "estado", district: "bairro" },
  MX: { postcode: "C.P.", district: "colonia" },
  IN: { postcode: "PIN code" },
  JP: {
    postcode: "郵便番号",
    state: "都道府県",
    street: "市区町村・番地",
    more: "建物名・部屋番号",
  },
  CN: { postcode: "邮政编码", state: "省", city: "市", district: "区" },
  TW: { postcode: "郵遞區號" },
  KR: { postcode: "우편번호" },
};

/** The parts that countries require besides name and street (from Google's libaddressinput). */
const NEEDS: readonly [needs: readonly AddressPart[], countries: string][] = [
  [["city"], "IE"],
  [["city", "postcode"], "AT BE CH CZ DE DK FI FR GB LU NL NO NZ PL PT SE"],
  [["city", "state"], "TW"],
  [["state", "postcode"], "JP"],
  [["city", "state", "postcode"], "AU BR CA CN ES IN IT KR MX US"],
];

/** Codes that `Intl` has a name for, although no parcel can be sent there. */
const NO_COUNTRIES = ["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"];

/** One part that a form asks for. */
export type AddressField = NonNullable<ReturnType<typeof addressFieldsOf>>[number];

/**
 * Returns the parts of a country's addresses, in their order.
 *
 * @returns null if the country's format is unknown; people then write free lines.
 */
export function addressFieldsOf(country: string) {
  if (!COUNTRY_CODES.includes(country)) return null;
  const address = Object.fromEntries(
    ADDRESS_PARTS.filter((part) => part !== "more").map((part) => [
      PARTS[part].field,
      part === "street" ? ["<street>", "<more>"] : `<${part}>`,
    ]),
  );
  const lines = formatAddress({ ...address, postalCountry: country });
  if (lines.join() === formatAddress({ ...address, postalCountry: "ZZ" }).join()) return null;
  const [needs = []] = NEEDS.find(([, countries]) => countries.split(" ").includes(country)) ?? [];
  return lines.flatMap((text, line) =>
    ADDRESS_PARTS.map((part) => ({ part, at: text.indexOf(`<${part}>`) }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => one.at - other.at)
      .map(({ part }) => ({
        part,
        /** Its name in the texts. */
        label: country === "JP" && part === "state" ? "prefecture" as const : part,
        /** What people in that country call it; null: unknown. */
        word: WORDS[country]?.[part] ?? null,
        isRequired: part === "name" || part === "street" || needs.includes(part),
        autocomplete: PARTS[part].autocomplete,
        /** The same number for all parts on one line. */
        line,
      }))
  );
}

/** The values of the form. */
export interface TypedAddress extends Record<AddressPart, string> {
  country: string;
  /** Free lines instead of the parts; null: the form asks for the country's parts, if they are known. */
  lines: string | null;
  hint: string;
}

/** The form when it is first opened. @param address the stored address */
export function blankAddress(country: string, address: PostalAddress | null = null): TypedAddress {
  return {
    ...NO_PARTS,
    country: address?.country ?? country,
    lines: address ? address.lines.join("\n") : null,
    hint: address?.hint ?? "",
  };
}

const NO_PARTS = derive<Record<AddressPart, string>>(ADDRESS_PARTS, () => "");

export function readTypedAddress(form: Form): TypedAddress {
  const text = (part: Parameters<typeof fieldOf>[0]) => form.text(fieldOf(part)).trim();
  return {
    ...derive<Record<AddressPart, string>>(ADDRESS_PARTS, text),
    country: text("country"),
    lines: hasLines(form) ? text("lines") : null,
    hint: text("hint"),
  };
}

/**
 * False if the fields of the chosen country replace the lines. Lines that someone typed stay, because they would be
 * lost, and can be saved for any country. Lines made from the parts need not stay.
 */
function hasLines(form: Form): boolean {
  const lines = fieldOf("lines");
  if (!form.has("switch") || !addressFieldsOf(form.text(fieldOf("country")))) {
    return form.has(lines);
  }
  const isFromParts = ADDRESS_PARTS.some((part) => part !== "name" && form.text(fieldOf(part)));
  return form.text(lines).trim() !== "" && !isFromParts && !isUnedited(form, lines);
}

/** The address as lines: as typed, or made from the parts of another country's form so that they are not lost. */
export function linesOf(typed: TypedAddress): string {
  if (typed.lines !== null) return typed.lines;
  return isAddressTyped(typed)
    ? ADDRESS_PARTS.map((part) => typed[part]).filter(Boolean).join("\n")
    : "";
}

/** True if anything but the name, which browsers fill in on their own, was typed. */
export function isAddressTyped(typed: TypedAddress): boolean {
  if (typed.lines !== null) return typed.lines !== "";
  return ADDRESS_PARTS.some((part) => part !== "name" && typed[part] !== "");
}

/**
 * Converts the values of the form to an address.
 *
 * @returns errors by field name if a part is missing, or the address does not fit on a label.
 */
export function toAddress(
  typed: TypedAddress,
  t: Translate,
): { address: GivenAddress } | { errors: FieldErrors } {
  const { country, hint } = typed;
  const fields = typed.lines === null ? addressFieldsOf(country) : null;
  if (!fields) {
    const lines = linesOf(typed).split("\n").map((line) => line.trim()).filter(Boolean);
    if (lines.length === 0) return { errors: { [fieldOf("lines")]: t("errors.required.other") } };
    return checked({ lines, country, hint }, "lines", t);
  }
  const missing = fields.filter(({ part, isRequired }) => isRequired && typed[part] === "");
  if (missing.length > 0) {
    return {
      errors: Object.fromEntries(
        missing.map(({ part }) => [fieldOf(part), t("errors.required.other")]),
      ),
    };
  }
  return checked({ lines: writeLines(typed), country, hint }, "street", t);
}

function checked(address: GivenAddress, part: "lines" | "street", t: Translate) {
  const { lines } = address;
  const fits = lines.length <= LIMITS.addressLines &&
    lines.every((line) => line.length <= LIMITS.addressLine);
  return fits ? { address } : { errors: { [fieldOf(part)]: t("post.address.tooLong") } };
}

/** A letter of a non-Latin script: addresses written in one begin with the largest part. */
const LOCAL = /(?!\p{Script=Latin})\p{L}/u;

function writeLines(typed: TypedAddress): string[] {
  // Beijing is its own province, and is written once.
  const isProvince = typed.country === "CN" && typed.city === typed.state;
  const formatted = formatAddress({
    postalCountry: typed.country,
    name: typed.name,
    addressLines: [typed.street, typed.more],
    dependentLocality: typed.district,
    locality: isProvince ? "" : typed.city,
    administrativeArea: typed.state,
    postalCode: typed.postcode,
  }, LOCAL.test(typed.street + typed.city + typed.state) ? "local" : "latin");
  // The text before a leading comma or space has moved to the line above.
  const lines = formatted.map((line) => line.replace(/^[\s,]+/, ""));
  // The addresses of a few countries have more lines than a label: join the last ones.
  while (lines.length > LIMITS.addressLines) lines.push(lines.splice(-2).join(", "));
  return lines;
}

/** Returns every country with its name in the reader's language, sorted as that language sorts. */
export function countriesIn(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  const order = new Intl.Collator(locale);
  return COUNTRY_CODES.flatMap((value) => {
    const label = names.of(value);
    return label ? [{ value, label }] : [];
  }).sort((one, other) => order.compare(one.label, other.label));
}

const ENGLISH_NAMES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Codes of countries that the CLDR has a name for, without aliases. */
const COUNTRY_CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  .filter((code) =>
    !NO_COUNTRIES.includes(code) && new Intl.Locale("und", { region: code }).region === code &&
    Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` &&
    ENGLISH_NAMES.of(code) !== undefined
  );

/** Returns the lines of an address for a parcel, with the country's name in the sender's language. */
export function labelLines({ lines, country }: PostalAddress, locale: string): string[] {
  const name = country &&
    new Intl.DisplayNames(locale, { type: "region", fallback: "none" }).of(country);
  const said = country === "JP" ? withHonorific(lines) : lines;
  return name ? [...said, name.toLocaleUpperCase(locale)] : said;
}

/** The last line of an address that begins with its postcode, if it can be a name without an honorific. */
const JAPANESE_NAME = /^(?!.*(?:様|殿|御中|先生|さま|さん)$)[^\p{Nd}@]+$/u;

/** "花子 様": in Japan a parcel without 様 is rude. */
function withHonorific(lines: readonly string[]): string[] {
  const last = lines.at(-1) ?? "";
  return lines[0]?.startsWith("〒") && JAPANESE_NAME.test(last)
    ? [...lines.slice(0, -1), `${last} 様`]
    : [...lines];
}
