import { asBody, toRepeated } from "../../game/again.ts";
import { normalizedKey } from "../../game/identity.ts";
import { pick } from "../../game/derive.ts";
import type { Game } from "../../game/types.ts";
import { fieldsIn } from "../../browser/game_form.ts";
import { writeLines } from "../../browser/people_list.ts";
import { bodyOf, readTypedGame, type TypedGame } from "./create_form.ts";
import type { Form } from "../../http/form.ts";

/** A rule of one direction of the game before. */
interface OneWayRule {
  giver: string;
  receiver: string;
  isKept: boolean;
}

/** What stands in the form for the next game of a line. */
export interface TypedAgain extends TypedGame {
  oneWay: OneWayRule[];
}

/** The form as it first opens: all of the game before, but for the date. */
export function typedAgain(game: Game): TypedAgain {
  const { participants, households, exclusions, oneWayExclusions, keepers: _, ...body } = asBody(
    toRepeated(game),
  );
  return {
    ...body,
    date: "",
    reveal: game.reveal === "afterEvent",
    timeZone: "",
    takesPart: false,
    drawAt: "",
    sendBy: "",
    key: crypto.randomUUID(),
    people: linesOf(participants.map(({ name, email }) => [name, email])),
    households: linesOf(households),
    exclusions: linesOf(exclusions),
    // They come along as they are.
    keepers: "",
    oneWay: oneWayExclusions.map(([giver, receiver]) => ({ giver, receiver, isKept: true })),
  };
}

/** Lines as someone would type them who sees them as they are; quoted only where a name could not be read else. */
function linesOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) =>
    row.every((cell) => PLAIN.test(cell)) ? row.filter(Boolean).join(", ") : writeLines([row])
  ).join("\n");
}

const PLAIN = /^[\p{L}\p{M}\p{N} .'’@_-]*$/u;

/** What came of the form for this game. */
export function readTypedAgain(form: Form, game: Game): TypedAgain {
  const kept = new Set(form.texts("oneWay"));
  return {
    ...readTypedGame(form),
    oneWay: typedAgain(game).oneWay.map((rule, index) => ({
      ...rule,
      isKept: kept.has(String(index)),
    })),
  };
}

/** The body of `playAgainSchema` that the form stands for, unchecked: what the form does not have is absent. */
export function bodyOfRepeated(typed: TypedAgain, game: Game, hasMail: boolean) {
  const body = bodyOf(typed, hasMail);
  const { participants, households, exclusions } = body;
  const fields = fieldsIn("again").filter((field) => hasMail || field !== "sendEmails");
  const known = new Map(game.participants.map((one) => [normalizedKey(one.name), one]));
  const isIn = new Set(participants.map((one) => normalizedKey(one.name)));
  return {
    ...pick(body, fields),
    ...{ households, exclusions },
    participants: participants.map((one) => {
      const language = known.get(normalizedKey(one.name))?.language;
      return { ...one, ...(language && { language }) };
    }),
    oneWayExclusions: typed.oneWay.filter(({ giver, receiver, isKept }) =>
      isKept && [giver, receiver].every((name) => isIn.has(normalizedKey(name)))
    ).map(({ giver, receiver }): [string, string] => [giver, receiver]),
  };
}
