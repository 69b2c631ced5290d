/** What mails hold for people who have never opened one of their game: names, and nothing a link can be made of. */
import { toldOf } from "../game/fields.ts";
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

/** The texts of a game that are no names, and what stands in their place. */
type FreeText = Pick<Game, "location" | "generalNotes" | "amount">;

function withoutFreeText({ amount }: Pick<Game, "amount">): FreeText {
  return { location: "", generalNotes: "", amount: PLAIN_AMOUNT.test(amount) ? amount : "" };
}

/** A game as its first mails tell of it. @param hint stands where there is more than may be told */
export function asFirstTold(game: Game, hint: string): Game {
  return {
    ...game,
    ...withoutFreeText(game),
    name: inertName(game.name),
    organizerName: inertName(game.organizerName),
    location: game.location && hint,
    generalNotes: game.generalNotes && hint,
    participants: game.participants.map((one) => ({ ...one, name: inertName(one.name) })),
  };
}

/** The same for a calendar, which needs no hint. */
export function asFirstDated(game: Game): Game {
  return { ...game, ...withoutFreeText(game) };
}

/** The facts of a mail about a game, without free text. @param first the game as its first mails tell of it */
export function asFirstFacts(
  { message: _, name, before, ...rest }: MailPayload,
  game: Game,
  first: Game,
): MailPayload {
  return {
    ...rest,
    ...name !== undefined && { name: inertName(name) },
    ...before && { before: asFirstBefore(before, game, first) },
  };
}

/** What has changed still differs from what is, and the rest does not. */
function asFirstBefore(
  before: NonNullable<MailPayload["before"]>,
  game: Game,
  first: Game,
): NonNullable<MailPayload["before"]> {
  const told = { ...before };
  for (const field of ["location", "generalNotes", "amount"] as const) {
    if (told[field] === undefined) continue;
    told[field] = told[field] === toldOf(game, field) ? toldOf(first, field) : "";
  }
  if (told.name !== undefined) told.name = inertName(told.name);
  return told;
}
