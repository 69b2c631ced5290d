import { daysUntil } from "../../game/calendar.ts";
import { isRevealed } from "../../game/finale.ts";
import type { Game } from "../../game/types.ts";

/** What a participant waits for with the page open: the draw, or on the day the finale; null: nothing. */
export function waitsFor(game: Game, now: Date): "draw" | "finale" | null {
  if (game.isGathering) return "draw";
  const isToCome = game.reveal === "afterEvent" && !isRevealed(game, now);
  return isToCome && daysUntil(game, now) === 0 ? "finale" : null;
}

/** Changes whenever what a waiting participant sees would change; says only what everyone in the game sees. */
export function momentOf(game: Game, now: Date): string {
  const { participants, drawAt } = game;
  return [waitsFor(game, now), participants.length, drawAt].join(" ");
}
