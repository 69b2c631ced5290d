import { withoutAddresses } from "../postal_address.ts";
import type { Change, Game } from "../types.ts";

/** Ends a game: it is kept without addresses, but only the organizer can see it. */
export function archiveGame(game: Game, now: Date): Change {
  return {
    game: { ...withoutAddresses(game), archivedAt: now.toISOString() },
    events: [{ type: "gameArchived" }],
  };
}
