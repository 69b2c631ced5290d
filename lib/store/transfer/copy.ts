import type { ErasedGames } from "../records.ts";
import { type Contents, type GameRecord, type Target, TransferError } from "./port.ts";
import { Tally } from "./tally.ts";

/** Maximum number of games in memory. */
const BATCH = 32;

/** Reports progress, and can cancel. */
export interface Watch {
  /** @param what the current step, for display @param done games so far @param all games in total */
  onProgress(what: string, done: number, all: number): void;
  /** Cancels with its reason; nothing is stored then. */
  signal: AbortSignal;
}

/** A batch of games, each with its line in the tally. */
export interface Batch {
  records: readonly GameRecord[];
  /** Counts of erased games. */
  erased: readonly ErasedGames[];
  lines: readonly string[];
}

/**
 * Reads everything in a database, and adds it to a tally.
 *
 * @throws {TransferError} if there are rows that belong to no readable game.
 */
export async function* readAll(
  contents: Contents,
  what: string,
  tally: Tally,
  { onProgress, signal }: Watch,
): AsyncGenerator<Batch, void> {
  const counts = await contents.counts();
  for (let after: string | null = null;;) {
    signal.throwIfAborted();
    const records: readonly GameRecord[] = await contents.read(after, BATCH);
    const last = records.at(-1);
    if (!last) break;
    yield { records, erased: [], lines: records.map((record) => tally.add(record)) };
    onProgress(what, tally.counts.games, counts.games);
    after = last.game.id;
  }
  const erased = await contents.readErased();
  yield { records: [], erased, lines: erased.map((row) => tally.addErased(row)) };
  tally.assertCounts(counts);
}

/**
 * Writes games into a database, and verifies them by reading all of them again before the commit.
 *
 * @param tally of the batches; complete when they end.
 */
export async function fill(
  target: Target,
  batches: AsyncIterable<Batch>,
  tally: Tally,
  watch: Watch,
): Promise<void> {
  for await (const { records, erased } of batches) {
    await target.write(records);
    await target.writeErased(erased);
  }
  const written = new Tally(tally.heading);
  for await (const _ of readAll(target, "checked", written, watch));
  if (written.checksum !== tally.checksum) {
    throw new TransferError("What was written is not what was read, and nothing of it was kept");
  }
}

/** Writes the keys of addresses that opted out of all mail, and verifies them. */
export async function fillDeclined(target: Target, keys: readonly string[]): Promise<void> {
  await target.writeDeclined(keys);
  if (String(await target.readDeclined()) !== String(keys)) {
    throw new TransferError("What was written is not what was read, and nothing of it was kept");
  }
}
