import type { EmailStatuses, Game, Participant } from "../game/types.ts";
import type { MailStore, NewMail, OutboxDecision } from "./mail_store.ts";
import type { MessageStore } from "./message_store.ts";

export type * from "./mail_store.ts";
export type * from "./message_store.ts";

/** The database cannot be reached or does not serve: nothing was stored. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** Too many requests change the same game at once, and this one did not get its turn in time: nothing was stored. */
export class DatabaseBusy extends DatabaseUnavailable {
  override name = "DatabaseBusy";
  /** Seconds until a client should try again. */
  readonly retryAfter = 5;
}

/** Marks a request that is to be carried out once, however often it arrives, by keyed hashes of what was said. */
export interface IdempotencyRecord {
  /** Of its key. */
  key: string;
  /** Of its body: another one under the same key is another request. */
  body: string;
}

/** What came of a request, kept for `IDEMPOTENCY_SECONDS`. */
export interface KeptRequest {
  body: string;
  gameId: string;
  /** Who joined by it, by number. */
  participant: number | null;
  /** How long its answer may still be on its way, in seconds; 0 or less: it was answered, or never will be. */
  runningFor: number;
}

/** How long a request is known again, in seconds: a day. */
export const IDEMPOTENCY_SECONDS = 86_400;

/** Times that lie further in the future were noted by a clock that has been set back since, in seconds. */
export const CLOCK_TOLERANCE = 10;

/** For how long a mail is put off at most, in seconds: until the next day begins. */
export const LONGEST_PUT_OFF = 86_400;

/** What a change has to look up besides its game. */
export interface Lookup {
  /** Whether it needs to know to whom mails went. */
  mailed?: boolean;
  /** The hashes under which the request may be known. */
  keys?: readonly string[];
}

/** What was found, in the same state of the database as the game. */
export interface Found {
  /**
   * The numbers of those to whom a mail has gone, or may have: it waits, was sent, or an attempt of it was
   * cut off, whatever became of it since. Empty where it was not asked for.
   */
  mailed: ReadonlySet<number>;
  request: KeptRequest | null;
}

/** What a decision wants stored, and what its caller wants to know of it. */
export interface StoredChange<Result> {
  /** The game as it is to be; null: leave it as it is. */
  game: Game | null;
  /** Instead: the game goes, with all that is kept of it. It stays one more in a row of counts. */
  isErased?: boolean;
  /** By number, someone all of whose messages go with the change. */
  forgetsMessagesOf?: number;
  /** null: no mails. */
  outbox: OutboxDecision | null;
  /** What to keep of the request, with who joined by it. */
  record?: IdempotencyRecord & Pick<KeptRequest, "participant">;
  result: Result;
}

/**
 * Everything that is kept, in verbs: SQLite in this process or a Postgres server behind it. What a verb
 * has answered is on the disk. Every verb throws `DatabaseUnavailable` where the database cannot be
 * reached, is full, or does not answer in time; then nothing was stored.
 */
export interface Store extends GameStore, IdempotencyStore, MailStore, MessageStore {
  /** For people: "SQLite" or "PostgreSQL". */
  readonly engine: string;

  readonly limits: LimitStore;

  /**
   * Resolves if the database serves. Reads, and if the last write failed, writes too.
   *
   * @throws {DatabaseUnavailable}
   */
  ping(): Promise<void>;

  /** The fingerprint of the key that the tokens of this data derive from; null: none is kept yet. */
  readKeyFingerprint(): Promise<string | null>;

  /**
   * Keeps the fingerprint of the key that tokens derive from, where none is kept yet.
   *
   * @param older those of the keys before it, whose place it takes.
   * @returns the one that is kept: another than `fingerprint` where the key is not that of this data.
   */
  keepKeyFingerprint(fingerprint: string, older?: readonly string[]): Promise<string>;

  /**
   * Sees to it that only one of all instances does something at a time.
   *
   * @param task what is to be done.
   * @param seconds until anyone may take the next turn.
   * @returns whether it is the caller's turn.
   */
  takeTurn(task: string, seconds: number): Promise<boolean>;

  close(): Promise<void>;

  /** Reads what is to be watched; goes through an index of active games and through the mails that wait. */
  readStatistics(): Promise<Statistics>;

  /** The connections of this process to a server; undefined: there is no server. */
  countConnections?(): ConnectionCounts;
}

/** What an operator watches. */
export interface Statistics {
  activeGames: number;
  waitingMails: number;
  /** Age of the oldest mail that waits, in seconds; 0 where none does. */
  oldestMailAge: number;
}

/** Connections, and what waits for one. */
export interface ConnectionCounts {
  used: number;
  idle: number;
  waiting: number;
}

/** A new game with the code that it got, and the ids of its mails in their order. */
export interface Created {
  game: Game;
  mailIds: string[];
}

/** The games. */
export interface GameStore {
  /**
   * Stores a new game and the mails it causes, in one transaction. The game's code is a proposal: it
   * gets another one where that is in use, and one of eight digits once half of all six-digit codes are.
   */
  createGame(game: Game, mails: readonly NewMail[]): Promise<Created>;

  /**
   * Where an address stands in active games: found by lower case as the database knows it, so to be compared
   * by whoever asks. Of each game, the latest first, comes one place before a second one of any: the organizer's,
   * else the lowest number; which others come of a game where it has more, is drawn.
   *
   * @param spellings of the address, its ASCII letters in lower case.
   * @param ofGame so many places of one game at most.
   */
  findAddress(
    spellings: readonly string[],
    limit: number,
    ofGame: number,
  ): Promise<AddressPlace[]>;

  /** The active game with this code, else the one last archived under it, else null. One round trip. */
  readGame(code: string): Promise<Game | null>;

  /** As `readGame`, with how the latest mail to each person fares. One round trip. */
  readGameWithEmails(code: string): Promise<{ game: Game; emails: EmailStatuses } | null>;

  readGameById(id: string): Promise<Game | null>;

  /** Games archived under this code, the latest first: codes are used again. At most 100. */
  readArchivedGames(code: string): Promise<Game[]>;

  /**
   * Changes one game in one transaction; changes of one game follow one another, those of different
   * games do not wait for each other.
   *
   * @param decide gets the game as it is, and null where there is no active one with this code. What it
   * throws leaves everything as it was. It must be pure: it is called again where the change has to be
   * tried again.
   */
  changeGame<Result>(
    code: string,
    decide: (game: Game | null, found: Found) => StoredChange<Result>,
    lookup?: Lookup,
  ): Promise<Result>;

  /** As `changeGame`, of a game by its id, be it active or archived. */
  changeGameById<Result>(
    id: string,
    decide: (game: Game | null) => StoredChange<Result>,
  ): Promise<Result>;

  /**
   * Deletes archived games for good, in one commit, as a change with `isErased` deletes one. Skips active games.
   *
   * @param ids of at most a few dozen games.
   * @returns how many games this call deleted.
   */
  eraseArchived(ids: readonly string[]): Promise<number>;

  /**
   * Sees to it, as far as the database can, that its files hold nothing more of what was erased before.
   * SQLite empties its log once nobody reads an older state any more, as a backup does that runs; where the
   * process is killed before, it does so after the next start. A Postgres server overwrites in its own time.
   *
   * @returns within a second or so: false where SQLite has not done it yet; always true on Postgres.
   */
  overwriteErased(): Promise<boolean>;

  /**
   * Notes when someone first saw whom they give to, and that they know of a different receiver by now.
   *
   * @returns false where that was noted before, or they give to someone else by now.
   */
  markViewed(
    game: Pick<Game, "id">,
    viewer: Pick<Participant, "number" | "receiver">,
    now: Date,
  ): Promise<boolean>;

  /**
   * Active games with a date up to `lastDate`, in the order of their dates and ids: as an index has them,
   * so that each page costs the same, however many there are.
   *
   * @param lastDate YYYY-MM-DD
   * @param after continue behind this game.
   */
  listExpiredGames(
    lastDate: string,
    after: ListedGame | null,
    limit: number,
  ): Promise<ListedGame[]>;

  /**
   * Games that were archived before a moment, the first of them first: as an index has them.
   *
   * @param after continue behind this game.
   */
  listArchivedGames(
    before: Date,
    after: ArchivedGame | null,
    limit: number,
  ): Promise<ArchivedGame[]>;

  /**
   * Active games that send mails, with a date in this span, none of whose mails of kind `eventNear` has
   * the date as its topic, in the order of their dates and ids.
   *
   * @param firstDay YYYY-MM-DD
   * @param lastDay YYYY-MM-DD
   * @param after continue behind this game.
   */
  listGamesWithoutNearMail(
    firstDay: string,
    lastDay: string,
    after: ListedGame | null,
    limit: number,
  ): Promise<ListedGame[]>;

  /**
   * Active games that gather, whose time to be drawn has come, and of which no failure was told: those that
   * have waited longest first, as an index has them.
   *
   * @param after continue behind this game.
   */
  listDueDraws(now: Date, after: DueDraw | null, limit: number): Promise<DueDraw[]>;
}

/** A game that gathers, and whose time to be drawn has come. */
export interface DueDraw {
  id: string;
  code: string;
  /** ISO 8601, UTC */
  drawAt: string;
}

/** The requests that are known again. */
export interface IdempotencyStore {
  /**
   * As `createGame`; in the same transaction keeps the request, and notes that this game remembers another.
   *
   * @param record with how long its answer may be on its way, in seconds; null: no request to keep.
   * @param remembers the id of the game that it remembers; null: none that must know of it.
   * @returns null where a request is known under this key, or that game is remembered already or gone; then
   * nothing was stored.
   */
  createGameOnce(
    game: Game,
    mails: readonly NewMail[],
    record: IdempotencyRecord & Pick<KeptRequest, "runningFor"> | null,
    remembers?: string | null,
  ): Promise<Created | null>;

  /** The request that is known under one of these hashes. */
  readRequest(keys: readonly string[]): Promise<KeptRequest | null>;

  /** Notes that a request was answered. */
  endRequest(key: string): Promise<void>;

  /** Forgets the requests that are not known again any more. */
  forgetRequests(): Promise<void>;
}

/** One place of an address in a game. */
export interface AddressPlace {
  gameId: string;
  /** A participant's, or `ORGANIZER`. */
  number: number;
  /** As it is written there. */
  email: string;
}

/** What a list of games tells of each. */
export type ListedGame = Pick<Game, "id" | "code" | "date">;

/** What a list of archived games tells of each. */
export interface ArchivedGame {
  id: string;
  /** ISO 8601, UTC */
  archivedAt: string;
}

/** So much more of something that is limited, in one hour. */
export interface Count {
  /** What is counted. */
  kind:
    | "lookups"
    | "mailsOfHour"
    | "mailsOfDay"
    | "askedMailsOfHour"
    | "askedMailsOfDay"
    | "askedMailsOfGameHour"
    | "askedMailsOfGameDay";
  /** Of whom, as a keyed hash: no address stands in the database for this. */
  key: string;
  /** Hours since 1970, in UTC; of what is counted by day, its first. */
  hour: number;
  /** Less than 0: it was not so much after all. */
  add: number;
}

/** What all instances count together, and who wants no mail at all. */
export interface LimitStore {
  /** Adds to counters, each named once. @returns how much each of them has now, in the same order */
  addCounts(counts: readonly Count[]): Promise<number[]>;

  /** Forgets the counters of all hours before this one. */
  forgetCounts(beforeHour: number): Promise<void>;

  /**
   * Whether an address gets no mail of any game any more. To take it back reaches all keys of the address
   * that were carried to one another.
   *
   * @param key its `Tokens.mailKey`
   */
  setDeclined(key: string, isDeclined: boolean): Promise<void>;

  /** Keeps an address that gets no mail under its key of another secret, too, where it still gets none. */
  carryDeclined(key: string, to: string): Promise<void>;

  isDeclined(key: string): Promise<boolean>;
}
