import { todayIn } from "../../game/calendar.ts";
import { finaleFrom, isRevealed, mayStartFinale, overAt } from "../../game/finale.ts";
import type { Game } from "../../game/types.ts";
import { versionFor } from "../progress.ts";

/**
 * What a participant waits for with the page open: the draw, or on its day the finale; null: nothing. Moving the event
 * to an earlier date does not move the finale.
 */
export function waitsFor(game: Game, now: Date): "draw" | "finale" | null {
  if (game.isGathering) return "draw";
  if (game.reveal === "never" || isRevealed(game, now)) return null;
  const day = todayIn(game.timeZone, new Date(finaleFrom(game)));
  return todayIn(game.timeZone, now) >= day ? "finale" : null;
}

/** When the finale starts today, as HH:MM in the event's time zone; "" if not before the day is over. */
export function finaleTime(game: Game, now: Date): string {
  const end = Temporal.Instant.fromEpochMilliseconds(overAt(game))
    .toZonedDateTimeISO(game.timeZone ?? "UTC");
  if (end.toPlainDate().toString() !== todayIn(game.timeZone, now)) return "";
  return end.toPlainTime().toString({ smallestUnit: "minute" });
}

/** Changes whenever what a waiting participant sees would change; says only what everyone in the game sees. */
export function momentOf(game: Game, now: Date): string {
  const { drawAt, timeZone, organizerName } = game;
  const awaited = waitsFor(game, now);
  return versionFor([
    ...[awaited, timeZone, organizerName],
    game.participants.map(({ number, name }) => [number, name]),
    // The page does not show a time that has passed without a draw.
    drawAt !== null && Date.parse(drawAt) > now.getTime() ? drawAt : null,
    awaited === "finale" && [finaleTime(game, now), mayStartFinale(game, now)],
  ]);
}
