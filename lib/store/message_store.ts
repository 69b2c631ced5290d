import type { NewMessage, Partner, StoredMessage } from "../game/messages.ts";
import type { Participant } from "../game/types.ts";
import type { NewMail, NewNotice } from "./mail_store.ts";

/** A message to store, and its sender. */
export interface WrittenMessage {
  message: NewMessage;
  /** The version of the sender's link shows whether it has ended since the page was rendered. */
  sender: Pick<Participant, "number" | "tokenVersion">;
  /** Maximum number of messages in this direction since a moment (ISO 8601, UTC). */
  limit: { count: number; since: string };
  /**
   * null: none. Skipped if a similar one waits; otherwise due no earlier than `LIMITS.betweenMessageMails` after the
   * last mail of its kind to this reader.
   */
  mail: NewMail & { delay: number } | null;
  /** A notice similar to a waiting one is merged into that one, which counts as written now and keeps its due time. */
  notices?: readonly NewNotice[];
}

/** The outcome of storing a message. */
export type WritingOutcome =
  | "stored"
  /** A message with this id is already stored. */
  | "known"
  /** This sender has already sent a thank-you note. */
  | "thanked"
  /** The limit is reached. */
  | "full"
  /** The pair, the link or the game has changed since: decide again. */
  | "stale";

/**
 * Messages between the two people of a pair, stored separately from their game. A trigger on the assignments ends a
 * thread when its pair ends, whichever release makes the change.
 */
export interface MessageStore {
  /**
   * Stores a message between the two people of a pair and its mail in one transaction, if both links still have the
   * versions that the message names.
   */
  addMessage(gameId: string, written: WrittenMessage): Promise<WritingOutcome>;

  /** All messages to and from a participant, as giver and receiver, in the order they were stored. */
  readMessages(gameId: string, number: number): Promise<StoredMessage[]>;

  /**
   * Counts a participant's unread messages in each of their two threads.
   *
   * @param version only those written while this version of their link was valid; null: all.
   */
  countUnread(
    gameId: string,
    number: number,
    version: number | null,
  ): Promise<Record<Partner, number>>;

  /**
   * Marks messages of a thread as read, by id. Drops a waiting mail about the thread, unless another message is still
   * unread.
   */
  markRead(gameId: string, number: number, from: Partner, ids: readonly string[]): Promise<void>;
}
