import { z } from "zod";
import { requireFuture } from "../calendar.ts";
import { GameError } from "../errors.ts";
import {
  date,
  flag,
  gameDetails,
  gameName,
  optionalDrawAt,
  renewLink,
  timeZone,
} from "../fields.ts";
import { normalizedKey } from "../identity.ts";
import { earliestEndAfter, requireMayReveal } from "../finale.ts";
import { operation, organizerBody } from "../operation.ts";
import {
  type Change,
  type DecisionContext,
  type EventDetail,
  type Game,
  type GameEvent,
  ORGANIZER,
  type Participant,
} from "../types.ts";
import { nextOrganizerVersion } from "./links.ts";

const detailsBody = organizerBody("updateGameDetails", {
  name: gameName.optional(),
  date: date.optional(),
  ...z.object(gameDetails).partial().shape,
  timeZone: z.union([timeZone, z.literal("")]).optional(),
  drawAt: optionalDrawAt.describe('While the game gathers; "" or null: when the organizer draws'),
  isSealed: flag.optional().describe("Refused where it is not as it was at creation"),
  renewLink,
});
type GameDetails = z.infer<typeof detailsBody>;

export const updateGameDetailsRow = operation(detailsBody, {
  by: { organizer: updateGameDetails },
  needsMailedParticipants: true,
  draws: false,
  whenOver: movesEnd,
  sealedOrganizerLearns: "all",
  refusals: [
    "ALREADY_DRAWN",
    "CANNOT_REVEAL",
    "CANNOT_SEAL",
    "DRAW_AT_IN_PAST",
    "SEAL_NEEDS_PROTECTION",
    "USE_BREAK_SEAL",
  ],
});

export function updateGameDetails(
  game: Game,
  action: GameDetails,
  { newId, mailed, now }: DecisionContext,
): Change {
  if (action.isSealed === true && !game.isSealed) {
    throw new GameError("CANNOT_SEAL", { path: "isSealed" });
  }
  if (action.isSealed === false && game.isSealed) {
    throw new GameError("USE_BREAK_SEAL", { path: "isSealed" });
  }
  if (action.isProtected === false && game.isSealed) {
    throw new GameError("SEAL_NEEDS_PROTECTION", { path: "isProtected" });
  }
  const next: Game = {
    ...game,
    name: action.name ?? game.name,
    organizerName: action.organizerName ?? game.organizerName,
    cover: action.cover ?? game.cover,
    date: action.date ?? game.date,
    time: action.time ?? game.time,
    location: action.location ?? game.location,
    amount: action.amount ?? game.amount,
    currency: action.currency ?? game.currency,
    generalNotes: action.generalNotes ?? game.generalNotes,
    timeZone: action.timeZone === undefined ? game.timeZone : action.timeZone || null,
    organizerEmail: action.organizerEmail === undefined
      ? game.organizerEmail
      : action.organizerEmail || null,
    isProtected: action.isProtected ?? game.isProtected,
    allowReassignment: action.allowReassignment ?? game.allowReassignment,
    sendEmails: action.sendEmails ?? game.sendEmails,
    language: action.language ?? game.language,
    reveal: action.reveal ?? game.reveal,
    ...changeDrawAt(game, action.drawAt, now),
  };
  next.earliestEnd = earliestEndAfter(game, next);
  requireMayReveal(game, next, now);
  // Everyone with the code has seen the ids until now, and from now on an id is a key.
  const locked = next.isProtected && !game.isProtected ? lock(game, newId, mailed) : null;
  if (locked) next.participants = locked.participants;
  const before = detailsThatDiffer(game, next);
  const moved = leaveAddress(game, next, action.renewLink && mailed?.has(ORGANIZER) === true);
  return {
    game: moved.game,
    events: [
      ...Object.keys(before).length > 0 ? [{ type: "detailsChanged" as const, before }] : [],
      ...locked?.events ?? [],
      ...moved.events,
    ],
  };
}

/**
 * The people of a game that is protected from now on, each with another id. An address that was set with an id
 * alone may be anyone's: it is forgotten and told so, and the link that was mailed there ends. Whoever organizes
 * passes the new one on.
 */
function lock(
  { participants, language }: Game,
  newId: () => string,
  mailed: DecisionContext["mailed"],
): { participants: Participant[]; events: GameEvent[] } {
  return {
    participants: participants.map((one) => ({
      ...one,
      id: newId(),
      ...one.isEmailSetById && {
        email: null,
        isEmailSetById: false,
        tokenVersion: mailed?.has(one.number) ? one.tokenVersion + 1 : one.tokenVersion,
      },
    })),
    events: participants.flatMap(({ name, email, isEmailSetById, language: own }) =>
      isEmailSetById && email !== null
        ? [{ type: "addressChanged", name, email, language: own ?? language } as const]
        : []
    ),
  };
}

/**
 * Another time to draw is another try. The same once more changes nothing, so that a form which holds it can be
 * sent at any time.
 *
 * @throws {GameError} 400 for a time that has passed, or where the names are drawn.
 */
function changeDrawAt(
  { isGathering, drawAt: before, drawProblem }: Game,
  asked: string | null | undefined,
  now: Date,
): Pick<Game, "drawAt" | "drawProblem"> {
  const drawAt = asked || null;
  if (asked === undefined || drawAt === before) return { drawAt: before, drawProblem };
  if (!isGathering) throw new GameError("ALREADY_DRAWN", { path: "drawAt" });
  requireFuture(drawAt, now);
  return { drawAt, drawProblem: null };
}

/**
 * Tells the organizer's former address, where there is another one now, and ends the link that was mailed
 * there: who reads it may be someone else.
 */
function leaveAddress(
  { organizerEmail: old, language }: Game,
  after: Game,
  isRenewed: boolean,
): Change {
  const isSame = old === null || normalizedKey(old) === normalizedKey(after.organizerEmail ?? "");
  if (isSame) return { game: after, events: [] };
  const told: GameEvent = { type: "addressChanged", name: null, email: old, language };
  if (!isRenewed) return { game: after, events: [told] };
  const version = nextOrganizerVersion(after);
  return {
    game: { ...after, organizerTokenVersion: version, organizerTokenReserved: version },
    events: [told, { type: "organizerLinkRenewed" }],
  };
}

/** The event's details as they were, of those that are not so any more. */
function detailsThatDiffer(before: Game, after: Game): Partial<Record<EventDetail, string>> {
  const changes: Partial<Record<EventDetail, string>> = {};
  for (const detail of ["name", "date", "time", "location", "generalNotes"] as const) {
    if (before[detail] !== after[detail]) changes[detail] = before[detail];
  }
  if (before.amount !== after.amount || (after.amount && before.currency !== after.currency)) {
    changes.amount = before.amount && `${before.amount} ${before.currency}`;
  }
  return changes;
}

/** Whether a change moves the end of the event, and with it when all pairs are revealed. */
function movesEnd(game: Game, { date, time, reveal, timeZone, drawAt }: GameDetails): boolean {
  return isOther(date, game.date) || isOther(time, game.time) || isOther(reveal, game.reveal) ||
    isOther(timeZone, game.timeZone ?? "") || isOther(drawAt, game.drawAt);
}

/** @param asked undefined: to be left as it is. */
function isOther<Value>(asked: Value | undefined, present: Value): boolean {
  return asked !== undefined && (asked || null) !== (present || null);
}
