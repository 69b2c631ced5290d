import type { Change, Game } from "../types.ts";

/** Ends a game: it is kept, but only the organizer can see it. */
export function archiveGame(game: Game, now: Date): Change {
  return {
    game: { ...game, archivedAt: now.toISOString() },
    events: [{ type: "gameArchived" }],
  };
}
