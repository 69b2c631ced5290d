import type { Change, Game, GameEvent, Participant } from "./types.ts";

/** A change of one participant, with its events. */
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

/** A change without events. */
export function withoutEvents(game: Game): Change {
  return { game, events: [] };
}
