import type { NewMessage, Partner, StoredMessage } from "../game/messages.ts";
import type { Participant } from "../game/types.ts";
import type { NewMail } from "./mail_store.ts";

/** What someone writes, and who it is. */
export interface WrittenMessage {
  message: NewMessage;
  /** Their link may have ended since it was shown. */
  sender: Pick<Participant, "number" | "tokenVersion">;
  /** How many they may write in this direction since this moment. ISO 8601, UTC. */
  limit: { count: number; since: string };
  /**
   * null: none. It is left out where one like it waits; where another of its kind went to its reader, or is about to,
   * it is due so many seconds behind `LIMITS.betweenMessageMails` after that.
   */
  mail: NewMail & { delay: number } | null;
}

/** What became of it. */
export type WritingOutcome =
  | "stored"
  /** It was there, by its id. */
  | "known"
  /** There is a note of thanks of theirs. */
  | "thanked"
  /** So many have been written. */
  | "full"
  /** Not between these two any more, or the link has ended, or the game is over: to be decided again. */
  | "stale";

/**
 * What people write to each other: beside their games, which are read without it. A thread ends with its pair: of the
 * trigger on the table of pairs, so that no release forgets.
 */
export interface MessageStore {
  /** Stores a message between two who are a pair, with the mail about it, in one transaction. */
  addMessage(gameId: string, written: WrittenMessage): Promise<WritingOutcome>;

  /** All that someone wrote and got, as giver and as receiver, in the order in which it was stored. */
  readMessages(gameId: string, number: number): Promise<StoredMessage[]>;

  /**
   * How many messages wait for someone in their two threads.
   *
   * @param version of the link that they had when it was written; null: any.
   */
  countUnread(
    gameId: string,
    number: number,
    version: number | null,
  ): Promise<Record<Partner, number>>;

  /** Notes that someone has read what came in one of their threads; the mail about it need not go any more. */
  markRead(gameId: string, number: number, from: Partner): Promise<void>;
}
