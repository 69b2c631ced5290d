import type { Game } from "../game/types.ts";
import type { AddressPlace, ListedGame, MailCounts } from "./store.ts";

/** One line of the desk's log. Never holds what was searched for. */
export interface DeskLine {
  /** ISO 8601, UTC */
  at: string;
  act: string;
  detail: string;
  /** Id of the game that the line is about; null: no game, or one erased since. */
  gameId: string | null;
}

/** What a list shows about each game. */
export interface GameSummary
  extends ListedGame, Pick<Game, "name" | "createdAt" | "archivedAt" | "mailPausedAt"> {
  isGathering: boolean;
  people: number;
  /** `held`: queued mails that wait for the organizer's confirmation. */
  mails: MailCounts & { held: number };
  /** Number of addresses that have reported the game. */
  reports: number;
}

/** A blocked address or domain: organizers with it cannot create games, and it gets no mail. */
export interface BlockedSender {
  subject: string;
  /** ISO 8601, UTC */
  createdAt: string;
}

/** The address of an organizer or participant in one game. */
export type AddressInGame = Omit<AddressPlace, "number">;

/**
 * Verbs that the operator's desk needs besides those of a store. They may scan whole tables, because only the desk
 * waits for them.
 */
export interface DeskStore {
  /** Ids of the games with this code, active and archived, the newest first. */
  findByCode(code: string, limit: number): Promise<string[]>;

  /** Ids of the games created on a day (UTC), the newest first. @param day YYYY-MM-DD */
  findByDay(day: string, limit: number): Promise<string[]>;

  /** Addresses in active and archived games that the database considers equal to one of the spellings. */
  findByAddress(spellings: readonly string[], limit: number): Promise<AddressInGame[]>;

  /**
   * Addresses of the organizers of active games, the newest game first, whose domain is this one or below it. Includes
   * all addresses that are not ASCII, because `xn--…` stands for a domain that is stored in Unicode.
   *
   * @param before id of the game to continue after; null: from the newest.
   */
  findOrganizers(domain: string, before: string | null, limit: number): Promise<AddressInGame[]>;

  /** Ids of the active games with the most mails. */
  listLargest(limit: number): Promise<string[]>;

  /** Ids of the games that were reported, the latest report first. */
  listReported(limit: number): Promise<string[]>;

  /** Ids of the games with held mails, most held mails first. */
  listHeld(limit: number): Promise<string[]>;

  /** Summaries in the order of the ids; games that are gone are left out. */
  readSummaries(ids: readonly string[]): Promise<GameSummary[]>;

  /** @returns false if it was already blocked, or not blocked */
  setBlocked(subject: string, isBlocked: boolean): Promise<boolean>;

  /** All blocked addresses and domains, sorted. */
  readBlocked(): Promise<BlockedSender[]>;

  addLine(line: DeskLine): Promise<void>;

  /** The latest lines, the newest first, each with the code of its game. */
  readLines(limit: number): Promise<(DeskLine & { code: string | null })[]>;
}
