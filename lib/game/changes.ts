import type { Change, Game, GameEvent, Participant } from "./types.ts";

/** A change of one participant, with its events. */
export function changeParticipant(
  game: Game,
  participant: Participant,
  patch: Partial<Participant>,
  events: GameEvent[] = [],
): Change {
  const patchOf = ({ number }: Participant) => number === participant.number ? patch : null;
  return { game: changeEach(game, patchOf), events };
}

/** Patches each participant of a game. @param patchOf null: this participant stays unchanged */
export function changeEach(
  game: Game,
  patchOf: (one: Participant) => Partial<Participant> | null,
): Game {
  const participants = game.participants.map((one) => {
    const patch = patchOf(one);
    return patch ? { ...one, ...patch } : one;
  });
  return { ...game, participants };
}

/** A change without events. */
export function withoutEvents(game: Game): Change {
  return { game, events: [] };
}
