import { LatestMap } from "../../game/latest_map.ts";
import type { Game } from "../../game/types.ts";

/** A stored game, with the version of its state, on which changes are decided. */
export interface StoredGame {
  game: Game;
  version: number;
}

/** Maximum number of games kept. With `LARGEST`: at most 7 MB. */
const MOST = 256;

/** Maximum number of people and rules of a game that is kept. */
const LARGEST = 40;

/**
 * States of small games as they were last read. People who wait or shop open the same game again and again, and most
 * of a request's work is to read it. The database is still asked for the revision of each, which its triggers raise
 * with whatever is written of a game.
 */
export class KnownGames {
  readonly #games = new LatestMap<string, { stored: StoredGame; revision: number }>(MOST);

  /** The state of a game at this revision, if it is known. */
  get(id: string, revision: number): StoredGame | undefined {
    const known = this.#games.get(id);
    return known?.revision === revision ? known.stored : undefined;
  }

  /** Keeps a state, which no caller can change from now on. */
  keep(stored: StoredGame, revision: number): void {
    const { id, participants, exclusions } = stored.game;
    if (participants.length + exclusions.length > LARGEST) return;
    this.#games.set(id, { stored: { ...stored, game: frozen(stored.game) }, revision });
  }

  /** Forgets a game that was changed or erased, so that nothing erased stays in memory. */
  forget(id: string): void {
    this.#games.delete(id);
  }
}

function frozen<Value extends object>(value: Value): Value {
  for (const member of Object.values(value)) {
    if (typeof member === "object" && member !== null) frozen(member);
  }
  return Object.freeze(value);
}
