import type { GameError } from "../game/errors.ts";
import { identityKey } from "../game/identity.ts";
import type { CreateGame } from "../game/schemas.ts";
import { LIMITS } from "../game/types.ts";
import { explainError } from "../i18n/errors.ts";
import type { FieldErrors } from "../browser/field_errors.ts";
import type { GuestLines } from "../browser/guest_list.ts";
import { parseGroups, parsePeople } from "../browser/people_list.ts";
import type { Form } from "./forms.ts";
import type { Reader } from "../i18n/reader.ts";

/** What stands in the form for a new game. */
export interface TypedGame extends GuestLines {
  name: string;
  date: string;
  time: string;
  location: string;
  amount: string;
  currency: string;
  generalNotes: string;
  organizerEmail: string;
  language: string;
  /** IANA name as the browser tells it, where a script asks. */
  timeZone: string;
  /** Of this form, so that the same form sent twice makes one game. */
  key: string;
  isProtected: boolean;
  allowReassignment: boolean;
  sendEmails: boolean;
}

/** The form as it first opens. */
export function blankGame(
  { language }: Pick<Reader, "language">,
  headers: Headers,
  hasMail: boolean,
): TypedGame {
  return {
    name: "",
    date: "",
    time: "",
    location: "",
    amount: "",
    currency: likelyCurrency(headers, language),
    generalNotes: "",
    people: "",
    households: "",
    exclusions: "",
    organizerEmail: "",
    language,
    timeZone: "",
    key: crypto.randomUUID(),
    isProtected: true,
    allowReassignment: true,
    sendEmails: hasMail,
  };
}

export function readTypedGame(form: Form): TypedGame {
  return {
    name: form.text("name"),
    date: form.text("date"),
    time: form.text("time"),
    location: form.text("location"),
    amount: form.text("amount"),
    currency: form.text("currency"),
    generalNotes: form.text("generalNotes"),
    people: form.text("people"),
    households: form.text("households"),
    exclusions: form.text("exclusions"),
    organizerEmail: form.text("organizerEmail"),
    language: form.text("language"),
    timeZone: form.text("timeZone"),
    key: form.text("key"),
    isProtected: form.has("isProtected"),
    allowReassignment: form.has("allowReassignment"),
    sendEmails: form.has("sendEmails"),
  };
}

/** The body of `createGameSchema` that the form stands for, unchecked. */
export function bodyOf(typed: TypedGame, hasMail: boolean) {
  const { people, households, exclusions, timeZone, key: _, ...details } = typed;
  const listed = parsePeople(people);
  const homes = Map.groupBy(
    listed.filter(({ household }) => household !== ""),
    ({ household }) => identityKey(household),
  );
  return {
    ...details,
    ...(timeZone && { timeZone }),
    sendEmails: typed.sendEmails && hasMail,
    participants: listed.map(({ name, email }) => ({ name, email })),
    households: [
      ...parseGroups(households),
      ...[...homes.values()].map((members) => members.map(({ name }) => name)),
    ],
    exclusions: pairsOf(parseGroups(exclusions)),
  };
}

/**
 * Every two of a line; a name alone is paired with itself, which is refused in words. Of more than may be
 * sent there is one too many, which is refused too: the pairs of one long line would fill the memory.
 */
function pairsOf(lines: string[][]): [string, string][] {
  const pairs: [string, string][] = [];
  for (const names of lines) {
    const [only = ""] = names;
    if (names.length < 2) pairs.push([only, only]);
    for (const [index, one] of names.entries()) {
      for (const other of names.slice(index + 1, index + 2 + LIMITS.exclusions - pairs.length)) {
        pairs.push([one, other]);
      }
      if (pairs.length > LIMITS.exclusions) return pairs;
    }
  }
  return pairs;
}

/** Why the game could not be created, beside the field where it is mended. */
export function explainRefusal(
  error: GameError,
  body: CreateGame,
  { t }: Pick<Reader, "t">,
): FieldErrors {
  const path = error.details?.[0]?.path ?? "";
  const [field = "", index = "", member = ""] = path.split(".");
  switch (error.code) {
    case "DRAW_IMPOSSIBLE":
      return { groups: explainError(error, t) };
    case "UNKNOWN_PERSON": {
      const groups = field === "exclusions" ? body.exclusions : body.households;
      const name = groups[Number(index)]?.[Number(member)] ?? "";
      return { [field]: t("create.errors.unknownPerson", { name }) };
    }
    case "VALIDATION_FAILED":
      return { [field]: t("create.errors.oneName") };
    case "TOO_MANY_MAILS":
      return { "": t("create.errors.tooManyMails") };
    case "NAME_TAKEN":
      return { [`${path}.name`]: explainError(error, t) };
    default:
      return { [path]: explainError(error, t) };
  }
}

/** The currencies that the form offers. */
export const CURRENCIES = [
  ...["EUR", "USD", "GBP", "CHF", "JPY", "CNY", "CAD", "AUD", "NZD", "BRL", "MXN", "ARS", "CLP"],
  ...["COP", "PEN", "DKK", "SEK", "NOK", "ISK", "PLN", "CZK", "HUF", "RON", "BGN", "TRY", "INR"],
  ...["KRW", "TWD", "HKD", "SGD", "THB", "IDR", "PHP", "VND", "ZAR", "ILS", "AED", "UAH"],
];

/** Where one of them is paid with, other than the euro. */
const CURRENCY_OF_REGION: Readonly<Record<string, string>> = {
  ...{ US: "USD", GB: "GBP", CA: "CAD", AU: "AUD", NZ: "NZD", CH: "CHF", LI: "CHF", JP: "JPY" },
  ...{ CN: "CNY", TW: "TWD", HK: "HKD", SG: "SGD", BR: "BRL", MX: "MXN", AR: "ARS", CL: "CLP" },
  ...{ CO: "COP", PE: "PEN", IN: "INR", ZA: "ZAR", DK: "DKK", SE: "SEK", NO: "NOK", IS: "ISK" },
  ...{ PL: "PLN", CZ: "CZK", HU: "HUF", RO: "RON", TR: "TRY", KR: "KRW", TH: "THB", ID: "IDR" },
  ...{ PH: "PHP", VN: "VND", IL: "ILS", AE: "AED", UA: "UAH" },
};

/** What the reader most likely pays with, by the region of their browser or the country of their language. */
function likelyCurrency(headers: Headers, language: string): string {
  const region = /^[a-z]{2,3}-(?:[A-Za-z]{4}-)?([A-Za-z]{2})\b/.exec(
    headers.get("accept-language") ?? "",
  )?.[1];
  const country = region?.toUpperCase() ?? new Intl.Locale(language).maximize().region ?? "";
  return CURRENCY_OF_REGION[country] ?? "EUR";
}
