/** What mails hold for people who have never opened one of their game: names, and nothing a link can be made of. */
import { derive, fieldsWith } from "../game/derive.ts";
import { GAME_FIELDS, type ToldField, toldOf } from "../game/fields.ts";
import type { Game } from "../game/types.ts";
import type { MailPayload } from "../store/store.ts";

/** An invisible character at which programs that look for links stop. */
const ZERO_WIDTH = "\u200b";

/**
 * Writes a name so that no mail program makes a link of it. A dot within it looks the same
 * ("Node.js"); what only addresses have becomes full-width, because some programs look through zero-width
 * characters.
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

/** A number or two: anything else would be free text. */
const PLAIN_AMOUNT = /^\d{1,9}(?:[.,]\d{1,2})?(?:\s?[-–]\s?\d{1,9}(?:[.,]\d{1,2})?)?$/;

/** Texts in which an organizer may write anything. */
const FREE_FIELDS = fieldsWith(GAME_FIELDS, "isFreeText", true);
type FreeField = typeof FREE_FIELDS[number];

/** Empties them, except an amount that is a number. */
function withoutFreeText(game: Pick<Game, FreeField>): Pick<Game, FreeField> {
  const isPlain = (field: FreeField) => field === "amount" && PLAIN_AMOUNT.test(game[field]);
  return derive(FREE_FIELDS, (field) => isPlain(field) ? game[field] : "");
}

/** A game as its first mails tell of it. */
export function asFirstTold(game: Game): Game {
  return {
    ...game,
    ...withoutFreeText(game),
    name: inertName(game.name),
    organizerName: inertName(game.organizerName),
    participants: game.participants.map((one) => ({ ...one, name: inertName(one.name) })),
  };
}

/** The same for a calendar, where a name makes no link. */
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
 * What a first mail leaves to its reader's page: free text that is set, or that has changed where the mail is
 * about changes.
 *
 * @param first the game as its first mails tell of it.
 */
export function leftToPage({ before }: MailPayload, game: Game, first: Game): ToldField[] {
  return FREE_FIELDS.filter((field) => {
    const told = toldOf(game, field);
    if (!before) return told !== toldOf(first, field);
    const isPlain = field === "amount" && told === toldOf(first, field);
    return before[field] !== undefined && before[field] !== told && !isPlain;
  });
}

/** The former details that the mail itself may hold: no free text. */
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
