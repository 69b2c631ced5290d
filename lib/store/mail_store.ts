import type { Partner } from "../game/messages.ts";
import type { ToldField } from "../game/fields.ts";
import type { EmailStatuses, Language, MailFailure, MailKind } from "../game/types.ts";

/** The facts that a mail tells and that the game itself does not hold. Never a token. */
export interface MailPayload {
  /** What the organizer says in a reminder. */
  message?: string;
  /** The event's details as they were. */
  before?: Partial<Record<ToldField, string>>;
  /** The participant that a mail is about, by number. */
  participant?: number;
  /** The name of someone who is not in the game any more. */
  name?: string;
  /** In which thread a message came: from the person one gives to, or from who gives to one. */
  from?: Partner;
  /** The W3C `traceparent` of what caused the mail, where traces are kept. */
  trace?: string;
}

/** A mail to be sent once the change that causes it is stored; it is composed only then. */
export interface NewMail {
  /**
   * A participant's number, or `ORGANIZER`; null: `address`, of someone who is not in the game any more.
   * With neither it goes to nobody: it is composed for its time alone.
   */
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
  /** Seconds until it is due; absent: at once. */
  delay?: number;
  /** Whether it went out already, without waiting here: it is noted, and counted with the others. */
  isSent?: boolean;
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
  /** The ids of mails that wait and are not to be sent any more. */
  remove?: readonly string[];
}

/**
 * Decides what becomes of new mails beside those that wait already: which join one that waits, which are
 * added. Pure; called within the transaction of the change, and again where that is tried again.
 */
export type OutboxDecision = (waiting: readonly WaitingMail[]) => OutboxChange;

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

/** One mail, with its game: a database that is spread over several servers knows by that where it is. */
export type MailKey = Pick<ClaimedMail, "id" | "gameId">;

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

/** The outbox: mails that wait, those that went, and who wants none. */
export interface MailStore {
  /** Adds mails to a game's outbox. @returns the ids of those added and of those that newer facts joined. */
  addMails(gameId: string, outbox: OutboxDecision): Promise<string[]>;

  /**
   * Takes mails that are due, so that no other instance does until the lease ends; in the order in which
   * they were written. Only those of the kinds that this release knows: what a newer one beside it has
   * written waits for that.
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
  finishMail(mail: MailKey & Pick<ClaimedMail, "revision">): Promise<void>;

  /** Puts a mail off. @param seconds until the next attempt */
  postponeMail(mail: MailKey, seconds: number, reason: MailFailure): Promise<void>;

  /** Gives a mail up. */
  failMail(mail: MailKey, reason: MailFailure): Promise<void>;

  /** Whose mail it is, waiting or not; null: there is none with this id. */
  readMailKey(id: string): Promise<Pick<ClaimedMail, "gameId" | "recipient" | "kind"> | null>;

  /** Notes that a mail which went out came back. @returns whether it counts as failed now, or did before. */
  bounceMail(mail: MailKey, reason: MailFailure): Promise<boolean>;

  /** Takes a mail out that nobody needs any more; one that may have arrived stays, as sent or failed. */
  dropMail(mail: MailKey): Promise<void>;

  /** Makes due at once what waits for one of these reasons. */
  hastenMails(reasons: readonly MailFailure[]): Promise<void>;

  /**
   * Makes due what the clock says was written in the future, or is put off for longer than anything ever is:
   * it has been set back since, and mails would wait until it is there again.
   *
   * @param leaseSeconds what is claimed for longer, counts as claimed for as long from now on.
   */
  redateMails(leaseSeconds: number): Promise<void>;

  /** Seconds until the next waiting mail of a known kind is due or abandoned; null: none waits. */
  nextMailIn(): Promise<number | null>;

  /** Counts mails by how they fare, those to the organizer apart. */
  countMails(
    gameId: string,
    ids: readonly string[],
  ): Promise<{ organizer: MailCounts; participants: MailCounts }>;

  readMailTraffic(gameId: string): Promise<MailTraffic>;

  /** Mails of one kind to each of these people in the last hour, sent or not; who got none is left out. */
  countRecentMails(
    gameId: string,
    recipients: readonly number[],
    kind: MailKind,
  ): Promise<ReadonlyMap<number, number>>;

  /** How the latest mail to each person of a game fares. */
  readEmailStatuses(gameId: string): Promise<EmailStatuses>;

  /** Whether an address gets no more reminders and notices of a game. @param addressKey its `normalizedKey` */
  setUnsubscribed(gameId: string, addressKey: string, isUnsubscribed: boolean): Promise<void>;

  /** The `normalizedKey`s of the addresses that get no more reminders and notices of a game. */
  readUnsubscribed(gameId: string): Promise<Set<string>>;
}
