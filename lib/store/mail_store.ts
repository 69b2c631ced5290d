import type { Partner } from "../game/messages.ts";
import type { ToldField } from "../game/fields.ts";
import type { EmailStatuses, Language, MailFailure, MailKind } from "../game/types.ts";

/** Facts for a mail that the game itself does not hold. Never a token. */
export interface MailPayload {
  /** The organizer's text in a reminder. */
  message?: string;
  /** The event's details before the change. */
  before?: Partial<Record<ToldField, string>>;
  /** Number of the participant that the mail is about. */
  participant?: number;
  /** Name of a participant who has left the game. */
  name?: string;
  /** True if that participant had asked to leave. */
  hadAsked?: true;
  /** True if it was held and its reader had received nothing of the game before: it is dropped when it becomes due. */
  isUnheard?: true;
  /** Which side a message came from: the reader's giver or receiver. */
  from?: Partner;
  /** `Tokens.mailKey` of the address that the mail is meant for. It is not sent to another address entered since. */
  onlyTo?: string;
  /** For a notice in a browser: its device, and the mail that it stands for. */
  notice?: Notice;
  /** W3C `traceparent` of the request that caused the mail, if traces are kept. */
  trace?: string;
}

/** A mail to send once its change is stored; it is composed only then. */
export interface NewMail {
  /**
   * A participant's number, or `ORGANIZER`; null: `address`, for a person who has left the game. With
   * neither, the mail is composed and not sent, so that timing reveals nothing.
   */
  recipient: number | null;
  address?: string;
  kind: MailKind;
  /**
   * Keeps apart mails of one kind to one person that must not be merged, such as mails about different participants.
   */
  topic?: string;
  /** Language of the mail, instead of the reader's own. */
  language?: Language;
  payload?: MailPayload;
  /** True to add it only if this person never got a mail of this kind and topic. */
  isOnce?: boolean;
  /** True if it must not be merged into a waiting mail of another kind. */
  isAlone?: boolean;
  /** Seconds until it is due; absent: due immediately. */
  delay?: number;
  /** True if it was already sent, without the outbox: it is only recorded and counted. */
  isSent?: boolean;
  /**
   * True if it waits until the organizer has confirmed their address, at most `HELD_FOR`; if they have by the time it
   * is stored, it is due like any other. False: it never waits for that.
   */
  isHeld?: boolean;
  /** True if its reader has received nothing of the game before: if the mail is held, it is never sent. */
  isUnheard?: true;
}

/** Kind of the outbox rows that are notices for browsers. Earlier releases do not know it, so they do not mail them. */
export const NOTICE = "notice";

/** A notice that waits for a browser. */
export interface Notice {
  /** Id of the device. */
  device: string;
  /** Kind of the mail that it stands for. */
  kind: MailKind;
  topic: string;
}

/** A notice to show in a browser once its change is stored. */
export interface NewNotice
  extends Pick<NewMail, "kind" | "topic" | "payload" | "isOnce" | "delay"> {
  /** A participant's number, or `ORGANIZER`. */
  recipient: number;
  device: string;
}

/** Topic of a notice's row: at most one row per browser waits with the same topic. */
export function noticeTopic(
  { device, kind, topic = "" }: Pick<NewNotice, "device" | "kind" | "topic">,
): string {
  return `${device} ${kind} ${topic}`;
}

/** A mail or a notice that waits in the outbox of a game. */
export interface WaitingMail
  extends Pick<ClaimedMail, "id" | "recipient" | "address" | "topic" | "payload"> {
  kind: MailKind | typeof NOTICE;
  /** True if a server may have accepted its present content, before newer facts are merged. */
  mayHaveArrived?: boolean;
}

/** The effect of a change on its game's outbox. */
export interface OutboxChange {
  add: readonly NewMail[];
  notices?: readonly NewNotice[];
  /**
   * Newer facts for waiting mails. Each increments the revision and makes the mail due now, or within `delay` seconds.
   */
  update: readonly {
    id: string;
    payload: MailPayload;
    language: Language | null;
    delay?: number;
  }[];
  /** Ids of waiting notices that stand for something newer, too. Their age begins again; their due time stays. */
  refresh?: readonly string[];
  /** Ids of waiting mails to delete. */
  remove?: readonly string[];
}

/**
 * Decides which new mails are merged into a waiting one and which are added. Pure; called within the
 * transaction of the change, and again if that is retried.
 */
export type OutboxDecision = (waiting: readonly WaitingMail[]) => OutboxChange;

/** A mail that one instance has taken to send. */
export interface ClaimedMail {
  id: string;
  gameId: string;
  recipient: number | null;
  address: string | null;
  kind: MailKind;
  topic: string;
  language: Language | null;
  payload: MailPayload;
  /** Incremented by each newer fact that is merged while the mail waits. */
  revision: number;
  /** Number of attempts, this one included. */
  attempts: number;
  /** Seconds since it was written. */
  age: number;
}

/** A notice that one instance has taken to deliver. */
export type ClaimedNotice = ClaimedMail & Notice & { recipient: number };

/** A mail and its game; the game is the shard key in a distributed database. */
export type MailKey = Pick<ClaimedMail, "id" | "gameId">;

/** A mail as it was claimed. Newer facts may have been merged since. */
export type MailRevision = MailKey & Pick<ClaimedMail, "revision">;

/** A thread of a participant. `version`: only messages that this version of their link may read; null: all. */
export interface UnreadThread {
  from: Partner;
  number: number;
  version: number | null;
}

/** Number of mails by state; a dropped mail is in none of them. */
export interface MailCounts {
  sent: number;
  failed: number;
  queued: number;
}

/** Numbers of mails by recipient and state. */
export interface CountedMails {
  organizer: MailCounts;
  participants: MailCounts;
  /** Queued mails that wait for a person: for the organizer to confirm, or for the operator to resume. */
  held: number;
}

/** A report by a person who wants no more mail of a game, because they do not know these people. */
export interface NewReport {
  /** Keyed hash of the person's address within the game, see `Tokens.reportHashes`. */
  hash: string;
  /** The recipient of the mail, as in the outbox. */
  recipient: number | null;
  /** Number of different people who must report a game before its mail is paused. */
  pausesAt: number;
}

/** Mail that one game has caused: sent in the last hour, and waiting. */
export interface MailTraffic {
  sent: number;
  queued: number;
  /** Seconds until the first of the sent ones is an hour old; 0 without one. */
  seconds: number;
}

/** The outbox: waiting and sent mails, and opt-outs. */
export interface MailStore {
  /** Adds mails to a game's outbox. @returns the ids of mails that were added or updated */
  addMails(gameId: string, outbox: OutboxDecision): Promise<string[]>;

  /**
   * Claims due mails for this instance until the lease ends, oldest first. Skips paused mails, held mails and kinds
   * that this release does not know, which wait for an instance of a newer release. Mails that were held for too long
   * fail. If an `OVERDUE` mail would be given up within the next hour, its age is lowered.
   *
   * @param leaseSeconds without `renewLeases`, mails count as abandoned after this time.
   */
  claimMails(limit: number, leaseSeconds: number): Promise<ClaimedMail[]>;

  /** The same for notices. The verbs below accept notices, too; counts of mails exclude them. */
  claimNotices(limit: number, leaseSeconds: number): Promise<ClaimedNotice[]>;

  /**
   * Renews the leases of claimed mails. Skips mails that were returned or postponed meanwhile, or that a change of
   * their game has locked.
   *
   * @returns the ids of the mails whose lease was renewed.
   */
  renewLeases(ids: readonly string[], leaseSeconds: number): Promise<string[]>;

  /** Ends the leases of earlier processes. Only for a database that one process owns: then they are certainly dead. */
  releaseLeases(): Promise<void>;

  /**
   * Returns claimed mails that were not tried. Skips mails that a change of their game has locked: they stay claimed.
   *
   * @param seconds until they are due
   * @returns the ids of the mails that were returned.
   */
  returnMails(ids: readonly string[], seconds: number): Promise<string[]>;

  /**
   * Records that a mail was sent, and deletes its payload and address. If a newer fact was merged meanwhile, the mail
   * waits again, because it may hold the only valid link. The three verbs below do the same.
   */
  finishMail(mail: MailRevision): Promise<void>;

  /** Postpones a mail. @param seconds until the next attempt */
  postponeMail(mail: MailRevision, seconds: number, reason: MailFailure): Promise<void>;

  /** Gives up a mail. */
  failMail(mail: MailRevision, reason: MailFailure): Promise<void>;

  /**
   * Deletes a mail that is no longer needed. A mail that may have arrived is kept, as sent or failed.
   *
   * @param unread a thread: while it has an unread message, the mail keeps waiting, because it announces that, too.
   * @returns true if this call dropped it.
   */
  dropMail(mail: MailRevision, unread?: UnreadThread): Promise<boolean>;

  /** The game and recipient of a mail, waiting or not; null if the id is unknown. */
  readMailKey(id: string): Promise<Pick<ClaimedMail, "gameId" | "recipient" | "kind"> | null>;

  /** Records that a sent mail bounced. @returns true if it counts as failed, now or before. */
  bounceMail(mail: MailKey, reason: MailFailure): Promise<boolean>;

  /** Makes mails due that wait for one of these reasons. Skips mails that a change of their game has locked. */
  hastenMails(reasons: readonly MailFailure[]): Promise<void>;

  /**
   * Makes mails due whose times lie in the future because the clock was set back. Mails that were not tried yet keep
   * their original delay.
   *
   * @param leaseSeconds leases that end later than this are shortened to it.
   */
  redateMails(leaseSeconds: number): Promise<void>;

  /** Seconds until the next waiting mail of a known kind is due or abandoned; null: none waits. */
  nextMailIn(): Promise<number | null>;

  /** The same for notices. */
  nextNoticeIn(): Promise<number | null>;

  /** Counts mails by state, those to the organizer separately. */
  countMails(gameId: string, ids: readonly string[]): Promise<CountedMails>;

  readMailTraffic(gameId: string): Promise<MailTraffic>;

  /**
   * Counts mails of one kind to each of these people in the last hour, sent or not. People without any are left out.
   */
  countRecentMails(
    gameId: string,
    recipients: readonly number[],
    kind: MailKind,
  ): Promise<ReadonlyMap<number, number>>;

  /** The people whose latest mail of these kinds was held for too long, and its kind. */
  readGivenUp(gameId: string, kinds: readonly MailKind[]): Promise<ReadonlyMap<number, MailKind>>;

  /** Time when the latest mail of one kind was written, to any recipient; null: none. ISO 8601, UTC. */
  readLatestMail(gameId: string, kind: MailKind): Promise<string | null>;

  /** Reads the state of the latest mail to each person of a game. */
  readEmailStatuses(gameId: string): Promise<EmailStatuses>;

  /**
   * Sets whether an address gets no more reminders and notices of a game.
   *
   * @param mark its `addressKey`, deleted when the address leaves the game, or one of its `Tokens.optOutHashes`, which
   * stay as long as the game.
   */
  setUnsubscribed(gameId: string, mark: string, isUnsubscribed: boolean): Promise<void>;

  /** The marks of the addresses that get no more reminders and notices of a game, see `Tokens.isOptedOut`. */
  readUnsubscribed(gameId: string): Promise<Set<string>>;

  /**
   * Stores a report, once for each address of a game, and pauses the game's mail once enough different people
   * have reported it. All people who have left the game count as one.
   *
   * @returns true if this report has paused the mail.
   */
  addReport(gameId: string, report: NewReport): Promise<boolean>;

  /** Removes a report. Mail that it paused stays paused. */
  removeReport(gameId: string, hash: string): Promise<void>;

  /** The hashes of the addresses that have reported a game. */
  readReports(gameId: string): Promise<Set<string>>;

  /**
   * Pauses all mail of a game, or resumes it. Waiting mails are kept. When resumed, they count as written at that
   * moment, and earlier reports no longer count.
   *
   * @returns false if nothing changed, or the game is gone.
   */
  setMailPaused(gameId: string, isPaused: boolean): Promise<boolean>;
}
