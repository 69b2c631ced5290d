/** The end of an event, and what everyone may see from then on. */
import { hasOpened } from "./assignments.ts";
import { closingDate, daysUntil, soonAfter, todayIn } from "./calendar.ts";
import { GameError } from "./errors.ts";
import { LAST_MOMENT } from "./limits.ts";
import type { Game } from "./types.ts";

type EventTime = Pick<Game, "date" | "time" | "timeZone">;

/**
 * The end of an event in ms since the epoch: its time, or without one the end of its day, in its time zone.
 * An ambiguous time at a clock change is the later one; a skipped time is moved forward by the gap. At most
 * `LAST_MOMENT`.
 */
export function endOfEvent({ date, time, timeZone }: EventTime): number {
  const zone = timeZone ?? "UTC";
  const end = time === ""
    ? Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(zone)
    : Temporal.PlainDateTime.from(`${date}T${time}`)
      .toZonedDateTime(zone, { disambiguation: "later" });
  return Math.min(end.epochMilliseconds, LAST_MOMENT);
}

/** The start of an event in ms since the epoch: its time, or without one the start of its day. */
export function startOfEvent(event: EventTime): number {
  if (event.time !== "") return endOfEvent(event);
  return Temporal.PlainDate.from(event.date).toZonedDateTime(event.timeZone ?? "UTC")
    .epochMilliseconds;
}

/**
 * The earliest time at which the organizer can start the finale, in ms since the epoch: the latest start that the event
 * had since a gift was opened, including the start at its creation.
 */
export function finaleFrom(game: EventTime & Pick<Game, "earliestEnd" | "earliestStart">): number {
  const { earliestStart, earliestEnd } = game;
  // An earlier release stored only the latest end.
  const kept = earliestStart ?? (endOfEvent(game) < overAt(game) ? earliestEnd : null);
  return Math.max(startOfEvent(game), kept === null ? -Infinity : Date.parse(kept));
}

/**
 * The end of a game in ms since the epoch: never before the latest end it had since a gift was opened, nor
 * before the one at its creation, so that changing the date cannot bring it forward.
 */
export function overAt(game: EventTime & Pick<Game, "earliestEnd">): number {
  const { earliestEnd } = game;
  return Math.max(endOfEvent(game), earliestEnd === null ? -Infinity : Date.parse(earliestEnd));
}

type EndingGame =
  & EventTime
  & Pick<Game, "earliestEnd" | "isGathering" | "archivedAt" | "finaleStartedAt">;

/** True if the event is over; never for a game that was archived before its end. */
export function isOver(game: EndingGame, now: Date): boolean {
  return !game.isGathering && hasEnded(game, now);
}

/** True if the end of the event has passed, drawn or not, or the organizer has started the finale. */
export function hasEnded(game: EndingGame, now: Date): boolean {
  const { archivedAt, finaleStartedAt } = game;
  if (finaleStartedAt !== null) return true;
  const until = archivedAt === null ? Infinity : Date.parse(archivedAt);
  return Math.min(now.getTime(), until) >= overAt(game);
}

/**
 * True once the present end of the event has passed or its finale has begun: no one needs a present for it any more.
 * `hasEnded` can become true later, if the date was brought forward.
 */
export function hasTakenPlace(game: EndingGame, now: Date): boolean {
  return hasEnded(game, now) || now.getTime() >= endOfEvent(game);
}

/** True if everyone in the game, including its organizer, sees all pairs now. */
export function isRevealed(game: Game, now: Date): boolean {
  return game.reveal === "afterEvent" && isOver(game, now);
}

/**
 * True if neither the pairs nor the end of the event can change any more: see `whenOver` in the rows of
 * `operations.ts`. It becomes true before the pairs are shown: otherwise an organizer who sees them on one instance
 * could still change them on another whose clock is behind.
 */
export function isSettled(game: Game, now: Date): boolean {
  return isRevealed(game, soonAfter(now));
}

/**
 * True if no one can join through the invitation any more, because that would move pairs: they are shown, or the day
 * of the event has passed. The organizer can still add people to a game without a finale.
 */
export function isClosedToInvited(game: Game, now: Date): boolean {
  return isRevealed(game, now) || (!game.isGathering && daysUntil(game, now) < 0);
}

/** Why a game cannot get a finale any more, as the key of a text; null: it can, or has one. */
export function finaleHindrance(
  game: Game,
  now: Date,
): "errors.code.CANNOT_REVEAL" | "errors.eventPassed" | null {
  if (game.reveal !== "never") return null;
  if (isAnyOpened(game)) return "errors.code.CANNOT_REVEAL";
  return hasEnded(game, now) ? "errors.eventPassed" : null;
}

/**
 * True if the game is archived automatically before its finale starts automatically: the event had a later date at its
 * creation, or since a gift was opened.
 */
export function closesBeforeFinale(game: Game): boolean {
  return game.reveal === "afterEvent" && overAt(game) > Date.parse(closingDate(game));
}

/** True if people may be told that they will see all pairs: a finale is still to come, before the game closes. */
export function willReveal(game: Game, now: Date): boolean {
  return game.reveal === "afterEvent" && !hasEnded(game, now) && !closesBeforeFinale(game);
}

/** True if the organizer can start the finale now. */
export function mayStartFinale(game: Game, now: Date): boolean {
  return game.reveal === "afterEvent" && !game.isGathering && game.archivedAt === null &&
    !hasEnded(game, now) && now.getTime() >= finaleFrom(game);
}

/** True if the pairs of a game would be revealed as soon as it is drawn. */
export function isTooLateToDraw(game: EndingGame & Pick<Game, "reveal">, now: Date): boolean {
  return game.reveal === "afterEvent" && hasEnded(game, now);
}

/** True if the scheduled draw comes after the day of the event, or too late for the finale. */
export function isDrawnAfterEvent(
  game: EndingGame & Pick<Game, "reveal" | "drawAt" | "isGathering">,
  now: Date,
): boolean {
  if (game.drawAt === null || !game.isGathering) return false;
  const at = new Date(game.drawAt);
  return at > now && (todayIn(game.timeZone, at) > game.date || isTooLateToDraw(game, at));
}

/**
 * Checks that a game may be created or drawn.
 *
 * @throws {GameError} 400 if its pairs would be revealed at once.
 */
export function requireStillToCome(game: Game, now: Date): void {
  if (isTooLateToDraw(game, now)) {
    throw new GameError("EVENT_OVER", { isDrawn: false, path: game.time ? "time" : "date" });
  }
}

/**
 * True if a participant ever opened their gift, with any receiver. An erased participant counts: erasure
 * follows the event.
 */
function isAnyOpened({ participants }: Pick<Game, "participants">): boolean {
  return participants.some((one) =>
    one.firstViewedAt !== null || hasOpened(one) || one.revealBlockedForTokenVersion !== null ||
    one.openedInRoomAt !== null || one.erasedAt !== null
  );
}

/** `earliestEnd` and `earliestStart` after a change of date, time or zone. */
export function earliestAfter(
  before: Game,
  after: EventTime,
): Pick<Game, "earliestEnd" | "earliestStart"> {
  const { earliestEnd, earliestStart } = before;
  const isSame = before.date === after.date && before.time === after.time &&
    before.timeZone === after.timeZone;
  if (isSame || !isAnyOpened(before)) return { earliestEnd, earliestStart };
  return {
    earliestEnd: new Date(Math.max(overAt(before), endOfEvent(after))).toISOString(),
    earliestStart: new Date(Math.max(finaleFrom(before), startOfEvent(after))).toISOString(),
  };
}

/**
 * Checks a change of `reveal`.
 *
 * @param after the game with the new value and the date sent with it.
 * @throws {GameError} 400 if a gift was opened on the understanding that the pairs stay secret, or if they
 * would be revealed at once.
 */
export function requireMayReveal(before: Game, after: Game, now: Date): void {
  if (after.reveal === before.reveal || after.reveal === "never") return;
  if (hasEnded(after, now)) throw new GameError("EVENT_OVER", { isDrawn: false, path: "reveal" });
  if (isAnyOpened(before)) throw new GameError("CANNOT_REVEAL", { path: "reveal" });
}

/**
 * True if receivers may say thanks: the present date and time have passed, or the organizer has started the finale.
 * A note shows no pair, so later dates that the event had do not count.
 */
export function isTimeToThank(game: EndingGame, now: Date): boolean {
  return !game.isGathering && (game.finaleStartedAt !== null || now.getTime() >= endOfEvent(game));
}

/** @throws {GameError} 400 before the event is over. */
export function requireTimeToThank(game: Game, now: Date): void {
  if (game.isGathering) throw new GameError("NOT_DRAWN_YET");
  if (!isTimeToThank(game, now)) throw new GameError("TOO_EARLY_TO_THANK");
}
