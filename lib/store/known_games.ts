import { LatestMap } from "../game/latest_map.ts";
import type { Game } from "../game/types.ts";

/** A game, and the revision that the database reports until the game changes. */
interface Known<Revision> {
  game: Game;
  revision: Revision;
  /** When it was kept, in ms of the clock. */
  keptAt: number;
}

/** Maximum number of games kept. With `LONGEST_TEXT` they take some 10 MB of memory, at most 40. */
const MOST = 256;

/** Maximum number of people and exclusions of a game that is kept. */
export const LARGEST = 40;

/** Maximum length of a kept game as JSON: wishes, devices and earlier years count, too. */
const LONGEST_TEXT = 64_000;

/** Maximum age of a kept game, in ms, enforced at each read: another instance may have erased the game. */
const MAX_AGE = 10 * 60_000;

/**
 * Keeps small games as they were last read, because people who wait or shop open the same game again and again, and
 * reading it is most of a request's work. The database is still asked for the revision of each game.
 */
export class KnownGames<Revision> {
  readonly #games = new LatestMap<string, Known<Revision>>(MOST);

  /** @param clock in ms. */
  constructor(private readonly clock: () => number = () => performance.now()) {}

  get(key: string): Known<Revision> | undefined {
    const now = this.clock();
    for (const [oldest, { keptAt }] of this.#games) {
      if (now - keptAt < MAX_AGE) break;
      this.#games.delete(oldest);
    }
    return this.#games.get(key);
  }

  /** Keeps the state of a game, unless it is too large. Freezes it, so that no caller can change it. */
  keep(key: string, game: Game, revision: Revision): void {
    if (game.participants.length + game.exclusions.length > LARGEST) return;
    if (JSON.stringify(game).length > LONGEST_TEXT) return;
    this.#games.set(key, { game: frozen(game), revision, keptAt: this.clock() });
  }

  /** Forgets a game that was changed or erased, so that nothing erased stays in memory. */
  forget(key: string): void {
    this.#games.delete(key);
  }
}

function frozen<Value extends object>(value: Value): Value {
  for (const member of Object.values(value)) {
    if (typeof member === "object" && member !== null) frozen(member);
  }
  return Object.freeze(value);
}
