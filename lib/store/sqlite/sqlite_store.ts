import { cryptoRandom, type Random } from "../../draw/random.ts";
import type { EmailStatuses, Game, MailFailure, MailKind, Participant } from "../../game/types.ts";
import { CodeProposals } from "../codes.ts";
import {
  type ClaimedMail,
  DatabaseUnavailable,
  type ListedGame,
  type MailCounts,
  type MailTraffic,
  type NewMail,
  type OutboxDecision,
  type Statistics,
  type Store,
  type StoredChange,
} from "../store.ts";
import type { Connection, Value } from "./connection.ts";
import { explain } from "./failure.ts";
import {
  changes,
  creation,
  GAME_KEY,
  nextVersion,
  readGames,
  readSixDigitCodes,
  readVersion,
  viewing,
} from "./games.ts";
import * as outbox from "./outbox.ts";
import type { Writer } from "./writer.ts";
import type { Statement } from "./writes.ts";

/** How often a new game gets other codes, and a change a newer state of its game. */
const ATTEMPTS = 100;

const COUNT_ACTIVE = "select count(*) from games where archived_at is null";
const COUNT_WAITING = "select count(*), min(created_at) from outbox where status = 'queued'";

/**
 * The store in SQLite: reads on a connection of this thread, writes through a writer. What changes a game
 * is decided here, on what was read, and stored where the game is still the same then; else it is decided
 * again. Changes of one game in this process follow one another, so that this is rare.
 */
export class SqliteStore implements Store {
  readonly engine = "SQLite";
  readonly #reader: Connection;
  readonly #writer: Writer;
  readonly #onClose: () => void;
  readonly #codes: CodeProposals;
  /** The end of the last change of each game that is being changed, by code. */
  readonly #changing = new Map<string, Promise<unknown>>();

  constructor(
    reader: Connection,
    writer: Writer,
    onClose: () => void = () => {},
    random: Random = cryptoRandom,
  ) {
    this.#reader = reader;
    this.#writer = writer;
    this.#onClose = onClose;
    this.#codes = new CodeProposals(() => this.#read(readSixDigitCodes), random);
  }

  async ping(): Promise<void> {
    await this.readKeyFingerprint();
  }

  readKeyFingerprint(): Promise<string | null> {
    return this.#read((db) =>
      db.get<[string]>("select fingerprint from key_fingerprint")?.[0] ?? null
    );
  }

  async keepKeyFingerprint(fingerprint: string): Promise<string> {
    const sql =
      "insert into key_fingerprint (one, fingerprint) values (1, ?) on conflict do nothing";
    await this.#write({ sql, params: [[fingerprint]] });
    return await this.readKeyFingerprint() ?? fingerprint;
  }

  async close(): Promise<void> {
    if (!this.#reader.db.isOpen) return;
    await this.#writer.close();
    this.#reader.close();
    this.#onClose();
  }

  async createGame(
    game: Game,
    mails: readonly NewMail[],
  ): Promise<{ game: Game; mailIds: string[] }> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const codes = await this.#codes.next(game.code);
      const rows = await this.#writer.write([
        ...creation(game, codes),
        outbox.insertion(game.id, mails, Date.now()),
      ]);
      const code = rows?.[0]?.[0]?.[0];
      if (rows && code) {
        return { game: { ...game, code: String(code) }, mailIds: idsOf(rows.at(-1)) };
      }
      this.#codes.recount();
    }
    throw new DatabaseUnavailable("No code is free");
  }

  readGame(code: string): Promise<Game | null> {
    return this.#read((db) => readGames(db, "latest", code)[0]?.game ?? null);
  }

  readGameWithEmails(code: string): Promise<{ game: Game; emails: EmailStatuses } | null> {
    return this.#read((db) => {
      const [found] = readGames(db, "latest", code);
      return found ? { game: found.game, emails: outbox.readStatuses(db, found.game.id) } : null;
    });
  }

  readGameById(id: string): Promise<Game | null> {
    return this.#read((db) => readGames(db, "byId", id)[0]?.game ?? null);
  }

  readArchivedGames(code: string): Promise<Game[]> {
    return this.#read((db) => readGames(db, "archived", code).map(({ game }) => game));
  }

  async changeGame<Result>(
    code: string,
    decide: (game: Game | null) => StoredChange<Result>,
  ): Promise<Result> {
    const before = this.#changing.get(code);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    this.#changing.set(code, end);
    try {
      await before;
      return await this.#change(code, decide);
    } finally {
      if (this.#changing.get(code) === end) this.#changing.delete(code);
      resolve();
    }
  }

  async #change<Result>(
    code: string,
    decide: (game: Game | null) => StoredChange<Result>,
  ): Promise<Result> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const stored = await this.#read((db) => readGames(db, "active", code)[0]);
      const { game, outbox: decideMails, result } = decide(stored?.game ?? null);
      if (!stored || (!game && !decideMails)) return result;
      const { id } = stored.game;
      const mails = decideMails
        ? await this.#read((db) => decideMails(outbox.readWaiting(db, id)))
        : { add: [], update: [] };
      const statements = outbox.outboxChanges(id, mails, Date.now());
      const write = changes(stored, game ?? stored.game, statements);
      if (write.length === 0 || await this.#writer.write(write)) return result;
    }
    throw new DatabaseUnavailable("Others keep changing this game");
  }

  async markViewed(
    game: Pick<Game, "id">,
    viewer: Pick<Participant, "number" | "receiver">,
    now: Date,
  ): Promise<void> {
    await this.#write(...viewing(game, viewer, now.toISOString()));
  }

  listExpiredGames(
    lastDate: string,
    after: ListedGame | null,
    limit: number,
  ): Promise<ListedGame[]> {
    return this.#list("", "0000-01-01", lastDate, after, limit);
  }

  listGamesWithoutNearMail(
    firstDay: string,
    lastDay: string,
    after: ListedGame | null,
    limit: number,
  ): Promise<ListedGame[]> {
    const condition = `and send_emails and not exists (
      select 1 from outbox where game = games.key and kind = 'eventNear' and topic = games.date
    )`;
    return this.#list(condition, firstDay, lastDay, after, limit);
  }

  #list(
    condition: string,
    firstDay: string,
    lastDay: string,
    after: ListedGame | null,
    limit: number,
  ): Promise<ListedGame[]> {
    return this.#read((db) =>
      db.all<[string, string, string]>(
        `select id, code, date from games
         where archived_at is null and (date, id) > (?, ?) and date <= ? ${condition}
         order by date, id limit ?`,
        after?.date ?? firstDay,
        after?.id ?? "",
        lastDay,
        limit,
      ).map(([id, code, date]) => ({ id, code, date }))
    );
  }

  async addMails(gameId: string, decide: OutboxDecision): Promise<string[]> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const now = Date.now();
      const write = await this.#read((db) => {
        const mails = decide(outbox.readWaiting(db, gameId));
        if (mails.add.length + mails.update.length === 0) return null;
        return [
          nextVersion(gameId, readVersion(db, gameId)),
          ...outbox.outboxChanges(gameId, mails, now),
        ];
      });
      if (!write) return [];
      const rows = await this.#writer.write(write);
      if (rows) return idsOf(rows.slice(1).flat());
    }
    throw new DatabaseUnavailable("Others keep changing the outbox of this game");
  }

  addSentMail(gameId: string, mail: Pick<NewMail, "recipient" | "kind">): Promise<void> {
    return this.#write(outbox.sentMail(gameId, mail, Date.now()));
  }

  async claimMails(limit: number, leaseSeconds: number): Promise<ClaimedMail[]> {
    const now = Date.now();
    const rows = await this.#writer.write([outbox.claim(limit, inSeconds(leaseSeconds), now)]);
    const ids = idsOf(rows?.[0]);
    return ids.length === 0 ? [] : await this.#read((db) => outbox.readClaimed(db, ids, now));
  }

  renewLeases(ids: readonly string[], leaseSeconds: number): Promise<void> {
    return this.#write(outbox.leaseRenewal(ids, inSeconds(leaseSeconds)));
  }

  releaseLeases(): Promise<void> {
    return this.#write(outbox.leaseRelease());
  }

  returnMails(ids: readonly string[], seconds: number): Promise<void> {
    return this.#write(outbox.giveBack(ids, inSeconds(seconds)));
  }

  finishMail(mail: Pick<ClaimedMail, "id" | "revision">): Promise<void> {
    return this.#write(outbox.finish(mail, Date.now()));
  }

  postponeMail(id: string, seconds: number, reason: MailFailure): Promise<void> {
    return this.#write(outbox.postponement(id, inSeconds(seconds), reason));
  }

  failMail(id: string, reason: MailFailure): Promise<void> {
    return this.#write(outbox.giveUp(id, reason, Date.now()));
  }

  dropMail(id: string): Promise<void> {
    return this.#write(outbox.drop(id));
  }

  hastenMails(reasons: readonly MailFailure[]): Promise<void> {
    return this.#write(outbox.hasten(reasons, Date.now()));
  }

  async nextMailIn(): Promise<number | null> {
    const due = await this.#read(outbox.readNextDue);
    return due === null ? null : (due - Date.now()) / 1000;
  }

  countMails(
    ids: readonly string[],
  ): Promise<{ organizer: MailCounts; participants: MailCounts }> {
    return this.#read((db) => outbox.readCounts(db, ids));
  }

  readMailTraffic(gameId: string): Promise<MailTraffic> {
    return this.#read((db) => outbox.readTraffic(db, gameId, Date.now()));
  }

  countRecentMails(gameId: string, recipient: number, kind: MailKind): Promise<number> {
    return this.#read((db) => outbox.readRecentCount(db, gameId, recipient, kind, Date.now()));
  }

  readEmailStatuses(gameId: string): Promise<EmailStatuses> {
    return this.#read((db) => outbox.readStatuses(db, gameId));
  }

  setUnsubscribed(gameId: string, addressKey: string, isUnsubscribed: boolean): Promise<void> {
    return this.#write({
      sql: isUnsubscribed
        ? `insert into unsubscriptions (game, address_key) values (${GAME_KEY}, ?)
           on conflict do nothing`
        : `delete from unsubscriptions where game = ${GAME_KEY} and address_key = ?`,
      params: [[gameId, addressKey]],
    });
  }

  readUnsubscribed(gameId: string): Promise<Set<string>> {
    return this.#read((db) =>
      new Set(
        db.all<[string]>(`select address_key from unsubscriptions where game = ${GAME_KEY}`, gameId)
          .flat(),
      )
    );
  }

  readStatistics(): Promise<Statistics> {
    return this.#read((db) => {
      const [games = 0] = db.get<[number]>(COUNT_ACTIVE) ?? [];
      const [mails = 0, oldest = null] = db.get<[number, number | null]>(COUNT_WAITING) ?? [];
      const oldestMailAge = oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1000);
      return { activeGames: games, waitingMails: mails, oldestMailAge };
    });
  }

  /** Reads one state of the database. */
  #read<Result>(work: (db: Connection) => Result): Promise<Result> {
    return new Promise<Result>((resolve) =>
      resolve(this.#reader.snapshot(() => work(this.#reader)))
    )
      .catch(explain);
  }

  /** Stores statements together; a guard that fails leaves all as it was. */
  async #write(...statements: Statement[]): Promise<void> {
    await this.#writer.write(statements);
  }
}

/** What statements with `returning id` gave back. */
function idsOf(rows: readonly (readonly Value[])[] = []): string[] {
  return rows.map(([id]) => String(id));
}

/** The moment so long from now, in whole ms, as the columns hold them. */
function inSeconds(seconds: number): number {
  return Date.now() + Math.round(seconds * 1000);
}
