import type { NewMessage, Partner, StoredMessage } from "../game/messages.ts";
import type { Participant } from "../game/types.ts";
import type { NewMail, NewNotice } from "./mail_store.ts";

/** A message to store, and its sender. */
export interface WrittenMessage {
  message: NewMessage;
  /** The version shows whether their link has ended since the page was rendered. */
  sender: Pick<Participant, "number" | "tokenVersion">;
  /** How many messages are allowed in this direction since a moment (ISO 8601, UTC). */
  limit: { count: number; since: string };
  /**
   * null: none. Skipped if one like it waits; otherwise it is due no earlier than
   * `LIMITS.betweenMessageMails` after the last mail of its kind to this reader.
   */
  mail: NewMail & { delay: number } | null;
  /** One like a waiting one is merged into that, which counts as written now and keeps its time. */
  notices?: readonly NewNotice[];
}

/** The outcome. */
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
 * Messages between the two people of a pair, stored separately from their game. A trigger on the assignments
 * deletes a thread when its pair ends, changed by any release.
 */
export interface MessageStore {
  /**
   * Stores a message between the two people of a pair, with its mail, in one transaction; only if both links still have
   * the versions in it.
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
   * Marks messages of a thread as read, by id; a waiting mail about it is dropped, unless another came meanwhile that
   * is not read.
   */
  markRead(gameId: string, number: number, from: Partner, ids: readonly string[]): Promise<void>;
}
