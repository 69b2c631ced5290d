import { yieldToEventLoop } from "../../work/work_queue.ts";
import type { ErasedGames, PhotoRecord } from "../records.ts";
import {
  type Contents,
  type DeskRecords,
  type GameRecord,
  type Target,
  TransferError,
} from "./port.ts";
import { Tally } from "./tally.ts";

/** Number of games in each batch: one is read, one is in work, one is written at a time. */
export const BATCH = 32;

/** Number of photos in each batch, of up to 100 KiB each. */
export const PHOTO_BATCH = 8;

/** Reports progress, and can cancel. */
export interface Watch {
  /** @param what the current step, for display @param done games so far @param all games in total */
  onProgress(what: string, done: number, all: number): void;
  /** Called if the database is not there yet. @param seconds how long it is waited for, at most */
  onWait(seconds: number): void;
  /** Cancels with its reason; nothing is stored then. */
  signal: AbortSignal;
}

/** A batch of games, of counts or of photos, each with its line in the tally. */
export interface Batch {
  records: GameRecord[];
  /** Counts of erased games. */
  erased: ErasedGames[];
  /** Their lines are the last ones. Freed by the consumer of the batch, see {@linkcode freePhotos}. */
  photos: PhotoRecord[];
  lines: string[];
}

export function newBatch(): Batch {
  return { records: [], erased: [], photos: [], lines: [] };
}

/** Gives memory back at once: V8 collects it too late, as little else is allocated meanwhile. */
export function free(buffer: ArrayBuffer): void {
  buffer.transfer(0);
}

/** Frees the bytes of photos that are not needed any more. */
export function freePhotos(photos: readonly PhotoRecord[]): void {
  for (const { bytes } of photos) {
    // The driver keeps the bytes of small ones in a buffer that others share.
    if (bytes.length === bytes.buffer.byteLength) free(bytes.buffer);
  }
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
  // The next ones are read while these are dealt with: a server works at the same time.
  let next = ahead(contents.read(null, BATCH));
  for (;;) {
    signal.throwIfAborted();
    const records: GameRecord[] = await next;
    const last = records.at(-1);
    if (!last) break;
    next = ahead(contents.read(last.game.id, BATCH));
    yield { ...newBatch(), records, lines: records.map((record) => tally.add(record)) };
    onProgress(what, tally.counts.games, counts.games);
  }
  const erased = await contents.readErased();
  yield { ...newBatch(), erased, lines: erased.map((row) => tally.addErased(row)) };
  for await (const photos of contents.readPhotos(PHOTO_BATCH)) {
    signal.throwIfAborted();
    yield { ...newBatch(), photos, lines: photos.map((photo) => tally.addPhoto(photo)) };
    // Without turns of the event loop no signal would come: SQLite reads at once.
    await yieldToEventLoop();
  }
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
  let writing = Promise.resolve();
  for await (const { records, erased, photos } of batches) {
    await writing;
    writing = ahead(
      target.write(records)
        .then(() => target.writeErased(erased))
        .then(() => target.writePhotos(photos))
        .then(() => freePhotos(photos)),
    );
  }
  await writing;
  const written = new Tally(tally.heading);
  for await (const { photos } of readAll(target, "checked", written, watch)) freePhotos(photos);
  if (written.checksum !== tally.checksum) {
    throw new TransferError("What was written is not what was read, and nothing of it was kept");
  }
}

/** What is transferred besides the games. */
export interface Aside {
  /** Keys of addresses that opted out of all mail. */
  declined: readonly string[];
  desk: DeskRecords;
}

/** Writes what does not belong to one game, after the games, and verifies it. */
export async function fillAside(target: Target, { declined, desk }: Aside): Promise<void> {
  await target.writeDeclined(declined);
  await target.writeDesk(desk);
  const written: Aside = { declined: await target.readDeclined(), desk: await target.readDesk() };
  if (JSON.stringify(written) !== JSON.stringify({ declined, desk })) {
    throw new TransferError("What was written is not what was read, and nothing of it was kept");
  }
}

/** A promise that is awaited later; it counts as handled until then. */
function ahead<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
