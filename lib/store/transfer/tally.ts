import { createHash } from "node:crypto";
import { namesOf, pick } from "../../game/derive.ts";
import {
  type Counts,
  GAME_RECORDS,
  type GameRecord,
  type Item,
  TABLES,
  toCounts,
  TransferError,
} from "./port.ts";

/** Counts records, and computes the SHA-256 of their lines. */
export class Tally {
  readonly counts = toCounts([]);
  readonly #hash = createHash("sha256");
  #checksum: string | undefined;

  /** @param heading goes into the checksum before the first record. */
  constructor(readonly heading: string) {
    this.addLine(heading);
  }

  /** @param line its line, if known. @returns the line, without a line end; the bytes of a photo follow it */
  add(item: Item, line: string = toLine(item)): string {
    this.addLine(line);
    if ("erased" in item) this.counts.erased_games++;
    else if ("photo" in item) {
      this.counts.photos++;
      this.#hash.update(item.photo.bytes);
    } else this.#count(item);
    return line;
  }

  #count(record: GameRecord): void {
    const { game, unsubscribed } = record;
    this.counts.games++;
    this.counts.participants += game.participants.length;
    this.counts.assignments += game.isGathering ? 0 : game.participants.length;
    this.counts.exclusions += game.exclusions.length;
    this.counts.household_members += game.households.flat().length;
    this.counts.unsubscriptions += unsubscribed.length;
    for (const name of namesOf(GAME_RECORDS)) {
      this.counts[GAME_RECORDS[name].table] += record[name].length;
    }
  }

  /** Adds a line that is not a record to the checksum. @param bytes the bytes that follow it */
  addLine(line: string, bytes: Uint8Array = new Uint8Array()): void {
    this.#hash.update(`${line}\n`).update(bytes);
  }

  /** The checksum in hexadecimal digits; nothing can be added afterwards. */
  get checksum(): string {
    return this.#checksum ??= this.#hash.digest("hex");
  }

  /** @throws {TransferError} if these counts differ from those of the added records. */
  assertCounts(there: Counts): void {
    for (const table of TABLES) {
      const [stored, read] = [there[table], this.counts[table]];
      if (read === stored) continue;
      throw new TransferError(
        `There are ${stored} rows in ${table}, and ${read} belong to games that can be read`,
      );
    }
  }
}

/**
 * Returns an item as one line of JSON; equal items have equal lines from either database. The order of the members is
 * part of the checksums of all backups, so it must not change.
 */
function toLine(item: Item): string {
  if ("erased" in item) {
    const { createdOn, archivedOn, people, games } = item.erased;
    return JSON.stringify({ erased: { createdOn, archivedOn, people, games } });
  }
  if ("photo" in item) {
    const { gameId, id, participant, version, type, state, since, bytes } = item.photo;
    const photo = { gameId, id, participant, version, type, state, since, size: bytes.length };
    return JSON.stringify({ photo });
  }
  const { game, unsubscribed, ...record } = item;
  const { mails, messages, ...others } = pick(record, namesOf(GAME_RECORDS));
  return JSON.stringify({ game, mails: mails.map(sorted), messages, unsubscribed, ...others });
}

/** Postgres returns JSON members in an order of its own, so they are sorted. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
