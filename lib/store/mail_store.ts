import type { Partner } from "../game/messages.ts";
import type { ToldField } from "../game/fields.ts";
import type { EmailStatuses, Language, MailFailure, MailKind } from "../game/types.ts";

/** Facts for a mail that the game itself does not hold. Never a token. */
export interface MailPayload {
  /** The organizer's text in a reminder. */
  message?: string;
  /** The event's details before the change. */
  before?: Partial<Record<ToldField, string>>;
  /** The participant that a mail is about, by number. */
  participant?: number;
  /** Name of a person who has left the game. */
  name?: string;
  /** True if that person had asked to leave. */
  hadAsked?: true;
  /** True if it was held, and nothing of the game had reached its reader: it is dropped when its turn comes. */
  isUnheard?: true;
  /** Which side a message came from: the reader's giver or receiver. */
  from?: Partner;
  /** `Tokens.mailKey` of the address it was asked for: it goes to no other that is entered while it waits. */
  onlyTo?: string;
  /** Of a notice in a browser: which, and what the mail about the same would be. */
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
   * Keeps mails of one kind to one person apart that must not be merged, such as those about different
   * people.
   */
  topic?: string;
  /** Instead of the reader's own. */
  language?: Language;
  payload?: MailPayload;
  /** True to write it only if this person never got one of this kind and topic. */
  isOnce?: boolean;
  /** True if no waiting mail of another kind may speak for it. */
  isAlone?: boolean;
  /** Seconds until it is due; absent: at once. */
  delay?: number;
  /** True if it was sent without waiting here: it is only recorded and counted. */
  isSent?: boolean;
  /**
   * True if it waits until the organizer has confirmed their address, at most `HELD_FOR`; if that has happened
   * by the time it is stored, it is due like any other. False: it never waits for that.
   */
  isHeld?: boolean;
  /** True if nothing of the game has reached its reader: then it is not sent if it has to wait for that. */
  isUnheard?: true;
}

/** The kind of those rows of the outbox that go to a browser: no earlier release knows it, so none mails them. */
export const NOTICE = "notice";

/** What a browser is notified of. */
export interface Notice {
  /** Id of the device. */
  device: string;
  /** Of the mail about the same. */
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

/** What one browser waits for only once: the topic of its row. */
export function noticeTopic(
  { device, kind, topic = "" }: Pick<NewNotice, "device" | "kind" | "topic">,
): string {
  return `${device} ${kind} ${topic}`;
}

/** A mail or a notice that waits in the outbox of one game. */
export interface WaitingMail
  extends Pick<ClaimedMail, "id" | "recipient" | "address" | "topic" | "payload"> {
  kind: MailKind | typeof NOTICE;
  /** True if a server may have accepted it as it is now, before newer facts join it. */
  mayHaveArrived?: boolean;
}

/** The effect of a change on its game's outbox. */
export interface OutboxChange {
  add: readonly NewMail[];
  notices?: readonly NewNotice[];
  /** Newer facts for waiting mails: each raises the mail's revision and makes it due at once, or within `delay` seconds. */
  update: readonly {
    id: string;
    payload: MailPayload;
    language: Language | null;
    delay?: number;
  }[];
  /** Ids of waiting notices that have something newer to say: they are as old as that, and keep their time. */
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
  /** Raised by each newer fact that is merged while the mail waits. */
  revision: number;
  /** This one included. */
  attempts: number;
  /** Since it was written, in seconds. */
  age: number;
}

/** A notice that one instance has taken to deliver. */
export type ClaimedNotice = ClaimedMail & Notice & { recipient: number };

/** A mail and its game; the game is the shard key in a distributed database. */
export type MailKey = Pick<ClaimedMail, "id" | "gameId">;

/** A mail as it was claimed: newer facts may have joined it since. */
export type MailRevision = MailKey & Pick<ClaimedMail, "revision">;

/** A thread of a participant. `version`: only what this version of their link may read; null: all. */
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

/** How mails fare. */
export interface CountedMails {
  organizer: MailCounts;
  participants: MailCounts;
  /** Those of the queued ones that wait for a person: for the organizer's confirmation, or for the operator. */
  held: number;
}

/** Someone wants no more mail of a game, because they do not know these people. */
export interface NewReport {
  /** Keyed hash of their address within the game, see `Tokens.reportHashes`. */
  hash: string;
  /** The recipient of the mail, as in the outbox. */
  recipient: number | null;
  /** How many different people must report a game until its mail is paused. */
  pausesAt: number;
}

/** How much mail one game has caused: sent in the last hour, and waiting. */
export interface MailTraffic {
  sent: number;
  queued: number;
  /** Seconds until the first of the sent ones is an hour old; 0 without one. */
  seconds: number;
}

/** The outbox: waiting and sent mails, and opt-outs. */
export interface MailStore {
  /** Adds mails to a game's outbox. @returns the ids of those added and of those that newer facts joined. */
  addMails(gameId: string, outbox: OutboxDecision): Promise<string[]>;

  /**
   * Claims due mails for this instance until the lease ends, oldest first. Only kinds that this release
   * knows: the others wait for an instance of a newer release. Mails of a game whose mail is paused wait, and
   * so do held ones; those held for too long fail. The age of an `OVERDUE` one is lowered where it would be given up
   * within that time.
   *
   * @param leaseSeconds without `renewLeases`, mails count as abandoned after this time.
   */
  claimMails(limit: number, leaseSeconds: number): Promise<ClaimedMail[]>;

  /** The same for notices, which the verbs below take, too; they are in no count of mails. */
  claimNotices(limit: number, leaseSeconds: number): Promise<ClaimedNotice[]>;

  /**
   * Keeps claimed mails claimed, but none that was returned or postponed meanwhile. Skips those that a change of their
   * game has locked.
   *
   * @returns the ids of the mails whose lease was renewed.
   */
  renewLeases(ids: readonly string[], leaseSeconds: number): Promise<string[]>;

  /** Ends leases of instances that are certainly dead: only for a database that one process owns. */
  releaseLeases(): Promise<void>;

  /**
   * Gives back mails that were claimed and not tried. Skips those that a change of their game has locked: they stay
   * claimed.
   *
   * @param seconds until they are due
   * @returns the ids of the mails that were given back.
   */
  returnMails(ids: readonly string[], seconds: number): Promise<string[]>;

  /**
   * Records that a mail was sent, and forgets its payload and address. If a newer fact was merged meanwhile,
   * it waits again: it may hold the only link that opens. So it does after the three verbs below.
   */
  finishMail(mail: MailRevision): Promise<void>;

  /** Puts a mail off. @param seconds until the next attempt */
  postponeMail(mail: MailRevision, seconds: number, reason: MailFailure): Promise<void>;

  /** Gives a mail up. */
  failMail(mail: MailRevision, reason: MailFailure): Promise<void>;

  /**
   * Deletes a mail that is no longer needed; one that may have arrived stays, as sent or failed.
   *
   * @param unread leaves it waiting if a message of this thread is unread: it speaks for those that came meanwhile.
   * @returns whether this has dropped it.
   */
  dropMail(mail: MailRevision, unread?: UnreadThread): Promise<boolean>;

  /** The game and recipient of a mail, waiting or not; null if the id is unknown. */
  readMailKey(id: string): Promise<Pick<ClaimedMail, "gameId" | "recipient" | "kind"> | null>;

  /** Records that a sent mail bounced. @returns true if it counts as failed, now or before. */
  bounceMail(mail: MailKey, reason: MailFailure): Promise<boolean>;

  /**
   * Makes mails due at once that wait for one of these reasons. Skips those that a change of their game has locked.
   */
  hastenMails(reasons: readonly MailFailure[]): Promise<void>;

  /**
   * Makes mails due whose times lie in the future because the clock was set back. One that was not tried yet waits as
   * long as it was to.
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
   * Counts mails of one kind to each of these people in the last hour, sent or not; people without any are
   * left out.
   */
  countRecentMails(
    gameId: string,
    recipients: readonly number[],
    kind: MailKind,
  ): Promise<ReadonlyMap<number, number>>;

  /** The people whose latest mail of these kinds was held for too long, and its kind. */
  readGivenUp(gameId: string, kinds: readonly MailKind[]): Promise<ReadonlyMap<number, MailKind>>;

  /** When the latest mail of one kind was written, whoever it is to; null: none. ISO 8601, UTC. */
  readLatestMail(gameId: string, kind: MailKind): Promise<string | null>;

  /** State of the latest mail to each person of a game. */
  readEmailStatuses(gameId: string): Promise<EmailStatuses>;

  /**
   * Whether an address gets no more reminders and notices of a game.
   *
   * @param mark its `addressKey`, which goes when the address leaves the game, or one of its `Tokens.optOutHashes`,
   * which stay as long as the game.
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

  /** Takes a report back; mail that it paused stays paused. */
  removeReport(gameId: string, hash: string): Promise<void>;

  /** The hashes of the addresses that have reported a game. */
  readReports(gameId: string): Promise<Set<string>>;

  /**
   * Pauses all mail of a game, or resumes it. Waiting mails are kept; once resumed, they count as written at that
   * moment, and earlier reports pause nothing again.
   *
   * @returns false if nothing changed, or the game is gone.
   */
  setMailPaused(gameId: string, isPaused: boolean): Promise<boolean>;
}
