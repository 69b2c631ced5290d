import type { Game } from "../game/types.ts";
import type { AddressPlace, ListedGame, MailCounts } from "./store.ts";

/** One line of the desk's log. Never holds what was searched for. */
export interface DeskLine {
  /** ISO 8601, UTC */
  at: string;
  act: string;
  detail: string;
  /** Id of the game it was about; null: none, or one that was erased since. */
  gameId: string | null;
}

/** What lists of games show of one. */
export interface GameSummary
  extends ListedGame, Pick<Game, "name" | "createdAt" | "archivedAt" | "mailPausedAt"> {
  isGathering: boolean;
  people: number;
  /** `held`: those of the queued ones that wait for the organizer's confirmation. */
  mails: MailCounts & { held: number };
  /** How many addresses have reported the game. */
  reports: number;
}

/** An address or a domain that no game is created with, and that gets no mail. */
export interface BlockedSender {
  subject: string;
  /** ISO 8601, UTC */
  createdAt: string;
}

/** The address of an organizer or participant in one game. */
export type AddressInGame = Omit<AddressPlace, "number">;

/**
 * What the operator's desk needs besides the verbs of a store. It may look through whole tables: only the
 * desk waits for it.
 */
export interface DeskStore {
  /** Ids of the games with this code, active and archived, the newest first. */
  findByCode(code: string, limit: number): Promise<string[]>;

  /** Ids of the games created on a day (UTC), the newest first. @param day YYYY-MM-DD */
  findByDay(day: string, limit: number): Promise<string[]>;

  /** Addresses in active and archived games that the database considers equal to one of the spellings. */
  findByAddress(spellings: readonly string[], limit: number): Promise<AddressInGame[]>;

  /**
   * The organizers' addresses of active games whose domain is this one or below it, by id, the newest first; also all
   * that are not ASCII, as `xn--…` stands for what is stored in Unicode.
   *
   * @param before continue after the game with this id; null: from the newest.
   */
  findOrganizers(domain: string, before: string | null, limit: number): Promise<AddressInGame[]>;

  /** Ids of the active games with the most mails. */
  listLargest(limit: number): Promise<string[]>;

  /** Ids of the games that were reported, the latest report first. */
  listReported(limit: number): Promise<string[]>;

  /** Ids of the games with held mails, those with the most first. */
  listHeld(limit: number): Promise<string[]>;

  /** Summaries in the order of the ids; games that are gone are left out. */
  readSummaries(ids: readonly string[]): Promise<GameSummary[]>;

  /** @returns false if it was blocked, or not blocked, before. */
  setBlocked(subject: string, isBlocked: boolean): Promise<boolean>;

  /** All, sorted by subject. */
  readBlocked(): Promise<BlockedSender[]>;

  addLine(line: DeskLine): Promise<void>;

  /** The latest lines, the newest first, each with the code of its game. */
  readLines(limit: number): Promise<(DeskLine & { code: string | null })[]>;
}
