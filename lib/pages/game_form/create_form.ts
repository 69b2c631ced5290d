import { isNoAmount, OTHER_BUDGET } from "../../browser/budget.ts";
import { FORM_FIELDS, GAME_FORM, type TypedFields } from "../../browser/game_form.ts";
import { addDays, todayIn } from "../../game/calendar.ts";
import { derive } from "../../game/derive.ts";
import { GameError } from "../../game/errors.ts";
import { date as dateSchema, timeZone } from "../../game/fields.ts";
import { isDrawnAfterEvent } from "../../game/finale.ts";
import { normalizedKey } from "../../game/identity.ts";
import type { GameSize } from "../../game/operation.ts";
import type { CreateGame } from "../../game/schemas.ts";
import { COVERS, type Language, LIMITS } from "../../game/types.ts";
import { requestCost } from "../../http/request_cost.ts";
import { explainError } from "../../i18n/errors.ts";
import { likelyRegion } from "../../i18n/languages.ts";
import { lookAtForm } from "../../browser/create_problems.ts";
import type { FieldErrors } from "../../browser/field_errors.ts";
import { type GuestLines, LINES, linesFrom } from "../../browser/guest_lines.ts";
import { hasMoreCells, parseGroups, parsePeople, writeLines } from "../../browser/people_list.ts";
import { drawMoment } from "./draw_time.ts";
import { Form } from "../../http/form.ts";
import type { Reader } from "../../i18n/reader.ts";
import type { Translate } from "../../i18n/translate.ts";

/** The values of the form for a new game. */
export interface TypedGame extends TypedFields, GuestLines {
  /** True if the organizer takes part. */
  takesPart: boolean;
  /** Unique for each form, so that a form sent twice creates one game. */
  key: string;
}

/** The form when it is first opened. */
export function blankGame(
  { language }: Pick<Reader, "language">,
  headers: Headers,
  hasMail: boolean,
): TypedGame {
  return {
    ...readTypedGame(new Form(new URLSearchParams())),
    currency: likelyCurrency(headers, language),
    language,
    takesPart: true,
    key: crypto.randomUUID(),
    isProtected: true,
    allowReassignment: true,
    sendEmails: hasMail,
  };
}

/**
 * Fills the form with the first names from the start page. If they are enough for a draw, also proposes a name and a
 * date for the game, so that nothing is missing.
 *
 * @returns the form; `begun` has all names if they are enough for a draw.
 */
export function begunGame(
  form: Form,
  blank: TypedGame,
  { t, language }: Pick<Reader, "t" | "language">,
  now: Date,
): { typed: TypedGame; begun?: string[] } {
  const others = form.texts("people").slice(0, BEGUN_NAMES).filter((name) => name.trim() !== "");
  const organizerName = form.text("organizerName");
  const people = writeLines(others.map((name) => [name, ""]));
  const begun = [organizerName, ...others].map((name) => name.trim());
  const typed = { ...blank, organizerName, people };
  if (begun[0] === "" || begun.length < LIMITS.minParticipants) return { typed };
  const date = proposeDate(language, now);
  const name = `${t("common.siteName")} ${date.slice(0, "YYYY".length)}`;
  return { typed: { ...typed, name, date }, begun };
}

/** Number of fields for others’ names on the start page. */
const BEGUN_NAMES = 2;

/**
 * Maximum number of cells in the lists of a form; a person with an address and a household has three. Longer lists are
 * neither parsed nor shown again, because no game can have that many people.
 */
const MOST_CELLS = {
  people: 5 * LIMITS.maxParticipants,
  households: 20 * LIMITS.maxParticipants,
  exclusions: 2 * LIMITS.exclusions + LIMITS.maxParticipants,
  keepers: 4 * LIMITS.maxParticipants,
};

/** Reads the form. @throws {GameError} 413 if a list is too long to be read. */
export function readTypedGame(form: Form): TypedGame {
  for (const list of LINES) {
    if (hasMoreCells(form.text(list), MOST_CELLS[list])) throw new GameError("BODY_TOO_LARGE");
  }
  return {
    ...readTypedFields(form),
    ...linesFrom((list) => form.text(list)),
    takesPart: form.has("takesPart"),
    key: form.text("key"),
  };
}

/** Reads the fields of a game from any of its forms; fields that the form lacks are empty. */
export function readTypedFields(form: Form): TypedFields {
  const [, amount = "", currency = ""] = /^(\d{1,9}) ([A-Z]{3})$/.exec(form.text("budget")) ?? [];
  // A form without budget chips has only the fields.
  const isTyped = !form.has("budget") || form.text("budget") === OTHER_BUDGET;
  const cover = form.text("cover");
  const typed = derive<TypedFields>(
    FORM_FIELDS,
    (field) => GAME_FORM[field].control === "box" ? form.has(field) : form.text(field),
  );
  return {
    ...typed,
    ...!isTyped && { amount, currency: currency || typed.currency },
    timeZone: typed.timeZone.trim(),
    cover: COVERS.find((one) => one === cover) ?? "",
  };
}

/**
 * Builds the unchecked body for `createGameSchema`.
 *
 * @param isLater true if people join first.
 */
export function bodyOf(typed: TypedGame, hasMail: boolean, isLater = false) {
  const {
    people,
    households,
    exclusions,
    keepers,
    timeZone: zone,
    key: _,
    takesPart,
    drawAt,
    ...details
  } = typed;
  const listed = parsePeople(people);
  const self = { name: typed.organizerName, email: typed.organizerEmail };
  const homes = Map.groupBy(
    listed.filter(({ household }) => household !== ""),
    ({ household }) => normalizedKey(household),
  );
  return {
    ...details,
    // If names are drawn at once, a script fills in the zone: drop an unknown one, which no one could correct.
    ...(zone && (isLater || timeZone.safeParse(zone).success) && { timeZone: zone }),
    // A sealed game is always protected.
    isProtected: typed.isProtected || typed.isSealed,
    reveal: typed.reveal ? "afterEvent" : "never",
    sendEmails: typed.sendEmails && hasMail,
    sendBy: typed.sendBy || (typed.byPost ? proposeSendBy(typed.date, new Date()) : ""),
    ...(isLater && { draw: "later", ...(drawAt && { drawAt: drawMoment(drawAt, zone) }) }),
    participants: [
      ...takesPart ? [self] : [],
      ...listed.map(({ name, email }) => ({ name, email })),
    ],
    households: [
      ...parseGroups(households),
      ...[...homes.values()].map((members) => members.map(({ name }) => name)),
    ],
    exclusions: pairsOf(parseGroups(exclusions)),
    keepers: keepersOf(parseGroups(keepers)),
  };
}

/** From this month on, the next game is most likely for December. */
const SEASON_STARTS = "09";
const CHRISTMAS_EVE = "12-24";
const SINTERKLAAS = "12-05";
/** Minimum number of days until a party that is proposed at another time of the year. */
const PARTY_AHEAD_DAYS = 14;

/** Proposes a day for an event: the season's holiday, or a Saturday that leaves time for gifts. */
export function proposeDate(language: Language, now: Date): string {
  // Wherever the reader lives, this day is not over.
  const today = todayIn("Pacific/Kiritimati", now);
  const [year, month = ""] = today.split("-");
  const days = month < SEASON_STARTS
    ? []
    : [...language === "nl" ? [SINTERKLAAS] : [], CHRISTMAS_EVE].map((day) => `${year}-${day}`);
  const ahead = Temporal.PlainDate.from(today).add({ days: PARTY_AHEAD_DAYS });
  const saturday = ahead.add({ days: (SATURDAY + 7 - ahead.dayOfWeek) % 7 });
  return days.find((day) => day >= today) ?? saturday.toString();
}

/** As ISO 8601 counts weekdays. */
const SATURDAY = 6;

/** Number of days before the event by which parcels should be sent. */
const SENT_AHEAD_DAYS = 10;

/** Proposes the day by which to send parcels; "" if the event is too near or `date` is invalid. */
export function proposeSendBy(date: string, now: Date): string {
  if (!dateSchema.safeParse(date).success) return "";
  const day = addDays(date, -SENT_AHEAD_DAYS);
  // Wherever the reader lives, this day is still to come.
  return day > addDays(todayIn(null, now), 1) ? day : "";
}

/**
 * Returns all pairs of names within each line. A single name is paired with itself, which is refused with an
 * explanation. Stops one pair above the limit, which is also refused: the pairs of a long line would fill the memory.
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

/** True for a line of households with fewer than two different names, which would keep no one apart. */
export function hasLoneName({ households }: Pick<TypedGame, "households">): boolean {
  return parseGroups(households).some((names) => new Set(names.map(normalizedKey)).size < 2);
}

/** Pairs the first name of each line with each of the others; a single name with itself, which is refused. */
function keepersOf(lines: string[][]): [string, string][] {
  return lines.flatMap(([keeper = "", ...kept]) =>
    (kept.length === 0 ? [keeper] : kept).map((one): [string, string] => [keeper, one])
  );
}

/** Moves the errors of an organizer who takes part to the fields where they entered their data. */
export function shiftParticipantErrors(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]): [string, string][] => {
      const [list, index, ...rest] = path.split(".");
      if (list !== "participants" || index === undefined) return [[path, message]];
      if (index !== "0") return [[["participants", Number(index) - 1, ...rest].join("."), message]];
      return rest[0] === "email" ? [] : [["organizerName", message]];
    }),
  );
}

/**
 * Maximum `requestCost` of a form that is searched for further errors, which takes about 20 ms. The time grows with the
 * square of the number of people and rules, and a form can hold thousands more than any game.
 */
const LOOKED_THROUGH = 4;

/**
 * Finds further errors of a refused form, so that all are shown at once. Skips the people and rules of a very long
 * form.
 *
 * @param body see `bodyOf`.
 * @param isLater true if people join first.
 */
export function collectErrors(
  typed: TypedGame,
  body: GameSize,
  isLater: boolean,
  { t }: Pick<Reader, "t">,
  now: Date,
): FieldErrors {
  const errors: Record<string, string> = {};
  if (isNoAmount(typed)) errors.amount = t("create.errors.amount");
  if (hasLoneName(typed)) errors.households = t("create.errors.oneName");
  if (requestCost(body) > LOOKED_THROUGH) return errors;
  const zone = timeZone.safeParse(typed.timeZone);
  const today = todayIn(zone.data || null, now);
  for (const problem of lookAtForm({ ...typed, isLater }, today).problems) {
    if (problem.kind === "datePast") errors.date = t("errors.code.DATE_IN_PAST");
    else if (problem.kind === "repeated") {
      errors[`participants.${problem.line}.name`] = repeatedText(problem, t);
    } else {
      const error = new GameError("DRAW_IMPOSSIBLE", problem);
      errors.groups = explainError(error, t);
    }
  }
  return errors;
}

/** True if the names of a new game are to be drawn after its event. */
export function isNewDrawnAfterEvent(body: CreateGame, now: Date): boolean {
  const { date, time, timeZone, reveal, drawAt, draw } = body;
  const event = { date, time, timeZone: timeZone || null, reveal, drawAt: drawAt || null };
  const yet = { earliestEnd: null, archivedAt: null, finaleStartedAt: null };
  return isDrawnAfterEvent({ ...event, ...yet, isGathering: draw === "later" }, now);
}

function repeatedText({ name, isOwn }: { name: string; isOwn?: boolean }, t: Translate): string {
  return t("create.people.repeated", {
    name: isOwn ? `${name} ${t("create.people.you")}` : name,
  });
}

/** Puts the error of a failed creation at the field that can fix it. */
export function toFieldErrors(
  error: GameError,
  body:
    & Pick<CreateGame, "exclusions" | "households">
    & Partial<Pick<CreateGame, "keepers">>
    & { participants?: readonly { name: string }[] },
  { t }: Pick<Reader, "t">,
): FieldErrors {
  const path = error.details?.[0]?.path ?? "";
  const [field = "", index = "", member = ""] = path.split(".");
  switch (error.code) {
    case "DRAW_IMPOSSIBLE":
    case "RULES_TELL_PAIRS":
      return { groups: explainError(error, t) };
    case "UNKNOWN_PERSON": {
      const groups = field === "exclusions" || field === "keepers" ? body[field] : body.households;
      const name = groups?.[Number(index)]?.[Number(member)] ?? "";
      return { [field]: t("create.errors.unknownPerson", { name }) };
    }
    case "VALIDATION_FAILED":
      return { [field]: t("create.errors.oneName") };
    case "TOO_MANY_MAILS":
      return { "": t("create.errors.tooManyMails") };
    case "NAME_TAKEN": {
      const name = body.participants?.[Number(index)]?.name ?? "";
      return { [`${path}.name`]: repeatedText({ name }, t) };
    }
    default:
      return { [path]: explainError(error, t) };
  }
}

/** Adds the person's name to errors that lack it, because the summary is far from their row. */
export function namePeople(
  errors: FieldErrors,
  { people }: Pick<TypedGame, "people">,
  { t }: Pick<Reader, "t">,
): FieldErrors {
  let listed: ReturnType<typeof parsePeople> | undefined;
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const index = /^participants\.(\d+)/.exec(path)?.[1];
      if (index === undefined) return [path, message];
      listed ??= parsePeople(people);
      const { name } = listed[Number(index)] ?? { name: "" };
      const isNamed = [false, true].some((isOwn) => message === repeatedText({ name, isOwn }, t));
      if (isNamed) return [path, message];
      return [
        path,
        t("common.line", {
          label: name || t("create.errors.row", { number: Number(index) + 1 }),
          value: message,
        }),
      ];
    }),
  );
}

/** Currencies by region; in all other regions the euro is assumed. */
const CURRENCY_OF_REGION: Readonly<Record<string, string>> = {
  ...{ US: "USD", GB: "GBP", CA: "CAD", AU: "AUD", NZ: "NZD", CH: "CHF", LI: "CHF", JP: "JPY" },
  ...{ CN: "CNY", TW: "TWD", HK: "HKD", SG: "SGD", BR: "BRL", MX: "MXN", AR: "ARS", CL: "CLP" },
  ...{ CO: "COP", PE: "PEN", IN: "INR", ZA: "ZAR", DK: "DKK", SE: "SEK", NO: "NOK", IS: "ISK" },
  ...{ PL: "PLN", CZ: "CZK", HU: "HUF", RO: "RON", TR: "TRY", KR: "KRW", TH: "THB", ID: "IDR" },
  ...{ PH: "PHP", VN: "VND", IL: "ILS", AE: "AED", UA: "UAH" },
  // Latin America has no common currency; the dollar is known everywhere there, the euro nowhere.
  "419": "USD",
};

/** Guesses the currency that the reader pays with. */
function likelyCurrency(headers: Headers, language: Language): string {
  return CURRENCY_OF_REGION[likelyRegion(headers, language)] ?? "EUR";
}
