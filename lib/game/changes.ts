import type { Change, Game, GameEvent, Participant } from "./types.ts";

/** The game with this participant changed, and what happened by it. */
export function changeParticipant(
  game: Game,
  participant: Participant,
  patch: Partial<Participant>,
  events: GameEvent[] = [],
): Change {
  return {
    game: {
      ...game,
      participants: game.participants.map((one) =>
        one.number === participant.number ? { ...one, ...patch } : one
      ),
    },
    events,
  };
}

/** A change of which nobody has to be told, or none at all. */
export function withoutEvents(game: Game): Change {
  return { game, events: [] };
}
