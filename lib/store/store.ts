import type { EmailStatuses, Game, LinkRenewal, Participant } from "../game/types.ts";
import type { DeviceStore } from "./device_store.ts";
import type { MailStore, NewMail, OutboxDecision } from "./mail_store.ts";
import type { MessageStore } from "./message_store.ts";
import type { PhotoStore } from "./photo_store.ts";
import type { WishListChange, WishStore } from "./wish_store.ts";

export type * from "./device_store.ts";
export type * from "./mail_store.ts";
export { NOTICE, noticeTopic } from "./mail_store.ts";
export type * from "./message_store.ts";
export type * from "./photo_store.ts";
export type * from "./wish_store.ts";

/**
 * The database cannot be reached or does not respond. If the connection was lost during a commit, the change may have
 * been stored.
 */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** Too many requests change the same game at once, and this one waited too long; nothing was stored. */
export class DatabaseBusy extends DatabaseUnavailable {
  override name = "DatabaseBusy";
  /** Seconds until a client should try again. */
  readonly retryAfter = 5;
}

/** Identifies a request that must be performed only once, by keyed hashes. */
export interface IdempotencyRecord {
  /** Hash of its Idempotency-Key. */
  key: string;
  /** Hash of its body: the same key with another body is refused. */
  body: string;
}

/** The outcome of a request, kept for `IDEMPOTENCY_SECONDS`. */
export interface KeptRequest {
  body: string;
  gameId: string;
  /** Number of the participant who joined with it. */
  participant: number | null;
  /** Seconds for which its answer may still be pending; 0 or less: it was answered, or never will be. */
  runningFor: number;
}

/** How long a repeated request is recognized, in seconds: a day. */
export const IDEMPOTENCY_SECONDS = 86_400;

/** Timestamps further than this in the future, in seconds, were written before the clock was set back. */
export const CLOCK_TOLERANCE = 10;

/** Maximum delay of a mail, in seconds: until the next morning, even across a clock change. */
export const LONGEST_PUT_OFF = 36 * 3_600;

/** Age at which a mail that cannot be delivered is given up, in seconds. */
export const GIVE_UP_AFTER = 48 * 3_600;

/**
 * A mail that was due longer ago than this, in seconds, was not refused all that time: no instance ran, its machine
 * slept, or the mail server was down. It is tried for this long again before it is given up.
 */
export const OVERDUE = 3_600;

/** What a change needs to know besides its game. */
export interface Lookup {
  /** True if it needs the recipients of sent mails. */
  mailed?: boolean;
  /** The hashes under which the request may be known. */
  keys?: readonly string[];
}

/** What was found, in the same snapshot as the game. */
export interface Found {
  /**
   * Numbers of the participants to whom a mail was or may have been sent: it waits and is not held, was sent, or an
   * attempt was interrupted. Empty if not requested.
   */
  mailed: ReadonlySet<number>;
  request: KeptRequest | null;
}

/** What a decision stores, and its result for the caller. */
export interface StoredChange<Result> {
  /** The new state of the game; null: unchanged. */
  game: Game | null;
  /** Deletes the game and everything stored about it; only a count remains. */
  isErased?: boolean;
  /** Number of a participant whose messages are deleted with the change. */
  forgetsMessagesOf?: number;
  /** A participant's wish list to store; the photos that it names are attached. */
  wishList?: WishListChange;
  /** Moves messages, wish list and photos from a renewed link to the next one; only with a new state of the game. */
  renewal?: LinkRenewal;
  /** null: no mails. */
  outbox: OutboxDecision | null;
  /**
   * Makes the game's held mails due. Those that ring for a pair each wait a random number of seconds, from `least` to
   * `most`. Only with a new state of the game.
   */
  releasesHeld?: { least: number; most: number };
  /** The request to store, with the number of the participant who joined. */
  record?: IdempotencyRecord & Pick<KeptRequest, "participant">;
  result: Result;
}

/**
 * Everything the service stores, behind verbs: in SQLite in this process, or on a Postgres server. When a verb's
 * promise resolves, its writes are on disk. Every verb throws `DatabaseUnavailable` if the database cannot be reached,
 * is full, or does not answer in time; then all of its writes are stored, or none.
 */
export interface Store
  extends GameStore, IdempotencyStore, MailStore, MessageStore, DeviceStore, WishStore, PhotoStore {
  /** Display name: "SQLite" or "PostgreSQL". */
  readonly engine: string;

  readonly limits: LimitStore;

  /**
   * Resolves if the database is available. Reads; if the last write failed, also writes.
   *
   * @throws {DatabaseUnavailable}
   */
  ping(): Promise<void>;

  /** Fingerprint of the key that the tokens of this data derive from; null: none is stored yet. */
  readKeyFingerprint(): Promise<string | null>;

  /**
   * Stores the fingerprint of the key that tokens derive from, if none is stored yet.
   *
   * @param older fingerprints of earlier keys, which it replaces.
   * @returns the stored one; differs from `fingerprint` if the key is not the key of this data.
   */
  keepKeyFingerprint(fingerprint: string, older?: readonly string[]): Promise<string>;

  /**
   * Takes a lease on a task, so that only one instance performs it at a time.
   *
   * @param task name of the task.
   * @param seconds until the lease ends.
   * @returns true if the caller got the lease.
   */
  takeTurn(task: string, seconds: number): Promise<boolean>;

  /** Returns the time of the database's clock. ISO 8601, UTC. */
  readClock(): Promise<string>;

  close(): Promise<void>;

  /** Reads the figures to monitor; scans an index of active games and the waiting mails. */
  readStatistics(): Promise<Statistics>;

  /** The connections of this process to a server; undefined: there is no server. */
  countConnections?(): ConnectionCounts;
}

/** Figures for the operator. */
export interface Statistics {
  activeGames: number;
  waitingMails: number;
  /** Age in seconds of the oldest mail that is to be sent; 0 without one. */
  oldestMailAge: number;
}

/** Connections by state, and callers that wait for one. */
export interface ConnectionCounts {
  used: number;
  idle: number;
  waiting: number;
}

/** A new game with its final code, and the ids of its mails in order. */
export interface Created {
  game: Game;
  mailIds: string[];
}

/** The verbs for games. */
export interface GameStore {
  /**
   * Stores a new game and its mails in one transaction. The game's code is a proposal: it gets another one if
   * that is in use, and one of eight digits once half of the six-digit codes are.
   */
  createGame(game: Game, mails: readonly NewMail[]): Promise<Created>;

  /**
   * Finds an address in active games. The database's own lower case finds it, so the caller must compare again. The
   * latest game comes first, and one place of each game before a second of any: the organizer's, otherwise the lowest
   * number; further places of a game come in random order.
   *
   * @param spellings of the address, with ASCII letters in lower case.
   * @param ofGame maximum number of places of one game.
   */
  findAddress(
    spellings: readonly string[],
    limit: number,
    ofGame: number,
  ): Promise<AddressPlace[]>;

  /**
   * The active game with this code, otherwise the one last archived under it, otherwise null. One round trip.
   */
  readGame(code: string): Promise<Game | null>;

  /** As `readGame`, with the state of the latest mail to each person. One round trip. */
  readGameWithEmails(code: string): Promise<{ game: Game; emails: EmailStatuses } | null>;

  readGameById(id: string): Promise<Game | null>;

  /** Games archived under this code, the latest first: codes are reused. At most 100. */
  readArchivedGames(code: string): Promise<Game[]>;

  /**
   * Changes one game in one transaction; changes of the same game run one after the other, those of different
   * games do not wait for each other.
   *
   * @param decide gets the current game, or null if no active game has this code. If it throws, nothing is
   * stored. Must be pure: it is called again when the change is retried.
   */
  changeGame<Result>(
    code: string,
    decide: (game: Game | null, found: Found) => StoredChange<Result>,
    lookup?: Lookup,
  ): Promise<Result>;

  /** As `changeGame`, by id, for an active or archived game. */
  changeGameById<Result>(
    id: string,
    decide: (game: Game | null) => StoredChange<Result>,
  ): Promise<Result>;

  /**
   * Permanently deletes archived games in one commit, as a change with `isErased` does for one. Skips active
   * games.
   *
   * @param ids of at most a few dozen games.
   * @returns the number of games deleted by this call.
   */
  eraseArchived(ids: readonly string[]): Promise<number>;

  /**
   * Removes erased data from the database's files, as far as possible. SQLite empties its log once no older
   * snapshot is being read, for example by a backup, at the latest after the next start. A Postgres server
   * overwrites deleted data in its own time.
   *
   * @returns within about a second: false if SQLite is not done yet; always true on Postgres.
   */
  overwriteErased(): Promise<boolean>;

  /**
   * Records when a giver first saw their receiver, and that they have seen a changed receiver.
   *
   * @returns false if this was recorded before, or if they have another receiver or another link by now.
   */
  markViewed(
    game: Pick<Game, "id">,
    viewer: Pick<Participant, "number" | "receiver" | "tokenVersion">,
    now: Date,
  ): Promise<boolean>;

  /**
   * Active games with a date up to `lastDate`, ordered by date and id as in an index, so that each page costs
   * the same.
   *
   * @param lastDate YYYY-MM-DD
   */
  listExpiredGames(lastDate: string, ...page: Page<ListedGame>): Promise<ListedGame[]>;

  /** Games archived before a moment, the earliest first, as in an index. */
  listArchivedGames(before: Date, ...page: Page<ArchivedGame>): Promise<ArchivedGame[]>;

  /**
   * Active games that send mails, have a date in this span, and no `eventNear` mail with that date as its
   * topic; ordered by date and id.
   */
  listGamesWithoutNearMail: ListWithin;

  /**
   * Active games that send mails and whose gifts are to be sent by post by a day in this span; that day is their
   * `date`. Ordered by it and by id, as in an index.
   */
  listGamesToSend: ListWithin;

  /**
   * Ids of games that still hold postal addresses although they are archived or have an earlier date; in order, as in
   * an index.
   *
   * @param date YYYY-MM-DD
   */
  listGamesWithOldAddresses(date: string, ...page: Page<string>): Promise<string[]>;

  /**
   * Active games whose scheduled draw is due and whose failure was not reported yet; the longest due first,
   * as in an index.
   */
  listDueDraws(now: Date, ...page: Page<DueDraw>): Promise<DueDraw[]>;
}

/** A page of a list: the item to continue after, or null for the first page, and the maximum number of items. */
type Page<Listed> = [after: Listed | null, limit: number];

/**
 * Lists games by one of their dates.
 *
 * @param firstDay YYYY-MM-DD
 * @param lastDay YYYY-MM-DD
 */
export type ListWithin = (
  firstDay: string,
  lastDay: string,
  ...page: Page<ListedGame>
) => Promise<ListedGame[]>;

/** A game whose scheduled draw is due. */
export interface DueDraw extends Pick<Game, "id" | "code"> {
  /** ISO 8601, UTC */
  drawAt: string;
}

/** Requests that are recognized when they are repeated. */
export interface IdempotencyStore {
  /**
   * As `createGame`; in the same transaction stores the request, and records that this game continues
   * another.
   *
   * @param record the request, with how long its answer may be pending, in seconds; null: none.
   * @param remembers id of the game it continues; null: none.
   * @returns null if the request's key is known, or the other game is already continued or gone; then nothing
   * was stored.
   */
  createGameOnce(
    game: Game,
    mails: readonly NewMail[],
    record: IdempotencyRecord & Pick<KeptRequest, "runningFor"> | null,
    remembers?: string | null,
  ): Promise<Created | null>;

  /** Reads the stored request with one of these hashes. */
  readRequest(keys: readonly string[]): Promise<KeptRequest | null>;

  /** Records that a request was answered. */
  endRequest(key: string): Promise<void>;

  /** Deletes expired requests. */
  forgetRequests(): Promise<void>;
}

/** One place of an address in a game. */
export interface AddressPlace {
  gameId: string;
  /** A participant's number, or `ORGANIZER`. */
  number: number;
  /** The address as it is stored. */
  email: string;
}

/** An entry in a list of games. */
export type ListedGame = Pick<Game, "id" | "code" | "date">;

/** An entry in a list of archived games. */
export interface ArchivedGame {
  id: string;
  /** ISO 8601, UTC */
  archivedAt: string;
}

/** An increment of a counter for one hour. */
export interface Count {
  /** The counter's kind. */
  kind:
    | "lookups"
    | "photosOfClient"
    | "photosOfPerson"
    | "devicesOfClient"
    | "devicesOfPerson"
    | "mailsOfHour"
    | "mailsOfDay"
    | "askedMailsOfHour"
    | "askedMailsOfDay"
    | "askedMailsOfGameHour"
    | "askedMailsOfGameDay";
  /** A keyed hash of the subject: no address is stored for this. */
  key: string;
  /** Hours since 1970 in UTC; for daily counters, the first hour of the day. */
  hour: number;
  /** Negative to undo a count. */
  add: number;
}

/** Counters shared by all instances, and opt-outs from all mail. */
export interface LimitStore {
  /** Adds to counters, each named once. @returns their new values in the same order */
  addCounts(counts: readonly Count[]): Promise<number[]>;

  /** Deletes the counters of all hours before this one. */
  forgetCounts(beforeHour: number): Promise<void>;

  /**
   * Sets whether an address gets no mail from any game. Opting in again applies to all linked keys of the address.
   *
   * @param key its `Tokens.mailKey`
   */
  setDeclined(key: string, isDeclined: boolean): Promise<void>;

  /** Also stores an opted-out address under its key of another secret, if it is still opted out. */
  carryDeclined(key: string, to: string): Promise<void>;

  isDeclined(key: string): Promise<boolean>;

  /** True if the operator has blocked one of these. @param subjects see `blockingSubjects` */
  isBlocked(subjects: readonly string[]): Promise<boolean>;
}
