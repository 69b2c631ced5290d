import { redrawAll } from "./assignments.ts";
import { refusal } from "./errors.ts";
import { identityKey, requireDistinct, resolveExclusions } from "./members.ts";
import type { CreateGame } from "./schemas.ts";
import type { Change, Game, Language, Participant, Surroundings } from "./types.ts";

/**
 * A new game with its draw. The code is a proposal: the store knows whether it is free.
 *
 * @throws {GameError} 400 for a past date, for names or addresses that are there twice, for exclusions
 * that name nobody or leave no valid draw.
 */
export function createGame(
  body: CreateGame,
  fallbackLanguage: Language,
  surroundings: Surroundings,
): Change {
  const { now, newId } = surroundings;
  const today = todayIn(body.timeZone ?? "UTC", now);
  if (body.date < today) {
    throw refusal("DATE_IN_PAST", "The date of the event must be today or later", "date");
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
  }));
  requireDistinct(participants, (index) => `participants.${index}`);
  const numbers = new Map(participants.map((one) => [identityKey(one.name), one.number]));
  const game: Game = {
    id: newId(),
    code: proposeCode(surroundings),
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
  return { game: redrawAll(game, surroundings).game, events: [{ type: "gameCreated" }] };
}

/** A code of that many digits, up to nine, of which the first is not 0. */
export function proposeCode({ random }: Pick<Surroundings, "random">, digits = 6): string {
  const smallest = 10 ** (digits - 1);
  return String(smallest + random.below(9 * smallest));
}

/** The calendar date in that time zone, YYYY-MM-DD. */
export function todayIn(timeZone: string, now: Date): string {
  if (timeZone === "UTC") return now.toISOString().slice(0, 10);
  return new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    calendar: "iso8601",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(now);
}
