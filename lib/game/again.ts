import { z } from "zod";
import { type Credential, requireOrganizer } from "./access.ts";
import { hidingArchived } from "./actions/erase.ts";
import { type PreparedGame, prepareGame } from "./create.ts";
import { fieldsWith, pick } from "./derive.ts";
import { changeShape } from "./field_rows.ts";
import { GAME_FIELDS, organizerToken, PERSON_FIELDS } from "./fields.ts";
import { normalizedKey } from "./identity.ts";
import { memberByNumber } from "./members.ts";
import { oneWayPairs } from "./one_way.ts";
import { memoryAfter } from "./sealed_pair_history.ts";
import { type CreateGame, createGameSchema } from "./schemas.ts";
import type { Tokens } from "./tokens.ts";
import { type DecisionContext, type Game, LIMITS, type Participant } from "./types.ts";

/** Body of POST /api/games/{code}/again: what is absent is as it was in the game before. */
export const playAgainSchema = z.object({
  ...changeShape(createGameSchema.shape),
  date: createGameSchema.shape.date,
  organizerToken,
}, "The body must be a JSON object").meta({ id: "PlayAgain" });

export type PlayAgain = z.infer<typeof playAgainSchema>;

/**
 * Whether someone may play a game again, active or archived.
 *
 * @throws {GameError} 401 or 403 for the token, 404 where the game is archived.
 */
export function assertRepeatable(
  game: Game,
  { organizerToken }: Credential,
  tokens: Tokens,
): void {
  hidingArchived(game, () => requireOrganizer(game, organizerToken, tokens));
}

/** What is known of a game before it is played again. */
export interface Repeated {
  game: Game;
  /** Who of it comes along: all but those who had themselves erased. */
  people: Participant[];
}

/**
 * A game as it is played again. Of those whom an earlier release erased, which kept no note of it, the neutral
 * name comes along, and the organizer leaves it out.
 */
export function toRepeated(game: Game): Repeated {
  return { game, people: game.participants.filter(({ erasedAt }) => erasedAt === null) };
}

/**
 * The body of the creation that playing again comes to. A list that comes takes the place of the whole list;
 * the same person is who has the same name, and rules of the game before that name others are dropped, as are
 * those of its keepers that a sealed game cannot have.
 *
 * @throws {z.ZodError} where the two together are none that may be created.
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
  return {
    ...creation,
    ...!asked.keepers && { keepers: keepersWhenSealed(creation) },
    ...asked.keepersMayDraw === undefined && { keepersMayDraw: false },
  };
}

/** The keepers of a game before that may stay where this one is sealed. */
function keepersWhenSealed({ keepers, participants }: CreateGame): CreateGame["keepers"] {
  const mailed = new Set(
    participants.flatMap(({ name, email }) => email ? normalizedKey(name) : []),
  );
  const able = keepers.filter(([, kept]) => !mailed.has(normalizedKey(kept)));
  return [...Map.groupBy(able, ([keeper]) => normalizedKey(keeper)).values()]
    .flatMap((kept) => kept.slice(0, LIMITS.keptSealed));
}

const RULES = ["exclusions", "oneWayExclusions", "households", "keepers"] as const;

/** The rules that come, by name: whoever reads the game before has its ids at hand. */
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

/** A game as the body that would create it, with rules about these people alone. */
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
    timeZone: game.timeZone ?? undefined,
    organizerEmail: game.organizerEmail ?? "",
    participants: people.map((one) => ({
      ...pick(one, CARRIED_BY_PEOPLE),
      email: one.email ?? "",
      language: one.language ?? undefined,
    })),
    exclusions: pairs(game.exclusions),
    oneWayExclusions: pairs(oneWayPairs(game)),
    keepers: pairs(
      game.participants.flatMap(({ number, keeps }) =>
        keeps.map((kept): [number, number] => [number, kept])
      ),
    ),
    households: game.households.map((members) => members.map(nameOf).filter(isIn))
      .filter((members) => members.length > 1),
  };
}

/**
 * A further game of a line, but for its draw.
 *
 * @param body as `creationOf` makes it.
 * @param mayRemember false where another game remembers the pairs of a sealed one already.
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
  );
}
