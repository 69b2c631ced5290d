import type { CreatedGame } from "../support/client.ts";
import { brokenInvariants } from "../support/invariants.ts";
import { type Database, sqlOn } from "../support/sql.ts";

/** A game that was acknowledged as stored, and the values it may hold since. */
interface KeptGame {
  view: CreatedGame;
  /** The last acknowledged wish of P1, and those sent since without an acknowledgement. */
  wishes: Set<string>;
}

interface Row {
  id: string;
  archived: string | null;
  person: string;
  name: string;
  wish: string;
  receiver: string | null;
}

/** Everything that was acknowledged to clients. */
export class Kept {
  readonly #games: KeptGame[] = [];
  /** Number of acknowledged writes. */
  writes = 0;

  /** The games, oldest first. */
  get games(): readonly CreatedGame[] {
    return this.#games.map(({ view }) => view);
  }

  /** Records a created game. */
  addGame(view: CreatedGame): void {
    this.#games.push({ view, wishes: new Set([""]) });
    this.writes++;
  }

  /** Records that P1 of a game sets a wish. @returns a function to call when it is acknowledged */
  tryWish({ code }: Pick<CreatedGame, "code">, wish: string): () => void {
    const game = this.#games.find(({ view }) => view.code === code);
    game?.wishes.add(wish);
    return () => {
      if (game) game.wishes = new Set([wish]);
      this.writes++;
    };
  }

  /**
   * Reads the database directly, bypassing the service. @returns acknowledged writes that are missing, and content that
   * must not be there
   */
  async missing(database: Database): Promise<string[]> {
    const [game, key] = database.databaseUrl ? ["game_id", "id"] : ["game", "key"];
    const rows = await sqlOn<Row>(
      database,
      `select g.id, g.archived_at as archived, p.id as person, p.name, p.wish, r.id as receiver
       from games g join participants p on p.${game} = g.${key}
       left join assignments a on a.${game} = p.${game} and a.giver = p.number
       left join participants r on r.${game} = a.${game} and r.number = a.receiver`,
    );
    const people = Map.groupBy(rows, ({ id }) => id);
    const lost = this.#games.flatMap(({ view, wishes }) => {
      const stored = people.get(view.id) ?? [];
      const receivers = new Map(stored.map(({ person, receiver }) => [person, receiver]));
      const isWhole = stored.length === view.participants.length &&
        stored.every(({ archived }) => archived === null) &&
        view.assignments.every((pair) => receivers.get(pair.giverId) === pair.receiverId);
      if (!isWhole) return [`game ${view.code}: ${JSON.stringify(stored)}`];
      const wish = stored.find(({ name }) => name === "P1")?.wish ?? "";
      return wishes.has(wish) ? [] : [`wish of game ${view.code}: "${wish}"`];
    });
    return [...lost, ...await brokenInvariants(database), ...await halfGames(database)];
  }
}

/** Games with a missing participant although no one left, including games whose creation was not acknowledged. */
async function halfGames(database: Database): Promise<string[]> {
  const [game, key] = database.databaseUrl ? ["game_id", "id"] : ["game", "key"];
  const rows = await sqlOn<{ code: string }>(
    database,
    `select code from games g where next_number - 1 <>
       (select count(*) from participants p where p.${game} = g.${key})`,
  );
  return rows.map(({ code }) => `half a game: ${code}`);
}
