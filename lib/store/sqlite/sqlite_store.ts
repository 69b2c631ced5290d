import { cryptoRandom, type Random } from "../../draw/random.ts";
import type { EmailStatuses, Game, MailFailure, MailKind, Participant } from "../../game/types.ts";
import { CodeProposals } from "../codes.ts";
import {
  type ArchivedGame,
  type ClaimedMail,
  type Created,
  DatabaseUnavailable,
  type Found,
  type IdempotencyRecord,
  type KeptRequest,
  type LimitStore,
  type ListedGame,
  type Lookup,
  type MailCounts,
  type MailTraffic,
  type NewMail,
  type OutboxDecision,
  type Store,
  type StoredChange,
} from "../store.ts";
import type { Connection, Value } from "./connection.ts";
import { erasure } from "./erasure.ts";
import { explain } from "./failure.ts";
import * as idempotency from "./idempotency.ts";
import {
  changes,
  creation,
  nextVersion,
  readGames,
  readSixDigitCodes,
  readVersion,
  viewing,
} from "./games.ts";
import { marking, readMark } from "./key_fingerprint.ts";
import { limitStore } from "./limits.ts";
import { readArchived, readExpired, readWithoutNearMail } from "./lists.ts";
import * as outbox from "./outbox.ts";
import type { Writer } from "./writer.ts";
import type { Statement } from "./writes.ts";

const NOBODY: ReadonlySet<number> = new Set();

/** How often a new game gets other codes, and a change a newer state of its game. */
const ATTEMPTS = 100;

/**
 * The store in SQLite: reads on a connection of this thread, writes through a writer. What changes a game
 * is decided here, on what was read, and stored where the game is still the same then; else it is decided
 * again. Changes of one game in this process follow one another, so that this is rare.
 */
export class SqliteStore implements Store {
  readonly engine = "SQLite";
  readonly limits: LimitStore;
  readonly #reader: Connection;
  readonly #writer: Writer;
  readonly #onClose: () => void;
  readonly #codes: CodeProposals;
  /** The end of the last change of each game that is being changed, by what it was asked for by. */
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
    this.limits = limitStore((work) => this.#read(work), writer);
  }

  async ping(): Promise<void> {
    await this.readKeyFingerprint();
  }

  readKeyFingerprint(): Promise<string | null> {
    return this.#read(readMark);
  }

  async keepKeyFingerprint(fingerprint: string, older: readonly string[] = []): Promise<string> {
    await this.#write(marking(fingerprint, older));
    return await this.readKeyFingerprint() ?? fingerprint;
  }

  async close(): Promise<void> {
    if (!this.#reader.db.isOpen) return;
    await this.#writer.close();
    this.#reader.close();
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
    record: IdempotencyRecord & Pick<KeptRequest, "runningFor">,
  ): Promise<Created | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const request = { ...record, participant: null };
      const keeping = idempotency.keeping(game.id, request, Date.now());
      const created = await this.#create(game, mails, keeping);
      if (created) return created;
      if (await this.readRequest([record.key])) return null;
    }
    throw new DatabaseUnavailable("No code is free");
  }

  /** @returns null where no code that was tried is free, or a guard in `more` has failed. */
  async #create(
    game: Game,
    mails: readonly NewMail[],
    ...more: Statement[]
  ): Promise<Created | null> {
    const codes = await this.#codes.next(game.code);
    const rows = await this.#writer.write([
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
    return this.#read((db) => idempotency.readRequest(db, keys, Date.now()));
  }

  endRequest(key: string): Promise<void> {
    return this.#write(idempotency.ending(key));
  }

  forgetRequests(): Promise<void> {
    return this.#write(idempotency.forgetting(Date.now()));
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

  changeGame<Result>(
    code: string,
    decide: (game: Game | null, found: Found) => StoredChange<Result>,
    lookup: Lookup = {},
  ): Promise<Result> {
    return this.#inTurn(code, () => this.#change("active", code, decide, lookup));
  }

  changeGameById<Result>(
    id: string,
    decide: (game: Game | null) => StoredChange<Result>,
  ): Promise<Result> {
    return this.#inTurn(id, () => this.#change("byId", id, decide));
  }

  async #inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#changing.get(key);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    this.#changing.set(key, end);
    try {
      await before;
      return await work();
    } finally {
      if (this.#changing.get(key) === end) this.#changing.delete(key);
      resolve();
    }
  }

  async #change<Result>(
    by: "active" | "byId",
    value: string,
    decide: (game: Game | null, found: Found) => StoredChange<Result>,
    { mailed = false, keys = [] }: Lookup = {},
  ): Promise<Result> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { stored, ...found } = await this.#read((db) => {
        const [stored] = readGames(db, by, value);
        return {
          stored,
          mailed: stored && mailed ? outbox.readMailed(db, stored.game.id) : NOBODY,
          request: keys.length > 0 ? idempotency.readRequest(db, keys, Date.now()) : null,
        };
      });
      const { game, isErased, outbox: decideMails, record, result } = decide(
        stored?.game ?? null,
        found,
      );
      if (stored && isErased) {
        if (await this.#writer.write(erasure(stored, new Date()))) return result;
        continue;
      }
      if (!stored || (!game && !decideMails)) return result;
      const { id } = stored.game;
      const mails = decideMails
        ? await this.#read((db) => decideMails(outbox.readWaiting(db, id)))
        : { add: [], update: [] };
      const now = Date.now();
      const write = changes(stored, game ?? stored.game, [
        ...outbox.outboxChanges(id, mails, now),
        ...record ? [idempotency.keeping(id, { ...record, runningFor: 0 }, now)] : [],
      ]);
      if (write.length === 0 || await this.#writer.write(write)) return result;
    }
    throw new DatabaseUnavailable("Others keep changing this game");
  }

  overwriteErased(): Promise<void> {
    return this.#writer.emptyLog();
  }

  listArchivedGames(
    before: Date,
    after: ArchivedGame | null,
    limit: number,
  ): Promise<ArchivedGame[]> {
    return this.#read((db) => readArchived(db, before, after, limit));
  }

  async markViewed(
    game: Pick<Game, "id">,
    viewer: Pick<Participant, "number" | "receiver">,
    now: Date,
  ): Promise<boolean> {
    return await this.#writer.write(viewing(game, viewer, now.toISOString())) !== null;
  }

  listExpiredGames(
    lastDate: string,
    after: ListedGame | null,
    limit: number,
  ): Promise<ListedGame[]> {
    return this.#read((db) => readExpired(db, lastDate, after, limit));
  }

  listGamesWithoutNearMail(
    firstDay: string,
    lastDay: string,
    after: ListedGame | null,
    limit: number,
  ): Promise<ListedGame[]> {
    return this.#read((db) => readWithoutNearMail(db, firstDay, lastDay, after, limit));
  }

  async addMails(gameId: string, decide: OutboxDecision): Promise<string[]> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const now = Date.now();
      const write = await this.#read((db) => {
        const version = readVersion(db, gameId);
        const mails = decide(outbox.readWaiting(db, gameId));
        if (version === null || mails.add.length + mails.update.length === 0) return null;
        return [
          nextVersion(gameId, version),
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
    return this.#write(outbox.unsubscription(gameId, addressKey, isUnsubscribed));
  }

  readUnsubscribed(gameId: string): Promise<Set<string>> {
    return this.#read((db) => outbox.readUnsubscribed(db, gameId));
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
