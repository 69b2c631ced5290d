import { redrawAll } from "./assignments.ts";
import { requireFuture, todayIn } from "./calendar.ts";
import { GameError } from "./errors.ts";
import { namesOf } from "./derive.ts";
import { storedValues } from "./field_rows.ts";
import { GAME_FIELDS } from "./fields.ts";
import { endOfEvent, requireStillToCome } from "./finale.ts";
import { normalizedKey } from "./identity.ts";
import { requireSealedKeepers, resolveKeepers, withKeepers } from "./keepers.ts";
import { newParticipant, requireDistinctNames, resolveExclusions } from "./members.ts";
import { requireFewExclusions, withOneWay } from "./one_way.ts";
import type { CreateGame } from "./schemas.ts";
import { FIRST_VERSION } from "./tokens.ts";
import type { Change, DecisionContext, Game, Language, PairHistory } from "./types.ts";

/** People, exclusions and members of households together. */
const MANY = 500;

/** A new game, not drawn yet. */
export interface PreparedGame {
  /** Whether it took some ten milliseconds to prepare, and takes as long to draw. */
  isLarge: boolean;
  /** Draws it, unless the names are drawn later. @throws {GameError} 400 where its rules leave no valid draw, or tell a pair. */
  draw(): Change;
}

/**
 * A new game but for its draw: of a large one each of the two takes long. The code is a proposal: the store
 * knows whether it is free.
 *
 * @param memoryFor gets the game without it, and returns the memory of earlier games of its line.
 * @throws {GameError} 400 for a past date or time to draw, for a finale that has passed, for a name that is there
 * twice, for exclusions that name nobody, for keepers that a sealed game may not have.
 */
export function prepareGame(
  body: CreateGame,
  fallbackLanguage: Language,
  context: DecisionContext,
  memoryFor: (game: Game) => PairHistory[] = () => [],
): PreparedGame {
  const { now, newId, newGameId } = context;
  const today = todayIn(body.timeZone ?? "UTC", now);
  if (body.date < today) {
    throw new GameError("DATE_IN_PAST", { path: "date" });
  }
  requireFuture(body.drawAt || null, now);
  if (body.isSealed && body.isProtected === false) {
    throw new GameError("SEAL_NEEDS_PROTECTION", { path: "isProtected" });
  }
  const participants = body.participants.map((one, index) =>
    newParticipant(index + 1, newId(), one)
  );
  requireDistinctNames(participants, (index) => `participants.${index}`);
  let numbers: Map<string, number> | undefined;
  const numberOf = (name: string) => {
    numbers ??= new Map(participants.map((one) => [normalizedKey(one.name), one.number]));
    return numbers.get(normalizedKey(name));
  };
  const game: Game = {
    id: newGameId(),
    code: proposeCode(context),
    ...storedValues(GAME_FIELDS, namesOf(GAME_FIELDS), body),
    language: body.language ?? fallbackLanguage,
    isProtected: body.isProtected ?? body.isSealed,
    organizerTokenVersion: FIRST_VERSION,
    organizerTokenReserved: 0,
    invitationTokenVersion: FIRST_VERSION,
    nextNumber: participants.length + 1,
    createdAt: now.toISOString(),
    archivedAt: null,
    isGathering: body.draw === "later",
    drawProblem: null,
    sealBrokenAt: null,
    earliestEnd: null,
    drawCount: 0,
    lastDrawnAt: null,
    isRemembered: false,
    memory: [],
    participants: withKeepers(
      withOneWay(participants, body.oneWayExclusions, numberOf),
      resolveKeepers(body.keepers, numberOf),
    ),
    ...resolveExclusions(body.exclusions, body.households, numberOf),
  };
  game.earliestEnd = new Date(endOfEvent(game)).toISOString();
  requireStillToCome(game, now);
  requireFewExclusions(game);
  requireSealedKeepers(game);
  game.memory = memoryFor(game);
  return {
    isLarge: sizeOf(body) > MANY,
    draw: () => ({
      game: game.isGathering ? game : redrawAll(game, context).game,
      events: [{ type: "gameCreated" }],
    }),
  };
}

function sizeOf({ participants, exclusions, oneWayExclusions, households }: CreateGame): number {
  return participants.length + exclusions.length + oneWayExclusions.length +
    households.flat().length;
}

/** A code of that many digits, up to nine, of which the first is not 0. */
export function proposeCode({ random }: Pick<DecisionContext, "random">, digits = 6): string {
  const smallest = 10 ** (digits - 1);
  return String(smallest + random.below(9 * smallest));
}
