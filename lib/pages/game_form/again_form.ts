import { asBody, toRepeated } from "../../game/again.ts";
import { todayIn } from "../../game/calendar.ts";
import { normalizedKey } from "../../game/identity.ts";
import { pick } from "../../game/derive.ts";
import type { Game } from "../../game/types.ts";
import { fieldsIn } from "../../browser/game_form.ts";
import { writeLines } from "../../browser/people_list.ts";
import { shownField } from "../forms.ts";
import { bodyOf, readTypedGame, type TypedGame } from "./create_form.ts";
import type { Form } from "../../http/form.ts";

/** A one-way exclusion of the previous game. */
interface OneWayRule {
  giver: string;
  receiver: string;
  isKept: boolean;
}

/** The values of the form that continues a game. */
export interface TypedAgain extends TypedGame {
  oneWay: OneWayRule[];
  /** The `missingFromRules` that the form has warned the organizer about, as JSON. */
  toldMissing: string;
}

/** The form when it is first opened: everything from the previous game, on the same day in a later year. */
export function typedAgain(game: Game, now = new Date()): TypedAgain {
  const { participants, households, exclusions, oneWayExclusions, keepers: _, ...body } = asBody(
    toRepeated(game),
  );
  return {
    ...body,
    date: sameDayNextYear(game, now),
    reveal: game.reveal === "afterEvent",
    timeZone: "",
    takesPart: false,
    drawAt: "",
    sendBy: "",
    key: crypto.randomUUID(),
    people: linesOf(participants.map(({ name, email }) => [name, email])),
    households: linesOf(households),
    exclusions: linesOf(exclusions),
    // The next game keeps them as they are; the form has no field for them.
    keepers: "",
    oneWay: oneWayExclusions.map(([giver, receiver]) => ({ giver, receiver, isKept: true })),
    toldMissing: "[]",
  };
}

/** The same day in the first later year in which it is still to come. */
function sameDayNextYear({ date, timeZone }: Game, now: Date): string {
  const day = Temporal.PlainDate.from(date);
  const years = Math.max(1, Number(todayIn(timeZone, now).slice(0, 4)) - day.year);
  const next = day.add({ years });
  return (next.toString() < todayIn(timeZone, now) ? day.add({ years: years + 1 }) : next)
    .toString();
}

/** Writes lines as a person would type them: cells are quoted only if a name could not be read back otherwise. */
function linesOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) =>
    row.every((cell) => PLAIN.test(cell)) ? row.filter(Boolean).join(", ") : writeLines([row])
  ).join("\n");
}

const PLAIN = /^[\p{L}\p{M}\p{N} .'’@_-]*$/u;

/** Reads the form that continues this game. */
export function readTypedAgain(form: Form, game: Game): TypedAgain {
  const kept = new Set(form.texts("oneWay"));
  const shown = new Set(form.texts(shownField("oneWay")));
  return {
    ...readTypedGame(form),
    // A rule that was added meanwhile was not shown, so the organizer has not dropped it.
    oneWay: typedAgain(game).oneWay.map((rule) => ({
      ...rule,
      isKept: kept.has(ruleKey(rule)) || !shown.has(ruleKey(rule)),
    })),
    toldMissing: form.text("toldMissing"),
  };
}

/** Identifies a rule in the form, even if the other rules have changed by the time it is sent. */
export function ruleKey({ giver, receiver }: Omit<OneWayRule, "isKept">): string {
  return JSON.stringify([giver, receiver]);
}

/** Compares the list of people with the previous game's. */
function comparePeople(participants: readonly { name: string }[], game: Game) {
  const known = new Map(game.participants.map((one) => [normalizedKey(one.name), one]));
  const isIn = new Set(participants.map((one) => normalizedKey(one.name)));
  return {
    known,
    isIn,
    isLeftOut: (name: string) => known.has(normalizedKey(name)) && !isIn.has(normalizedKey(name)),
    hasNew: !isIn.isSubsetOf(known),
  };
}

/**
 * Returns names that are in the rules but no longer in the list, if the list has new names. If these are the same
 * people, renamed, their rules would be lost silently.
 */
export function missingFromRules(typed: TypedAgain, game: Game): string[] {
  const { participants, households, exclusions } = bodyOf(typed, false);
  const { isLeftOut, hasNew } = comparePeople(participants, game);
  if (!hasNew) return [];
  const oneWay = typed.oneWay.filter(({ isKept }) => isKept)
    .map(({ giver, receiver }) => [giver, receiver]);
  const { keepers } = asBody(toRepeated(game));
  const ruled = new Set(
    [...households, ...exclusions, ...oneWay, ...keepers].flat().map(normalizedKey),
  );
  return game.participants.flatMap(({ name }) =>
    ruled.has(normalizedKey(name)) && isLeftOut(name) ? name : []
  );
}

/** Builds the unchecked body for `playAgainSchema`; fields that the form lacks are absent. */
export function bodyOfRepeated(typed: TypedAgain, game: Game, hasMail: boolean) {
  const body = bodyOf(typed, hasMail);
  const { participants, households, exclusions } = body;
  const fields = fieldsIn("again").filter((field) => hasMail || field !== "sendEmails");
  const { known, isIn, isLeftOut } = comparePeople(participants, game);
  return {
    ...pick(body, fields),
    // Rules about people who were left out are dropped. A name that no one ever had is a typo, and is refused.
    households: households.map((members) => members.filter((name) => !isLeftOut(name))),
    exclusions: exclusions.filter((pair) => !pair.some(isLeftOut)),
    participants: participants.map((one) => {
      const language = known.get(normalizedKey(one.name))?.language;
      return { ...one, ...(language && { language }) };
    }),
    oneWayExclusions: typed.oneWay.filter(({ giver, receiver, isKept }) =>
      isKept && [giver, receiver].every((name) => isIn.has(normalizedKey(name)))
    ).map(({ giver, receiver }): [string, string] => [giver, receiver]),
  };
}
