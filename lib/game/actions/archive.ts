import type { Change, Game } from "../types.ts";

/** Ends a game: it is kept, and nobody but the organizer sees it any more. */
export function archiveGame(game: Game, now: Date): Change {
  return {
    game: { ...game, archivedAt: now.toISOString() },
    events: [{ type: "gameArchived" }],
  };
}
