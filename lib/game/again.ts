import { z } from "zod";
import { type Credential, requireOrganizer } from "./access.ts";
import { hidingArchived } from "./actions/erase.ts";
import { type PreparedGame, prepareGame } from "./create.ts";
import { fieldsWith, pick } from "./derive.ts";
import { changeShape } from "./field_rows.ts";
import { GAME_FIELDS, organizerToken, PERSON_FIELDS } from "./fields.ts";
import { normalizedKey } from "./identity.ts";
import { apartAfterClaim, keeperPairs } from "./keepers.ts";
import { memberByNumber } from "./members.ts";
import { oneWayPairs } from "./one_way.ts";
import { memoryAfter } from "./sealed_pair_history.ts";
import { type CreateGame, createGameSchema } from "./schemas.ts";
import { isOrganizerProved } from "./senders.ts";
import type { Tokens } from "./tokens.ts";
import { type DecisionContext, type Game, LIMITS } from "./types.ts";

/** Body of POST /api/games/{code}/again: absent fields are copied from the previous game. */
export const playAgainSchema = z.object({
  ...changeShape(createGameSchema.shape),
  date: createGameSchema.shape.date,
  organizerToken,
}, "The body must be a JSON object").meta({ id: "PlayAgain" });

export type PlayAgain = z.infer<typeof playAgainSchema>;

/**
 * Checks that a game, active or archived, may be played again.
 *
 * @throws {GameError} 401 or 403 for the token, 404 instead if the game is archived.
 */
export function assertRepeatable(
  game: Game,
  { organizerToken }: Credential,
  tokens: Tokens,
): void {
  hidingArchived(game, () => requireOrganizer(game, organizerToken, tokens));
}

/** The previous game as playing again needs it: `people` are its participants, without those who were erased. */
export type Repeated = ReturnType<typeof toRepeated>;

/**
 * Prepares a game for playing again. An earlier release did not mark erased people: their neutral names are included,
 * and the organizer removes them.
 */
export function toRepeated(game: Game) {
  return { game, people: game.participants.filter(({ erasedAt }) => erasedAt === null) };
}

/**
 * Builds the creation body for playing again. A list in the request replaces the whole list. People are matched by
 * name; rules of the previous game about other people are dropped. Keepers that a sealed game cannot have become
 * exclusions, unless keeper and kept were allowed to draw each other.
 *
 * @throws {z.ZodError} if the merged body is not a valid creation.
 */
export function creationOf(repeated: Repeated, body: PlayAgain): CreateGame {
  const { organizerToken: _, ...rest } = body;
  const asked: Partial<Record<string, unknown>> = rest;
  const changes = { ...asked, ...namingPeople(repeated.game, asked) };
  const { people } = peopleSchema.parse({ people: body.participants ?? repeated.people });
  const names = new Set(people.map(({ name }) => normalizedKey(name)));
  const creation = createGameSchema.parse({
    ...asBody(repeated, names),
    ...(body.isSealed && { isProtected: true }),
    ...changes,
  });
  if (!creation.isSealed) return creation;
  const keepers = asked.keepers ? creation.keepers : keepersWhenSealed(creation);
  const dropped = repeated.game.keepersMayDraw
    ? []
    : creation.keepers.filter((pair) => !keepers.includes(pair));
  return {
    ...creation,
    keepers,
    exclusions: [...creation.exclusions, ...dropped],
    ...asked.keepersMayDraw === undefined && { keepersMayDraw: false },
  };
}

/** The previous game's keepers that a sealed game may have. */
function keepersWhenSealed({ keepers, participants }: CreateGame): CreateGame["keepers"] {
  const mailed = new Set(
    participants.flatMap(({ name, email }) => email ? normalizedKey(name) : []),
  );
  const able = keepers.filter(([, kept]) => !mailed.has(normalizedKey(kept)));
  return [...Map.groupBy(able, ([keeper]) => normalizedKey(keeper)).values()]
    .flatMap((kept) => kept.slice(0, LIMITS.keptSealed));
}

const RULES = ["exclusions", "oneWayExclusions", "households", "keepers"] as const;

/** Converts the rules in a request to names, because a client may use the ids of the previous game. */
function namingPeople(
  { participants }: Game,
  body: Partial<Record<string, unknown>>,
): Partial<Record<(typeof RULES)[number], string[][]>> {
  const nameOf = new Map(participants.map(({ id, name }) => [id, name]));
  return Object.fromEntries(RULES.flatMap((rule) => {
    const lists = listsSchema.safeParse(body[rule]).data;
    const named = lists?.map((people) => people.map((one) => nameOf.get(one) ?? one));
    return named ? [[rule, named]] : [];
  }));
}

const listsSchema = z.array(z.array(z.string()));
const peopleSchema = z.object({ people: z.array(z.object({ name: z.string() })) });

const CARRIED = fieldsWith(GAME_FIELDS, "isCarried", true);
const CARRIED_BY_PEOPLE = fieldsWith(PERSON_FIELDS, "isCarried", true);

/** A game as a creation body, with rules about these people only. */
export function asBody(
  { game, people }: Repeated,
  names: ReadonlySet<string> = new Set(people.map(({ name }) => normalizedKey(name))),
) {
  const nameOf = memberByNumber(game, ({ name }) => name);
  const isIn = (name: string) => names.has(normalizedKey(name));
  const pairs = (numbers: readonly (readonly [number, number])[]) =>
    numbers.map(([one, other]): [string, string] => [nameOf(one), nameOf(other)])
      .filter((pair) => pair.every(isIn));
  return {
    ...pick(game, CARRIED),
    // An instance of an earlier release may have stored one that is no longer accepted.
    timeZone: GAME_FIELDS.timeZone.schema.safeParse(game.timeZone).data,
    organizerEmail: game.organizerEmail ?? "",
    participants: people.map((one) => ({
      ...pick(one, CARRIED_BY_PEOPLE),
      // A stranger may have set it, and would get the links of the next game by mail.
      email: one.isEmailSetById ? "" : one.email ?? "",
      language: one.language ?? undefined,
    })),
    exclusions: pairs([...game.exclusions, ...apartAfterClaim(game)]),
    oneWayExclusions: pairs(oneWayPairs(game)),
    keepers: pairs(keeperPairs(game).map(([keeper, kept]) => [keeper.number, kept.number])),
    households: game.households.map((members) => members.map(nameOf).filter(isIn))
      .filter((members) => members.length > 1),
  };
}

/**
 * Prepares a game that continues another; it is not drawn yet.
 *
 * @param body see `creationOf`.
 * @param mayRemember false if another game already continues the pairs of a sealed one.
 * @throws {GameError} as `prepareGame` does.
 */
export function playAgain(
  { game, people }: Repeated,
  body: CreateGame,
  context: DecisionContext,
  mayRemember = true,
): PreparedGame {
  return prepareGame(
    body,
    game.language,
    context,
    (next) => memoryAfter(game, people, next, context, mayRemember),
    isOrganizerProved(game) ? game.organizerEmail : null,
  );
}
