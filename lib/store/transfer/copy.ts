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

/** A batch of items, each with its line in the tally. Photos are freed by its consumer, see {@linkcode freePhotos}. */
export interface Batch {
  items: Item[];
  lines: string[];
}

/** Gives memory back at once: V8 collects it too late, as little else is allocated meanwhile. */
export function free(buffer: ArrayBuffer): void {
  buffer.transfer(0);
}

/** Frees the bytes of photos that are not needed any more. */
export function freePhotos(items: readonly Item[]): void {
  for (const item of items) {
    if (!("photo" in item)) continue;
    const { bytes } = item.photo;
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
  const batchOf = (items: Item[]) => ({ items, lines: items.map((item) => tally.add(item)) });
  // The next ones are read while these are dealt with: a server works at the same time.
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

/** A promise that is awaited later; it counts as handled until then. */
function ahead<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
