import type {
  EmailStatuses,
  EventDetail,
  Game,
  Language,
  MailFailure,
  MailKind,
  Participant,
} from "../game/types.ts";

/** The database cannot be reached or does not serve: nothing was stored. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** The facts that a mail tells and that the game itself does not hold. Never a token. */
export interface MailPayload {
  /** What the organizer says in a reminder. */
  message?: string;
  /** The event's details as they were. */
  before?: Partial<Record<EventDetail, string>>;
  /** The participant that a mail is about, by number. */
  participant?: number;
  /** The name of somebody who is not in the game any more. */
  name?: string;
  /** The W3C `traceparent` of what caused the mail, where traces are kept. */
  trace?: string;
}

/** A mail to be sent once the change that causes it is stored; it is composed only then. */
export interface NewMail {
  /** A participant's number, or `ORGANIZER`; null: `address`, of somebody who is not in the game any more. */
  recipient: number | null;
  address?: string;
  kind: MailKind;
  /** Tells apart mails of one kind to one person that must not become one, say about different people. */
  topic?: string;
  /** Instead of the reader's own. */
  language?: Language;
  payload?: MailPayload;
  /** Whether it is written only where none of this kind and topic was ever written to this person. */
  isOnce?: boolean;
}

/** A mail that waits in the outbox of one game. */
export interface WaitingMail {
  id: string;
  recipient: number | null;
  address: string | null;
  kind: MailKind;
  topic: string;
  payload: MailPayload;
}

/** What a change does to the outbox of its game. */
export interface OutboxChange {
  add: readonly NewMail[];
  /** Newer facts for mails that wait: each raises the mail's revision and makes it due at once. */
  update: readonly { id: string; payload: MailPayload; language: Language | null }[];
}

/**
 * Decides what becomes of new mails beside those that wait already: which join one that waits, which are
 * added. Pure; called within the transaction of the change, and again where that is tried again.
 */
export type OutboxDecision = (waiting: readonly WaitingMail[]) => OutboxChange;

/** What a decision wants stored, and what its caller wants to know of it. */
export interface StoredChange<Result> {
  /** The game as it is to be; null: leave it as it is. */
  game: Game | null;
  /** null: no mails. */
  outbox: OutboxDecision | null;
  result: Result;
}

/** A mail that one instance has taken to send. */
export interface ClaimedMail {
  id: string;
  gameId: string;
  recipient: number | null;
  address: string | null;
  kind: MailKind;
  language: Language | null;
  payload: MailPayload;
  /** Raised by each newer fact that joins the mail while it waits. */
  revision: number;
  /** This one included. */
  attempts: number;
  /** Since it was written, in seconds. */
  age: number;
}

/** How some mails fare; one that was dropped is in none of the three. */
export interface MailCounts {
  sent: number;
  failed: number;
  queued: number;
}

/** How much mail one game has caused: sent in the last hour, and waiting. */
export interface MailTraffic {
  sent: number;
  queued: number;
  /** Seconds until the first of the sent ones is an hour old; 0 where there is none. */
  seconds: number;
}

/**
 * Everything that is kept, in verbs: SQLite in this process or a Postgres server behind it. What a verb
 * has answered is on the disk. Every verb throws `DatabaseUnavailable` where the database cannot be
 * reached, is full, or does not answer in time; then nothing was stored.
 */
export interface Store extends GameStore, MailStore {
  /** For people: "SQLite" or "PostgreSQL". */
  readonly engine: string;

  /** Answers where the database serves. */
  ping(): Promise<void>;

  /** The fingerprint of the key that the tokens of this data derive from; null: none is kept yet. */
  readKeyFingerprint(): Promise<string | null>;

  /**
   * Keeps the fingerprint of the key that tokens derive from, where none is kept yet.
   *
   * @returns the one that is kept: another than `fingerprint` where the key is not that of this data.
   */
  keepKeyFingerprint(fingerprint: string): Promise<string>;

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

/** The games. */
export interface GameStore {
  /**
   * Stores a new game and the mails it causes, in one transaction. The game's code is a proposal: it
   * gets another one where that is in use, and one of eight digits once half of all six-digit codes are.
   *
   * @returns the game with the code that it got, and the ids of its mails in their order.
   */
  createGame(game: Game, mails: readonly NewMail[]): Promise<{ game: Game; mailIds: string[] }>;

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
    decide: (game: Game | null) => StoredChange<Result>,
  ): Promise<Result>;

  /** Notes when somebody first saw whom they give to, unless that has changed in the meantime. */
  markViewed(
    game: Pick<Game, "id">,
    viewer: Pick<Participant, "number" | "receiver">,
    now: Date,
  ): Promise<void>;

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
}

/** What a list of games tells of each. */
export type ListedGame = Pick<Game, "id" | "code" | "date">;

/** The outbox: mails that wait, those that went, and who wants none. */
export interface MailStore {
  /** Adds mails to a game's outbox. @returns the ids of those added and of those that newer facts joined. */
  addMails(gameId: string, outbox: OutboxDecision): Promise<string[]>;

  /** Notes a mail that went out without waiting in the outbox. */
  addSentMail(gameId: string, mail: Pick<NewMail, "recipient" | "kind">): Promise<void>;

  /**
   * Takes mails that are due, so that no other instance does until the lease ends; in the order in which
   * they were written.
   *
   * @param leaseSeconds after this long without `renewLeases` they count as abandoned.
   */
  claimMails(limit: number, leaseSeconds: number): Promise<ClaimedMail[]>;

  /** Keeps claimed mails claimed. */
  renewLeases(ids: readonly string[], leaseSeconds: number): Promise<void>;

  /** Ends the leases of instances that are dead for sure: those of a database in this process alone. */
  releaseLeases(): Promise<void>;

  /** Gives back mails that were claimed and not tried. @param seconds until they are due */
  returnMails(ids: readonly string[], seconds: number): Promise<void>;

  /**
   * Notes that a mail went out, and forgets what it said and to what address. Where a newer fact joined
   * it meanwhile, it waits again.
   */
  finishMail(mail: Pick<ClaimedMail, "id" | "revision">): Promise<void>;

  /** Puts a mail off. @param seconds until the next attempt */
  postponeMail(id: string, seconds: number, reason: MailFailure): Promise<void>;

  /** Gives a mail up. */
  failMail(id: string, reason: MailFailure): Promise<void>;

  /** Takes a mail out that nobody needs any more. */
  dropMail(id: string): Promise<void>;

  /** Makes due at once what waits for one of these reasons. */
  hastenMails(reasons: readonly MailFailure[]): Promise<void>;

  /** Seconds until the next waiting mail is due or abandoned; null: none waits. */
  nextMailIn(): Promise<number | null>;

  /** Counts mails by how they fare, those to the organizer apart. */
  countMails(
    ids: readonly string[],
  ): Promise<{ organizer: MailCounts; participants: MailCounts }>;

  readMailTraffic(gameId: string): Promise<MailTraffic>;

  /** Mails of one kind to one person in the last hour, sent or not. */
  countRecentMails(gameId: string, recipient: number, kind: MailKind): Promise<number>;

  /** How the latest mail to each person of a game fares. */
  readEmailStatuses(gameId: string): Promise<EmailStatuses>;

  /** Whether an address gets no more reminders and notices of a game. @param addressKey its `identityKey` */
  setUnsubscribed(gameId: string, addressKey: string, isUnsubscribed: boolean): Promise<void>;

  /** The `identityKey`s of the addresses that get no more reminders and notices of a game. */
  readUnsubscribed(gameId: string): Promise<Set<string>>;
}
