import { z } from "zod";
import { withoutEvents } from "../changes.ts";
import { requireFuture, todayIn } from "../calendar.ts";
import { type FieldsWith, fieldsWith, namesOf, pick } from "../derive.ts";
import { changeShape, creationShape, storedValues } from "../field_rows.ts";
import { CHANGEABLE, GAME_FIELDS, renewLink, type ToldField, toldOf } from "../fields.ts";
import { GameError } from "../errors.ts";
import { addressKey } from "../identity.ts";
import { earliestAfter, requireMayReveal } from "../finale.ts";
import { nextVersion } from "../link_versions.ts";
import { operation, organizerBody } from "../operation.ts";
import { requireSendBy } from "../parcels.ts";
import { withoutAddresses } from "../postal_address.ts";
import { pairsHiddenFromOrganizer } from "../seal.ts";
import {
  type Change,
  type DecisionContext,
  type Game,
  type GameEvent,
  ORGANIZER,
  type Participant,
} from "../types.ts";
import { nextOrganizerVersion } from "./links.ts";
import { addressGone } from "./seal.ts";

const detailsBody = organizerBody("updateGameDetails", {
  ...changeShape(pick(creationShape(GAME_FIELDS), CHANGEABLE)),
  renewLink,
});
type GameDetails = z.infer<typeof detailsBody>;

export const updateGameDetailsRow = operation(detailsBody, {
  by: { organizer: updateGameDetails },
  needsMailedParticipants: true,
  whenOver: movesEnd,
  sealedOrganizerLearns: "all",
  refusals: [
    "ALREADY_DRAWN",
    "CANNOT_REVEAL",
    "CANNOT_SEAL",
    "DRAW_AT_IN_PAST",
    "ORGANIZER_EMAIL_NEEDED",
    "SEAL_NEEDS_PROTECTION",
    "SENDER_BLOCKED",
    "SEND_BY_OUT_OF_RANGE",
    "TIME_ZONE_IS_SEALED",
    "USE_BREAK_SEAL",
  ],
});

/** Applies what a change of one field entails. */
type Rule = (before: Game, after: Game, context: DecisionContext, action: GameDetails) => Change;

/** Runs the rules of the fields that change, in this order. */
const RULES: Record<FieldsWith<typeof GAME_FIELDS, "change", "rule">, Rule> = {
  isSealed: refuseSealing,
  isProtected: changeProtection,
  drawAt: changeDrawAt,
  date: moveDate,
  time: moveEnd,
  timeZone: changeTimeZone,
  reveal: changeReveal,
  organizerEmail: leaveAddress,
  byPost: changeByPost,
  sendBy: changeSendBy,
};

export function updateGameDetails(
  game: Game,
  action: GameDetails,
  context: DecisionContext,
): Change {
  const fields = CHANGEABLE.filter((field) => action[field] !== undefined);
  let next: Game = { ...game, ...storedValues(GAME_FIELDS, fields, action) };
  const events: GameEvent[] = [];
  for (const field of namesOf(RULES).filter((field) => next[field] !== game[field])) {
    const change = RULES[field](game, next, context, action);
    next = change.game;
    events.push(...change.events);
  }
  const before = detailsThatDiffer(game, next);
  const isTold = Object.keys(before).length > 0;
  return {
    game: next,
    events: [...isTold ? [{ type: "detailsChanged" as const, before }] : [], ...events],
  };
}

/** @throws {GameError} 400 always: a game is sealed at its creation, and unsealed by the action `breakSeal`. */
function refuseSealing({ isSealed }: Game): Change {
  throw new GameError(isSealed ? "USE_BREAK_SEAL" : "CANNOT_SEAL", { path: "isSealed" });
}

/** Renews all ids when a game becomes protected: everyone with the code knows them, and now an id is a credential. */
function changeProtection(before: Game, after: Game, { newId, mailed }: DecisionContext): Change {
  if (after.isProtected) {
    const participants = before.participants.map((one) => lock(before, one, newId(), mailed));
    const exposed = before.participants.filter(({ isEmailSetById }) => isEmailSetById);
    return {
      game: { ...after, participants },
      events: exposed.flatMap((one) => addressGone(before, one)),
    };
  }
  if (before.isSealed) throw new GameError("SEAL_NEEDS_PROTECTION", { path: "isProtected" });
  return withoutEvents(after);
}

/** @throws {GameError} 400 if gifts go by post, and the day by which to send would come after the event. */
function moveDate(before: Game, after: Game): Change {
  if (after.byPost) requireSendBy(after, after.sendBy);
  return moveEnd(before, after);
}

/**
 * Erases all addresses when gifts no longer go by post. A day to send by is kept without effect until they do again;
 * the event may have been moved before that day meanwhile.
 *
 * @throws {GameError} 400 if that day would come after the event.
 */
function changeByPost(_: Game, after: Game): Change {
  if (!after.byPost) return withoutEvents(withoutAddresses(after));
  requireSendBy(after, after.sendBy);
  return withoutEvents(after);
}

function changeSendBy(_: Game, after: Game, { now }: DecisionContext): Change {
  requireSendBy(after, todayIn(after.timeZone, now));
  return withoutEvents(after);
}

function moveEnd(before: Game, after: Game): Change {
  return withoutEvents({ ...after, ...earliestAfter(before, after) });
}

/**
 * @throws {GameError} 400 if a drawn, sealed game already has another zone. Reports about parcels, and notices, wait
 * for an hour of its clock: an organizer who changed the zone every hour could tell when each was caused.
 */
function changeTimeZone(before: Game, after: Game): Change {
  if (pairsHiddenFromOrganizer(before) && !before.isGathering && before.timeZone !== null) {
    throw new GameError("TIME_ZONE_IS_SEALED", { path: "timeZone" });
  }
  return moveEnd(before, after);
}

function changeReveal(before: Game, after: Game, { now }: DecisionContext): Change {
  requireMayReveal(before, after, now);
  return withoutEvents(after);
}

/**
 * A participant of a newly protected game, with a new id. An address that was set with an id alone may be a
 * stranger's: it is removed and notified, and the link that was mailed there ends. The organizer passes the
 * new link on.
 */
function lock(
  game: Game,
  one: Participant,
  id: string,
  mailed: DecisionContext["mailed"],
): Participant {
  if (!one.isEmailSetById) return { ...one, id };
  const { number, tokenVersion } = one;
  return {
    ...one,
    id,
    email: null,
    isEmailSetById: false,
    tokenVersion: mailed?.has(number) ? nextVersion(game, tokenVersion) : tokenVersion,
  };
}

/**
 * A new time to draw allows another attempt. The same time changes nothing, so that a form that contains it
 * can be sent at any time.
 *
 * @throws {GameError} 400 for a time in the past, or if the names are drawn.
 */
function changeDrawAt(before: Game, after: Game, { now }: DecisionContext): Change {
  if (!before.isGathering) throw new GameError("ALREADY_DRAWN", { path: "drawAt" });
  requireFuture(after.drawAt, now);
  return withoutEvents({ ...after, drawProblem: null });
}

/**
 * Notifies the organizer's former address of a change, and ends the link that was mailed there: its reader
 * may be someone else.
 *
 * @throws {GameError} 400 if the operator has blocked the new address.
 */
function leaveAddress(
  { organizerEmail: old, language, provedEmail: proved }: Game,
  after: Game,
  { mailed, isSenderBlocked }: DecisionContext,
  { renewLink }: GameDetails,
): Change {
  if (isSenderBlocked) throw new GameError("SENDER_BLOCKED", { path: "organizerEmail" });
  const isSame = old === null || addressKey(old) === addressKey(after.organizerEmail ?? "");
  // Another spelling of a confirmed address needs no new confirmation; any other address does.
  const isProved = isSame && old !== null && after.provedEmail === old;
  const provedEmail = isProved ? after.organizerEmail : null;
  if (isSame) return withoutEvents({ ...after, provedEmail });
  const told: GameEvent = {
    type: "addressChanged",
    name: null,
    email: old,
    language,
    ...proved === old && { wasProved: true },
  };
  if (!renewLink || !mailed?.has(ORGANIZER)) {
    return { game: { ...after, provedEmail }, events: [told] };
  }
  const version = nextOrganizerVersion(after);
  return {
    game: {
      ...after,
      provedEmail,
      organizerTokenVersion: version,
      organizerTokenReserved: version,
    },
    events: [told, { type: "organizerLinkRenewed" }],
  };
}

const TOLD = fieldsWith(GAME_FIELDS, "isTold", true);

/** The former values of changed fields that everyone is notified of. */
function detailsThatDiffer(before: Game, after: Game): Partial<Record<ToldField, string>> {
  return Object.fromEntries(
    TOLD.filter((field) => toldOf(before, field) !== toldOf(after, field))
      .map((field) => [field, toldOf(before, field)]),
  );
}

/** Whether a change moves the end of the event, and with it when all pairs are revealed. */
function movesEnd(game: Game, { date, time, reveal, timeZone, drawAt }: GameDetails): boolean {
  return isOther(date, game.date) || isOther(time, game.time) || isOther(reveal, game.reveal) ||
    isOther(timeZone, game.timeZone ?? "") || isOther(drawAt, game.drawAt);
}

/** @param asked undefined: no change. */
function isOther<Value>(asked: Value | undefined, present: Value): boolean {
  return asked !== undefined && (asked || null) !== (present || null);
}
