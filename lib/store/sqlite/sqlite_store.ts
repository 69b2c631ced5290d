import { cryptoRandom, type Random } from "../../draw/random.ts";
import { yieldToEventLoop } from "../../work/work_queue.ts";
import type { EmailStatuses, Game, Participant } from "../../game/types.ts";
import { CodeProposals } from "../codes.ts";
import { IS_NOT_HELD } from "../records.ts";
import {
  type AddressPlace,
  type ArchivedGame,
  type Created,
  DatabaseBusy,
  DatabaseUnavailable,
  type DueDraw,
  type Found,
  type IdempotencyRecord,
  type KeptRequest,
  type LimitStore,
  type ListedGame,
  type Lookup,
  type NewMail,
  type Statistics,
  type Store,
  type StoredChange,
} from "../store.ts";
import type { Connection } from "./connection.ts";
import { erasure } from "./erasure.ts";
import * as idempotency from "./idempotency.ts";
import { changes, creation, readGames, readSixDigitCodes, remembering, viewing } from "./games.ts";
import { marking, readMark } from "./key_fingerprint.ts";
import { limitStore } from "./limits.ts";
import {
  readAddress,
  readArchived,
  readDueDraws,
  readExpired,
  readToSend,
  readWithOldAddresses,
  readWithoutNearMail,
} from "./lists.ts";
import { idsOf, inSeconds, SqliteMailStore } from "./mail_store.ts";
import * as messages from "./messages.ts";
import * as outbox from "./outbox.ts";
import type { Writer } from "./writer.ts";
import type { Statement } from "./writes.ts";

const NOBODY: ReadonlySet<number> = new Set();

/** From this many exclusions on, deciding and comparing takes some ten milliseconds. */
const MANY = 2_000;

/** From this many people and exclusions on, reading and writing takes milliseconds. */
const MANY_READ = 500;

/** Attempts with new codes for a new game, and with a newer state for a change. */
const ATTEMPTS = 100;

const COUNT_ACTIVE = "select active_games from code_usage";
/** A mail that was put off grows old from when it is due. */
const COUNT_WAITING = `
  select count(*), min(iif(attempts = 0, max(created_at, due_at), created_at))
    filter (where ${IS_NOT_HELD})
  from outbox where status = 'queued'`;

/**
 * The SQLite store: reads on a connection of this thread, writes through a writer. A change is decided here
 * on what was read, and stored only if the game is still the same; otherwise it is decided again. That is
 * rare, because this process runs the changes of one game one after the other.
 */
export class SqliteStore extends SqliteMailStore implements Store {
  readonly engine = "SQLite";
  readonly limits: LimitStore;
  readonly #onClose: () => void;
  readonly #codes: CodeProposals;

  constructor(
    reader: Connection,
    writer: Writer,
    onClose: () => void = () => {},
    random: Random = cryptoRandom,
  ) {
    super(reader, writer);
    this.#onClose = onClose;
    this.#codes = new CodeProposals(() => this.read(readSixDigitCodes), random);
    this.limits = limitStore((work) => this.read(work), writer);
  }

  async ping(): Promise<void> {
    await this.readKeyFingerprint();
    if (this.writer.isFailing) await this.takeTurn("probe", 0);
  }

  readKeyFingerprint(): Promise<string | null> {
    return this.read(readMark);
  }

  async keepKeyFingerprint(fingerprint: string, older: readonly string[] = []): Promise<string> {
    await this.write(marking(fingerprint, older));
    return await this.readKeyFingerprint() ?? fingerprint;
  }

  async takeTurn(task: string, seconds: number): Promise<boolean> {
    const sql = `
      insert into turns (task, ends_at) values (?1, ?2)
      on conflict (task) do update set ends_at = ?2 where ends_at <= ?3 or ends_at > ?2 + 10000
      returning task`;
    const params = [[task, inSeconds(seconds), Date.now()]];
    const rows = await this.writer.write([{ sql, params }]);
    return rows?.[0]?.length === 1;
  }

  async close(): Promise<void> {
    if (!this.reader.db.isOpen) return;
    await this.writer.close();
    this.reader.close();
    this.#onClose();
  }

  async createGame(game: Game, mails: readonly NewMail[]): Promise<Created> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const created = await this.#create(game, mails);
      if (created) return created;
    }
    throw new DatabaseUnavailable("No code is free");
  }

  async createGameOnce(
    game: Game,
    mails: readonly NewMail[],
    record: IdempotencyRecord & Pick<KeptRequest, "runningFor"> | null,
    remembers: string | null = null,
  ): Promise<Created | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const guards = [
        ...record
          ? [idempotency.keeping(game.id, { ...record, participant: null }, Date.now())]
          : [],
        ...remembers ? [remembering(remembers)] : [],
      ];
      const created = await this.#create(game, mails, ...guards);
      if (created) return created;
      if (record && await this.readRequest([record.key])) return null;
      if (remembers && (await this.readGameById(remembers))?.isRemembered !== false) return null;
    }
    throw new DatabaseUnavailable("No code is free");
  }

  /** @returns null if none of the codes is free, or a guard in `more` failed. */
  async #create(
    game: Game,
    mails: readonly NewMail[],
    ...more: Statement[]
  ): Promise<Created | null> {
    const codes = await this.#codes.next(game.code);
    if (game.participants.length + game.exclusions.length > MANY_READ) await yieldToEventLoop();
    const rows = await this.writer.write([
      ...creation(game, codes),
      ...more,
      outbox.insertion(game.id, mails, Date.now()),
    ]);
    const code = rows?.[0]?.[0]?.[0];
    if (rows && code) return { game: { ...game, code: String(code) }, mailIds: idsOf(rows.at(-1)) };
    this.#codes.recount();
    return null;
  }

  readRequest(keys: readonly string[]): Promise<KeptRequest | null> {
    return this.read((db) => idempotency.readRequest(db, keys, Date.now()));
  }

  endRequest(key: string): Promise<void> {
    return this.write(idempotency.ending(key));
  }

  forgetRequests(): Promise<void> {
    return this.write(idempotency.forgetting(Date.now()));
  }

  readGame(code: string): Promise<Game | null> {
    return this.read((db) => readGames(db, "latest", code)[0]?.game ?? null);
  }

  readGameWithEmails(code: string): Promise<{ game: Game; emails: EmailStatuses } | null> {
    return this.read((db) => {
      const [found] = readGames(db, "latest", code);
      return found ? { game: found.game, emails: outbox.readStatuses(db, found.game.id) } : null;
    });
  }

  readGameById(id: string): Promise<Game | null> {
    return this.read((db) => readGames(db, "byId", id)[0]?.game ?? null);
  }

  readArchivedGames(code: string): Promise<Game[]> {
    return this.read((db) => readGames(db, "archived", code).map(({ game }) => game));
  }

  changeGame<Result>(
    code: string,
    decide: (game: Game | null, found: Found) => StoredChange<Result>,
    lookup: Lookup = {},
  ): Promise<Result> {
    return this.inTurn(code, () => this.#change("active", code, decide, lookup));
  }

  changeGameById<Result>(
    id: string,
    decide: (game: Game | null) => StoredChange<Result>,
  ): Promise<Result> {
    return this.inTurnById(id, () => this.#change("byId", id, decide));
  }

  async #change<Result>(
    by: "active" | "byId",
    value: string,
    decide: (game: Game | null, found: Found) => StoredChange<Result>,
    { mailed = false, keys = [] }: Lookup = {},
  ): Promise<Result> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { stored, ...found } = await this.read((db) => {
        const [stored] = readGames(db, by, value);
        return {
          stored,
          mailed: stored && mailed ? outbox.readMailed(db, stored.game.id) : NOBODY,
          request: keys.length > 0 ? idempotency.readRequest(db, keys, Date.now()) : null,
        };
      });
      // The write checks what was read, because other requests run in between.
      if (stored && stored.game.participants.length + stored.game.exclusions.length > MANY_READ) {
        await yieldToEventLoop();
      }
      const {
        game,
        isErased,
        forgetsMessagesOf,
        outbox: decideMails,
        releasesHeld,
        record,
        result,
      } = decide(stored?.game ?? null, found);
      if (stored && isErased) {
        if (await this.writer.write(erasure(stored, new Date()))) return result;
        continue;
      }
      if (!stored || (!game && !decideMails)) return result;
      const { id } = stored.game;
      if (game && game.exclusions.length > MANY) await yieldToEventLoop();
      const mails = decideMails
        ? await this.read((db) => decideMails(outbox.readWaiting(db, id)))
        : { add: [], update: [] };
      const now = Date.now();
      const write = changes(stored, game ?? stored.game, [
        ...outbox.outboxChanges(id, mails, now),
        ...releasesHeld ? [outbox.release(id, now)] : [],
        ...record ? [idempotency.keeping(id, { ...record, runningFor: 0 }, now)] : [],
        ...forgetsMessagesOf ? [messages.forgetting(id, forgetsMessagesOf)] : [],
      ]);
      if (write.length === 0 || await this.writer.write(write)) return result;
    }
    throw new DatabaseBusy("Others keep changing this game");
  }

  /** The writer stores all changes that arrive together in one commit. */
  async eraseArchived(ids: readonly string[]): Promise<number> {
    const erased = await Promise.all(ids.map((id) =>
      this.changeGameById(id, (game) => {
        const isErased = !!game?.archivedAt;
        return { game: null, isErased, outbox: null, result: isErased };
      })
    ));
    return erased.filter((isErased) => isErased).length;
  }

  overwriteErased(): Promise<boolean> {
    return this.writer.emptyLog();
  }

  listArchivedGames(
    before: Date,
    after: ArchivedGame | null,
    limit: number,
  ): Promise<ArchivedGame[]> {
    return this.read((db) => readArchived(db, before, after, limit));
  }

  findAddress(
    spellings: readonly string[],
    limit: number,
    ofGame: number,
  ): Promise<AddressPlace[]> {
    return this.read((db) => readAddress(db, spellings, limit, ofGame));
  }

  async markViewed(
    game: Pick<Game, "id">,
    viewer: Pick<Participant, "number" | "receiver">,
    now: Date,
  ): Promise<boolean> {
    return await this.writer.write(viewing(game, viewer, now.toISOString())) !== null;
  }

  listExpiredGames(
    lastDate: string,
    after: ListedGame | null,
    limit: number,
  ): Promise<ListedGame[]> {
    return this.read((db) => readExpired(db, lastDate, after, limit));
  }

  listGamesWithoutNearMail(
    firstDay: string,
    lastDay: string,
    after: ListedGame | null,
    limit: number,
  ): Promise<ListedGame[]> {
    return this.read((db) => readWithoutNearMail(db, firstDay, lastDay, after, limit));
  }

  listGamesToSend(
    firstDay: string,
    lastDay: string,
    after: ListedGame | null,
    limit: number,
  ): Promise<ListedGame[]> {
    return this.read((db) => readToSend(db, firstDay, lastDay, after, limit));
  }

  listGamesWithOldAddresses(date: string, after: string | null, limit: number): Promise<string[]> {
    return this.read((db) => readWithOldAddresses(db, date, after, limit));
  }

  listDueDraws(now: Date, after: DueDraw | null, limit: number): Promise<DueDraw[]> {
    return this.read((db) => readDueDraws(db, now, after, limit));
  }

  readStatistics(): Promise<Statistics> {
    return this.read((db) => {
      const [games = 0] = db.get<[number]>(COUNT_ACTIVE) ?? [];
      const [mails = 0, oldest = null] = db.get<[number, number | null]>(COUNT_WAITING) ?? [];
      const oldestMailAge = oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1000);
      return { activeGames: games, waitingMails: mails, oldestMailAge };
    });
  }
}
