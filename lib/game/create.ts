import { redrawAll } from "./assignments.ts";
import { requireFuture, todayIn } from "./calendar.ts";
import { GameError } from "./errors.ts";
import { namesOf } from "./derive.ts";
import { storedValues } from "./field_rows.ts";
import { GAME_FIELDS } from "./fields.ts";
import { endOfEvent, requireStillToCome, startOfEvent } from "./finale.ts";
import { addressKey } from "./identity.ts";
import { requireSealedKeepers, resolveKeepers, withKeepers } from "./keepers.ts";
import { requireSendBy } from "./parcels.ts";
import { newParticipant, requireDistinctNames, resolveExclusions } from "./members.ts";
import { requireFewExclusions, withOneWay } from "./one_way.ts";
import { resolverOf } from "./references.ts";
import type { CreateGame } from "./schemas.ts";
import { FIRST_VERSION } from "./tokens.ts";
import type { Change, DecisionContext, Game, Language, PairHistory } from "./types.ts";

/** A game is large if it has more people, exclusions and household members than this together. */
const MANY = 500;

/** A new game, not drawn yet. */
export interface PreparedGame {
  /** True if preparing it took about ten milliseconds, and drawing will take as long. */
  isLarge: boolean;
  /**
   * Draws it, unless the names are drawn later. @throws {GameError} 400 if the rules allow no draw, or reveal
   * a pair.
   */
  draw(): Change;
}

/**
 * Prepares a new game without drawing it: for a large game, preparing and drawing each take long. The code is a
 * proposal: only the store knows whether it is free.
 *
 * @param memoryFor gets the game without a pair history, and returns its history.
 * @param provedEmail the organizer's address in the previous game, if they confirmed it there.
 * @throws {GameError} 400 for a past date or draw time, a finale that has passed, a duplicate name, exclusions about
 * unknown people, or keepers that a sealed game may not have.
 */
export function prepareGame(
  body: CreateGame,
  fallbackLanguage: Language,
  context: DecisionContext,
  memoryFor: (game: Game) => PairHistory[] = () => [],
  provedEmail: string | null = null,
): PreparedGame {
  const { now, newId, newGameId } = context;
  const today = todayIn(body.timeZone || null, now);
  if (body.date < today) {
    throw new GameError("DATE_IN_PAST", { path: "date" });
  }
  requireFuture(body.drawAt || null, now);
  requireSendBy(body, today);
  if (body.isSealed && body.isProtected === false) {
    throw new GameError("SEAL_NEEDS_PROTECTION", { path: "isProtected" });
  }
  const participants = body.participants.map((one, index) =>
    newParticipant(index + 1, newId(), one)
  );
  requireDistinctNames(participants, (index) => `participants.${index}`);
  const resolve = resolverOf({ participants });
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
    earliestStart: null,
    finaleStartedAt: null,
    drawCount: 0,
    lastDrawnAt: null,
    isParcelCountHidden: false,
    mailPausedAt: null,
    provedEmail: null,
    isRemembered: false,
    memory: [],
    devices: [],
    wishLists: [],
    participants: withKeepers(
      withOneWay(participants, body.oneWayExclusions, resolve),
      resolveKeepers(body.keepers, resolve),
    ),
    ...resolveExclusions(body.exclusions, body.households, resolve),
  };
  game.earliestEnd = new Date(endOfEvent(game)).toISOString();
  game.earliestStart = new Date(startOfEvent(game)).toISOString();
  requireStillToCome(game, now);
  requireFewExclusions(game);
  requireSealedKeepers(game);
  game.memory = memoryFor(game);
  const isProved = provedEmail !== null && game.organizerEmail !== null &&
    addressKey(provedEmail) === addressKey(game.organizerEmail);
  if (isProved) game.provedEmail = game.organizerEmail;
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

/** A random code with this many digits, up to nine, that does not start with 0. */
export function proposeCode({ random }: Pick<DecisionContext, "random">, digits = 6): string {
  const smallest = 10 ** (digits - 1);
  return String(smallest + random.below(9 * smallest));
}
