/** When an event is over, and what everybody may see from then on. */
import { hasOpened } from "./assignments.ts";
import { GameError } from "./errors.ts";
import type { Game, Participant, Reveal } from "./types.ts";

type EventTime = Pick<Game, "date" | "time" | "timeZone">;

/**
 * When an event ends, in ms since the epoch: at its time; without one, when its day does, where it is. A time that
 * the clocks go through twice is the later one, one that they leave out as much later as they are put forward.
 */
export function endOfEvent({ date, time, timeZone }: EventTime): number {
  const zone = timeZone ?? "UTC";
  if (time === "") {
    return Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
  }
  return Temporal.PlainDateTime.from(`${date}T${time}`)
    .toZonedDateTime(zone, { disambiguation: "later" }).epochMilliseconds;
}

/**
 * When a game is over, in ms since the epoch: not before the latest end that it had since somebody opened their gift,
 * nor before the one at its creation, so that nobody brings it about by another date.
 */
export function overAt(game: EventTime & Pick<Game, "overNotBefore">): number {
  const { overNotBefore } = game;
  return Math.max(endOfEvent(game), overNotBefore === null ? -Infinity : Date.parse(overNotBefore));
}

/** Whether the event is over. */
export function isOver(game: EventTime & Pick<Game, "overNotBefore" | "isGathering">, now: Date) {
  return !game.isGathering && now.getTime() >= overAt(game);
}

/** Whether everybody in the game, its organizer included, sees all pairs now. */
export function isRevealed(game: Game, now: Date): boolean {
  return game.reveal === "afterEvent" && isOver(game, now);
}

/** Whether somebody has opened their gift, whomever they gave to then. */
export function isAnyOpened({ participants }: Pick<Game, "participants">): boolean {
  return participants.some((one: Participant) => one.firstViewedAt !== null || hasOpened(one));
}

/** `overNotBefore` of a game with another date, time or zone. */
export function overNotBeforeAfter(before: Game, after: EventTime): string | null {
  const isSame = before.date === after.date && before.time === after.time &&
    before.timeZone === after.timeZone;
  if (isSame || !isAnyOpened(before)) return before.overNotBefore;
  return new Date(Math.max(overAt(before), endOfEvent(after))).toISOString();
}

/**
 * Whether pairs are to be revealed from now on.
 *
 * @throws {GameError} 400 where somebody has opened their gift, counting on it that they never are.
 */
export function changeReveal(game: Game, asked: Reveal | undefined): Reveal {
  if (asked === undefined || asked === game.reveal || asked === "never") {
    return asked ?? game.reveal;
  }
  if (isAnyOpened(game)) throw new GameError("CANNOT_REVEAL", { path: "reveal" });
  return asked;
}

/** @throws {GameError} 400 before the event is over. */
export function requireOver(game: Game, now: Date): void {
  if (game.isGathering) throw new GameError("NOT_DRAWN_YET");
  if (!isOver(game, now)) throw new GameError("TOO_EARLY_TO_THANK");
}
