import { redrawAll } from "./assignments.ts";
import { todayIn } from "./calendar.ts";
import { GameError } from "./errors.ts";
import { identityKey } from "./identity.ts";
import { requireDistinctNames, resolveExclusions } from "./members.ts";
import type { CreateGame } from "./schemas.ts";
import type { Change, DecisionContext, Game, Language, Participant } from "./types.ts";

/**
 * A new game with its draw. The code is a proposal: the store knows whether it is free.
 *
 * @throws {GameError} 400 for a past date, for a name that is there twice, for exclusions that name nobody
 * or leave no valid draw.
 */
export function createGame(
  body: CreateGame,
  fallbackLanguage: Language,
  context: DecisionContext,
): Change {
  const { now, newId, newGameId } = context;
  const today = todayIn(body.timeZone ?? "UTC", now);
  if (body.date < today) {
    throw new GameError("DATE_IN_PAST", { path: "date" });
  }
  const participants = body.participants.map((one, index): Participant => ({
    number: index + 1,
    id: newId(),
    name: one.name,
    email: one.email || null,
    desiredGift: one.desiredGift,
    wish: one.wish,
    language: one.language ?? null,
    tokenVersion: 1,
    receiver: index + 1,
    hasConfirmedAssignment: false,
    reassignmentRequestedAt: null,
    viewedAt: null,
    earlierReceivers: [],
  }));
  requireDistinctNames(participants, (index) => `participants.${index}`);
  const numbers = new Map(participants.map((one) => [identityKey(one.name), one.number]));
  const game: Game = {
    id: newGameId(),
    code: proposeCode(context),
    name: body.name,
    amount: body.amount,
    currency: body.currency,
    date: body.date,
    time: body.time,
    location: body.location,
    generalNotes: body.generalNotes,
    timeZone: body.timeZone ?? null,
    language: body.language ?? fallbackLanguage,
    organizerEmail: body.organizerEmail || null,
    isProtected: body.isProtected,
    allowReassignment: body.allowReassignment,
    sendEmails: body.sendEmails,
    organizerTokenVersion: 1,
    invitationTokenVersion: 1,
    nextNumber: participants.length + 1,
    createdAt: now.toISOString(),
    archivedAt: null,
    participants,
    ...resolveExclusions(
      body.exclusions,
      body.households,
      (name) => numbers.get(identityKey(name)),
    ),
  };
  return { game: redrawAll(game, context).game, events: [{ type: "gameCreated" }] };
}

/** A code of that many digits, up to nine, of which the first is not 0. */
export function proposeCode({ random }: Pick<DecisionContext, "random">, digits = 6): string {
  const smallest = 10 ** (digits - 1);
  return String(smallest + random.below(9 * smallest));
}
