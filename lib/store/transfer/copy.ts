import { yieldToEventLoop } from "../../work/work_queue.ts";
import {
  type Aside,
  type Contents,
  type GameRecord,
  type Item,
  type Target,
  TransferError,
} from "./port.ts";
import { Tally } from "./tally.ts";

/** Number of games in each batch. At a time, one batch is read, one processed and one written. */
export const BATCH = 32;

/** Number of photos in each batch, of up to 100 KiB each. */
export const PHOTO_BATCH = 8;

/** Reports progress, and can cancel. */
export interface Watch {
  /** @param what the current step, for display @param done games so far @param all games in total */
  onProgress(what: string, done: number, all: number): void;
  /** Called if the database cannot be reached yet. @param seconds maximum wait */
  onWait(seconds: number): void;
  /** Cancels with its reason; nothing is stored then. */
  signal: AbortSignal;
}

/** A batch of items, each with its line in the tally. The consumer frees the photos, see {@linkcode freePhotos}. */
export interface Batch {
  items: Item[];
  lines: string[];
}

/** Frees memory at once. V8 would collect it too late, because little else is allocated meanwhile. */
export function free(buffer: ArrayBuffer): void {
  buffer.transfer(0);
}

/** Frees the bytes of photos that are no longer needed. */
export function freePhotos(items: readonly Item[]): void {
  for (const item of items) {
    if (!("photo" in item)) continue;
    const { bytes } = item.photo;
    // The driver keeps the bytes of small photos in a buffer that other values share.
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
  const batchOf = (items: Item[]) => ({ items, lines: items.map((item) => tally.add(item)) });
  // Reads the next batch while this one is processed, because a server works in parallel.
  let next = ahead(contents.read(null, BATCH));
  for (;;) {
    signal.throwIfAborted();
    const records: GameRecord[] = await next;
    const last = records.at(-1);
    if (!last) break;
    next = ahead(contents.read(last.game.id, BATCH));
    yield batchOf(records);
    onProgress(what, tally.counts.games, counts.games);
  }
  yield batchOf((await contents.readErased()).map((erased) => ({ erased })));
  for await (const photos of contents.readPhotos(PHOTO_BATCH)) {
    signal.throwIfAborted();
    yield batchOf(photos.map((photo) => ({ photo })));
    // SQLite reads synchronously: without turns of the event loop, no signal would arrive.
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
  for await (const { items } of batches) {
    await writing;
    writing = ahead(target.write(items).then(() => freePhotos(items)));
  }
  await writing;
  const written = new Tally(tally.heading);
  for await (const { items } of readAll(target, "checked", written, watch)) freePhotos(items);
  if (written.checksum !== tally.checksum) {
    throw new TransferError("What was written is not what was read, and nothing of it was kept");
  }
}

/** Writes what does not belong to one game, after the games, and verifies it. */
export async function fillAside(target: Target, { declined, desk }: Aside): Promise<void> {
  await target.writeAside({ declined, desk });
  if (JSON.stringify(await target.readAside()) !== JSON.stringify({ declined, desk })) {
    throw new TransferError("What was written is not what was read, and nothing of it was kept");
  }
}

/** Marks a promise that is awaited later as handled. */
function ahead<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
