import { yieldToEventLoop } from "../../work/work_queue.ts";
import type { Game } from "../../game/types.ts";
import type { CodeProposals } from "../codes.ts";
import { KnownGames } from "../known_games.ts";
import { gameLists } from "../sql/game_lists.ts";
import { requestVerbs } from "../sql/requests.ts";
import { erasing, sideChanges, viewing } from "../sql/side_changes.ts";
import {
  type Created,
  DatabaseBusy,
  type Found,
  type GameStore,
  type IdempotencyStore,
  type KeptRequest,
  type Lookup,
  type NewMail,
  type StoredChange,
} from "../store.ts";
import type { Connection } from "./connection.ts";
import type { Database } from "./database.ts";
import { SQLITE } from "./dialect.ts";
import {
  changes,
  creation,
  knownGame,
  nextVersion,
  readGames,
  type StoredGame,
} from "./game_rows.ts";
import { insertion, outboxChanges, readMailed, readStatuses, readWaiting } from "./outbox.ts";
import { guard, idsOf, type Statement, statement } from "./writes.ts";

const NOBODY: ReadonlySet<number> = new Set();

/** Number of exclusions from which deciding and comparing takes some ten milliseconds. */
const MANY = 2_000;

/** Number of people and exclusions from which reading and writing takes milliseconds. */
const MANY_READ = 500;

/** Maximum number of attempts to store a change, each with a newer state. */
const ATTEMPTS = 100;

const sides = sideChanges(SQLITE);

/** Records that another game continues this one; returns no row if one already does. */
const REMEMBER = `
  update games set is_remembered = 1, version = version + 1
  where id = ? and is_remembered = 0 returning version`;

const view = viewing(SQLITE);

const erase = erasing(SQLITE);

const OLD_ADDRESSES = `
  select id from games
  where key in (select game from participants where postal_address is not null)
    and id > ?1 and (archived_at is not null or date < ?2)
  order by id limit ?3`;

/** ?1 the spellings, ?2 the maximum number, ?3 the maximum number for each game. */
const FIND_ADDRESS = `
  select id as gameId, number, email from (
    select *, row_number() over (partition by id order by number <> first, random()) as turn
    from (
      select *, min(number) over (partition by id) as first from (
        select id, 0 as number, organizer_email as email, created_at as made from games
        where lower(organizer_email) in (select value from json_each(?1))
          and organizer_email is not null and archived_at is null
        union all
        select g.id, p.number, p.email, g.created_at
        from participants p join games g on g.key = p.game
        where lower(p.email) in (select value from json_each(?1))
          and p.email is not null and g.archived_at is null
      )
    )
  )
  where turn <= ?3
  order by turn, made desc, id, number limit ?2`;

/**
 * A change is decided on what was read, and stored only if the game is still the same; otherwise it is decided
 * again. That is rare, because this process runs the changes of one game one after the other.
 */
export function gameStore(db: Database, codes: CodeProposals): GameStore & IdempotencyStore {
  /** @returns undefined if none of the codes is free, or a guard in `more` failed. */
  const create = async (
    game: Game,
    proposals: readonly string[],
    mails: readonly NewMail[],
    ...more: Statement[]
  ): Promise<Created | undefined> => {
    if (isLarge(game)) await yieldToEventLoop();
    const rows = await db.write(
      ...creation(game, proposals),
      ...more,
      insertion(game.id, mails),
    );
    const code = rows?.[0]?.[0]?.[0];
    return rows && code
      ? { game: { ...game, code: String(code) }, mailIds: idsOf(rows.at(-1)) }
      : undefined;
  };

  const known = new KnownGames<number>();
  const requests = requestVerbs(db, SQLITE);

  const keeping = (id: string, record: Parameters<typeof requests.keeping>[1]) => {
    const [sql, params] = requests.keeping(id, record);
    return guard(sql, ...params);
  };
  const readRequest = (db: Connection, keys: readonly string[]) => {
    const [sql, params] = requests.reading(keys);
    return db.rows<KeptRequest>(sql, ...params)[0] ?? null;
  };

  const readOne = (by: "latest" | "byId", value: string) =>
    db.readOnce((db) =>
      knownGame(db, by, value, known) ??
        db.snapshot(() => readGames(db, by, value, known))[0]?.game ?? null
    );

  const change = async <Result>(
    by: "active" | "byId",
    value: string,
    decide: (game: Game | null, found: Found) => StoredChange<Result>,
    { mailed = false, keys = [] }: Lookup = {},
  ): Promise<Result> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { stored, ...found } = await db.read((db) => {
        const [stored] = readGames(db, by, value, known);
        return {
          stored,
          mailed: stored && mailed ? readMailed(db, stored.game.id) : NOBODY,
          request: keys.length > 0 ? readRequest(db, keys) : null,
        };
      });
      // Other requests run in between, so the write checks that the game is unchanged.
      if (stored && isLarge(stored.game)) await yieldToEventLoop();
      const decided = decide(stored?.game ?? null, found);
      const { game, isErased, wishList, outbox, record, result } = decided;
      if (stored && isErased) {
        if (!await db.write(...erasure(stored))) continue;
        known.forget(stored.game.id);
        return result;
      }
      if (!stored || (!game && !outbox && !wishList)) return result;
      const { id } = stored.game;
      if (game && game.exclusions.length > MANY) await yieldToEventLoop();
      const mails = outbox
        ? await db.read((db) => outbox(readWaiting(db, id)))
        : { add: [], update: [] };
      const write = changes(stored, game ?? stored.game, [
        ...outboxChanges(id, mails),
        ...record ? [keeping(id, { ...record, runningFor: 0 })] : [],
        ...sides(id, decided).map(([sql, params]) => statement(sql, ...params)),
      ]);
      if (write.length > 0 && !await db.write(...write)) continue;
      known.forget(id);
      return result;
    }
    throw new DatabaseBusy("Others keep changing this game");
  };

  const store: GameStore & IdempotencyStore = {
    createGame: (game, mails) => codes.underFree(game, (codes) => create(game, codes, mails)),

    createGameOnce: (game, mails, record, remembers = null) =>
      codes.underFree(game, async (codes) => {
        const created = await create(
          game,
          codes,
          mails,
          ...record ? [keeping(game.id, { ...record, participant: null })] : [],
          ...remembers ? [guard(REMEMBER, remembers)] : [],
        );
        if (created) return created;
        if (record && await store.readRequest([record.key])) return null;
        if (remembers && (await readOne("byId", remembers))?.isRemembered !== false) return null;
        return undefined;
      }),

    ...requests.verbs,

    readGame: (code) => readOne("latest", code),
    readGameById: (id) => readOne("byId", id),

    readGameWithEmails: (code) =>
      db.read((db) => {
        const [found] = readGames(db, "latest", code, known);
        return found ? { game: found.game, emails: readStatuses(db, found.game.id) } : null;
      }),

    readArchivedGames: (code) =>
      db.read((db) => readGames(db, "archived", code).map(({ game }) => game)),

    changeGame: (code, decide, lookup) =>
      db.inTurn(code, () => change("active", code, decide, lookup)),

    changeGameById: (id, decide) => db.inTurnById(id, () => change("byId", id, decide)),

    /** The writer stores all changes that arrive together in one commit. */
    async eraseArchived(ids) {
      const erased = await Promise.all(ids.map((id) =>
        store.changeGameById(id, (game) => {
          const isErased = !!game?.archivedAt;
          return { game: null, isErased, outbox: null, result: isErased };
        })
      ));
      return erased.filter((isErased) => isErased).length;
    },

    overwriteErased: () => db.writer.emptyLog(),

    async markViewed(game, viewer, now) {
      const [sql, params] = view(game, viewer, now);
      const rows = await db.write(
        guard(sql, ...params),
        statement("update games set version = version + 1 where id = ?", game.id),
      );
      return rows !== null;
    },

    findAddress: (spellings, limit, ofGame) =>
      db.rows(FIND_ADDRESS, JSON.stringify(spellings), limit, ofGame),

    ...gameLists(db, SQLITE, OLD_ADDRESSES),
  };
  return store;
}

function isLarge({ participants, exclusions }: Game): boolean {
  return participants.length + exclusions.length > MANY_READ;
}

/** Returns the statements that delete and count a game, unless it was changed meanwhile. */
function erasure({ game, version }: StoredGame): Statement[] {
  const { deletions, counting } = erase(game);
  return [
    nextVersion(game.id, version),
    ...[...deletions, counting].map(([sql, params]) => statement(sql, ...params)),
  ];
}
