import { yieldToEventLoop } from "../../work/work_queue.ts";
import type { Game } from "../../game/types.ts";
import type { CodeProposals } from "../codes.ts";
import { gameLists, type ListStatements } from "../game_lists.ts";
import { countedAs, GAME_TABLES } from "../records.ts";
import {
  type Created,
  DatabaseBusy,
  type Found,
  type GameStore,
  type IdempotencyStore,
  type Lookup,
  type NewMail,
  type StoredChange,
} from "../store.ts";
import type { Database } from "./database.ts";
import { changes, creation, GAME_KEY, knownGame, nextVersion, readGames } from "./game_rows.ts";
import { END, FORGET, keeping, readRequest } from "./idempotency.ts";
import { KnownGames, type StoredGame } from "./known_games.ts";
import { forgetting } from "./messages.ts";
import {
  idsOf,
  insertion,
  outboxChanges,
  readMailed,
  readStatuses,
  readWaiting,
  release,
} from "./outbox.ts";
import { renewing } from "./renewal.ts";
import { keepingList } from "./wishes.ts";
import { guard, type Statement, statement } from "./writes.ts";

const NOBODY: ReadonlySet<number> = new Set();

/** From this many exclusions on, deciding and comparing takes some ten milliseconds. */
const MANY = 2_000;

/** From this many people and exclusions on, reading and writing takes milliseconds. */
const MANY_READ = 500;

/** Attempts with a newer state for a change. */
const ATTEMPTS = 100;

/** Records that another game continues this one; returns no row if one already does. */
const REMEMBER = `
  update games set is_remembered = 1, version = version + 1
  where id = ? and is_remembered = 0 returning version`;

/**
 * ?1 when, ?2 the game, ?3 the giver, ?4 the receiver, ?5 the version of the giver's link; returns a row if both
 * are still theirs.
 */
const MARK_VIEWED = `
  update participants
  set viewed_at = coalesce(viewed_at, ?1), first_viewed_at = coalesce(first_viewed_at, ?1),
    receiver_change = null
  where game = ${GAME_KEY.replace("?", "?2")} and number = ?3 and token_version = ?5
    and (viewed_at is null or receiver_change is not null) and exists (
      select 1 from assignments a
      where a.game = participants.game and a.giver = participants.number and a.receiver = ?4
    )
  returning number`;

const COUNT_ERASED = `
  insert into erased_games (created_on, archived_on, people, games) values (?, ?, ?, 1)
  on conflict do update set games = games + 1`;

/** Games in the order of a column and the id, behind a place, up to an end. */
function page(columns: string, by: string, condition: string, isWithin = `${by} <= ?`): string {
  return `select id, ${columns} from games
    where ${condition} and (${by}, id) > (?, ?) and ${isWithin} order by ${by}, id limit ?`;
}

/** Games that send mails by themselves, or have devices to notify. */
const IS_NOTIFIED = "(send_emails or exists (select 1 from devices where game = games.key))";

const LISTS: ListStatements = {
  listExpiredGames: page("code, date", "date", "archived_at is null"),

  listArchivedGames: page(
    "archived_at as archivedAt",
    "archived_at",
    "archived_at is not null",
    "archived_at < ?",
  ),

  listGamesWithoutNearMail: page(
    "code, date",
    "date",
    `archived_at is null and ${IS_NOTIFIED} and not exists (
      select 1 from outbox where game = games.key and kind = 'eventNear' and topic = games.date
    )`,
  ),

  listGamesToSend: page(
    "code, send_by as date",
    "send_by",
    `by_post = 1 and send_by <> '' and archived_at is null and ${IS_NOTIFIED}`,
  ),

  listGamesWithOldAddresses: `
    select id from games
    where key in (select game from participants where postal_address is not null)
      and id > ?1 and (archived_at is not null or date < ?2)
    order by id limit ?3`,

  listDueDraws: page(
    "code, draw_at as drawAt",
    "draw_at",
    "is_gathering = 1 and draw_at is not null and draw_problem is null and archived_at is null",
  ),
};

/** ?1 the spellings, ?2 how many, ?3 how many of a game. */
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
      insertion(game.id, mails, Date.now()),
    );
    const code = rows?.[0]?.[0]?.[0];
    return rows && code
      ? { game: { ...game, code: String(code) }, mailIds: idsOf(rows.at(-1)) }
      : undefined;
  };

  const known = new KnownGames();

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
      // The write checks what was read, because other requests run in between.
      if (stored && isLarge(stored.game)) await yieldToEventLoop();
      const decided = decide(stored?.game ?? null, found);
      const { game, isErased, forgetsMessagesOf, wishList, renewal, outbox, releasesHeld } =
        decided;
      const { record, result } = decided;
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
      const now = Date.now();
      const write = changes(stored, game ?? stored.game, [
        ...outboxChanges(id, mails, now),
        ...releasesHeld ? [release(id, now)] : [],
        ...record ? [keeping(id, { ...record, runningFor: 0 })] : [],
        ...forgetsMessagesOf ? [forgetting(id, forgetsMessagesOf)] : [],
        ...wishList ? keepingList(id, wishList) : [],
        ...renewal ? renewing(id, renewal) : [],
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

    readRequest: (keys) => db.read((db) => readRequest(db, keys)),
    endRequest: (key) => db.run(statement(END, key)),
    forgetRequests: () => db.run(statement(FORGET, Date.now())),

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

    async markViewed({ id }, { number, receiver, tokenVersion }, now) {
      const rows = await db.write(
        guard(MARK_VIEWED, now.toISOString(), id, number, receiver, tokenVersion),
        statement("update games set version = version + 1 where id = ?", id),
      );
      return rows !== null;
    },

    findAddress: (spellings, limit, ofGame) =>
      db.rows(FIND_ADDRESS, JSON.stringify(spellings), limit, ofGame),

    ...gameLists(LISTS, db.rows),
  };
  return store;
}

function isLarge({ participants, exclusions }: Game): boolean {
  return participants.length + exclusions.length > MANY_READ;
}

/** Deletes a game, unless it was changed meanwhile, and counts it. */
function erasure({ game, version }: StoredGame): Statement[] {
  const { createdOn, archivedOn, people } = countedAs(game, new Date());
  return [
    nextVersion(game.id, version),
    ...GAME_TABLES.map((table) =>
      statement(`delete from ${table} where game = ${GAME_KEY}`, game.id)
    ),
    statement("delete from games where id = ?", game.id),
    statement(COUNT_ERASED, createdOn, archivedOn, people),
  ];
}
