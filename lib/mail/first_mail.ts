/** Content of mails to people who have opened no mail of their game: names, and nothing that could become a link. */
import { derive, fieldsWith } from "../game/derive.ts";
import { GAME_FIELDS, type ToldField, toldOf } from "../game/fields.ts";
import type { Game } from "../game/types.ts";
import type { MailPayload } from "../store/store.ts";

/** An invisible character at which link detection stops. */
const ZERO_WIDTH = "\u200b";

/**
 * Writes a name so that no mail program makes it a link. A dot within it looks the same ("Node.js"). Characters that
 * only addresses contain become full-width, because some programs ignore zero-width characters.
 */
export function inertName(name: string): string {
  return name
    .replaceAll("@", "＠")
    .replaceAll(/(?<=\p{L}):(?=\S)/gu, "：")
    .replaceAll(/\/{2,}/g, (slashes) => "／".repeat(slashes.length))
    .replaceAll(/\\{2,}/g, (slashes) => "＼".repeat(slashes.length))
    .replaceAll(/[.․。．｡](?=\S)/gu, `$&${ZERO_WIDTH}`)
    .replaceAll(
      /(?:\p{Nd}[\s()/.\u200b-]*){6,}/gu,
      (digits) => digits.replaceAll(/\p{Nd}(?=.)/gsu, `$&${ZERO_WIDTH}`),
    );
}

/** One number or a range of two; anything else would be free text. */
const PLAIN_AMOUNT = /^\d{1,9}(?:[.,]\d{1,2})?(?:\s?[-–]\s?\d{1,9}(?:[.,]\d{1,2})?)?$/;

/** Fields in which the organizer may write any text. */
const FREE_FIELDS = fieldsWith(GAME_FIELDS, "isFreeText", true);
type FreeField = typeof FREE_FIELDS[number];

/** Empties the free-text fields, except an amount that is a number. */
function withoutFreeText(game: Pick<Game, FreeField>): Pick<Game, FreeField> {
  const isPlain = (field: FreeField) => field === "amount" && PLAIN_AMOUNT.test(game[field]);
  return derive(FREE_FIELDS, (field) => isPlain(field) ? game[field] : "");
}

/** A game as described in first mails. */
export function asFirstTold(game: Game): Game {
  return {
    ...game,
    ...withoutFreeText(game),
    name: inertName(game.name),
    organizerName: inertName(game.organizerName),
    participants: game.participants.map((one) => ({ ...one, name: inertName(one.name) })),
  };
}

/** A game for the calendar file of a first mail, where names do not become links. */
export function asFirstDated(game: Game): Game {
  return { ...game, ...withoutFreeText(game) };
}

/** The facts of a mail about a game, without free text. @param left what `leftToPage` gives */
export function asFirstFacts(
  { message: _, name, before, ...rest }: MailPayload,
  left: readonly ToldField[],
): MailPayload {
  return {
    ...rest,
    ...name !== undefined && { name: inertName(name) },
    ...before && { before: asFirstBefore(before, left) },
  };
}

/**
 * The details that a first mail leaves to its reader's page: free text that is set or, in a mail about changes, has
 * changed.
 *
 * @param first as returned by `asFirstTold`.
 */
export function leftToPage({ before }: MailPayload, game: Game, first: Game): ToldField[] {
  return FREE_FIELDS.filter((field) => {
    const told = toldOf(game, field);
    if (!before) return told !== toldOf(first, field);
    const isPlain = field === "amount" && told === toldOf(first, field);
    return before[field] !== undefined && before[field] !== told && !isPlain;
  });
}

/** The former details that the mail itself may contain, without free text. */
function asFirstBefore(
  before: NonNullable<MailPayload["before"]>,
  left: readonly ToldField[],
): NonNullable<MailPayload["before"]> {
  const { amount, name } = before;
  const plain = { ...before };
  for (const field of FREE_FIELDS) delete plain[field];
  return {
    ...plain,
    ...amount !== undefined && !left.includes("amount") && { amount: plainAmount(amount) },
    ...name !== undefined && { name: inertName(name) },
  };
}

/** @param told "20 EUR" @returns "" if it is free text */
function plainAmount(told: string): string {
  return PLAIN_AMOUNT.test(told.slice(0, told.lastIndexOf(" "))) ? told : "";
}
