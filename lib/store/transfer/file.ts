import { z } from "zod";
import { finishDurably, writeAll } from "../durable_file.ts";
import { exists } from "../sqlite/data_dir.ts";
import { BATCH, type Batch, free, freePhotos, PHOTO_BATCH, type Watch } from "./copy.ts";
import { type Item, TABLES, toCounts, TransferError } from "./port.ts";
import { asMigrated, ofOtherRelease, parseLine, PHOTO_START } from "./records.ts";
import { Tally } from "./tally.ts";

/**
 * Versions of the format; files of another version are refused. The second added photos, in binary after the lines of
 * the games. A file without photos is of the first, which earlier releases can read, too.
 */
const FORMAT = { lines: 1, photos: 2 };

/** The first line of a backup. */
const HEADER = z.object({
  format: z.literal(Object.values(FORMAT)),
  /** ISO 8601, UTC */
  madeAt: z.iso.datetime(),
  engine: z.string(),
  schema: z.int(),
  /** Fingerprint of the key that the games' links derive from. */
  keyFingerprint: z.string(),
  /** The TOKEN_SECRET for the key; null if the key came from the settings: then it is not in the file. */
  tokenSecret: z.string().nullable(),
  games: z.int(),
  photos: z.int().default(0),
  /** Keys of addresses that opted out of all mail. */
  declined: z.array(z.string()).default([]),
  /** The blocked senders and the log of the operator's desk. */
  desk: z.object({
    blocked: z.array(z.object({ subject: z.string(), createdAt: z.iso.datetime() })),
    log: z.array(z.object({
      at: z.iso.datetime(),
      act: z.string(),
      detail: z.string(),
      gameId: z.guid().nullable(),
    })),
  }).default({ blocked: [], log: [] }),
});
export type Header = Omit<z.infer<typeof HEADER>, "format">;

/**
 * The last line: rows by table, and the SHA-256 of everything before it. Files of earlier releases lack later
 * tables; those of later ones may have more.
 */
const FOOTER = z.object({ counts: z.record(z.string(), z.int()), sha256: z.string() });
const FOOTER_START = '{"counts":';

/**
 * Writes a backup: lines of JSON, the bytes of each photo after its line, compressed with gzip. Only its owner can read
 * it. After a power cut it is complete or absent: it gets its name after it was verified.
 *
 * @param batchesOf adds the games it yields to the tally.
 * @throws {TransferError} if the file already exists.
 */
export async function writeBackup(
  path: string,
  header: Header,
  batchesOf: (tally: Tally) => AsyncIterable<Batch>,
  watch: Watch,
): Promise<Tally> {
  assertFree(path);
  const unfinished = `${path}.${crypto.randomUUID().slice(0, 8)}.new`;
  using file = await Deno.open(unfinished, { createNew: true, write: true, mode: 0o600 });
  try {
    const format = header.photos > 0 ? FORMAT.photos : FORMAT.lines;
    const tally = new Tally(JSON.stringify({ format, ...header }));
    const bytes = ReadableStream.from(toBytes(tally, batchesOf(tally)))
      .pipeThrough(new CompressionStream("gzip"));
    // `pipeTo` with `preventClose` returns before everything is written.
    for await (const chunk of bytes) {
      await writeAll(file, chunk);
      free(chunk.buffer);
    }
    const { heading } = await openBackup(unfinished, watch);
    if (heading !== tally.heading) throw damaged(unfinished);
    assertFree(path);
    await finishDurably(file, unfinished, path);
    return tally;
  } catch (error) {
    await Deno.remove(unfinished).catch(() => {});
    throw error;
  }
}

/** Checked before and after the work, because a rename overwrites an existing file. */
function assertFree(path: string): void {
  if (!exists(path)) return;
  throw new TransferError(`${path} is there already, and nothing is overwritten`);
}

async function* toBytes(
  tally: Tally,
  batches: AsyncIterable<Batch>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${tally.heading}\n`);
  for await (const { items, lines } of batches) {
    for (const [index, item] of items.entries()) {
      yield encoder.encode(`${lines[index]}\n`);
      // The stream asks for more once this is compressed.
      if ("photo" in item) yield item.photo.bytes;
    }
    freePhotos(items);
  }
  yield encoder.encode(`${JSON.stringify({ counts: tally.counts, sha256: tally.checksum })}\n`);
}

/**
 * Reads and verifies a whole backup.
 *
 * @throws {TransferError} if it is not a backup, has another version, is cut off or was changed.
 */
export async function openBackup(path: string, watch: Watch) {
  await using file = new BackupReader(path);
  const heading = await file.readLine() ?? "";
  const header = HEADER.safeParse(parseJson(heading)).data;
  if (!header) throw new TransferError(`${path} is no backup that this release can read`);
  for await (const { items } of readBatches(file, header, "verified", new Tally(heading), watch)) {
    freePhotos(items);
  }
  return {
    header,
    /** The first line, which its tally starts with. */
    heading,
    /** Reads all games again, and adds them to a tally. */
    async *batches(tally: Tally): AsyncGenerator<Batch, void> {
      await using file = new BackupReader(path);
      await file.readLine();
      const read = readBatches(file, header, "written", new Tally(heading), watch);
      for await (const { items } of read) {
        // Converted to this release's form: older lines may lack later fields.
        const current = items.map((item) => asMigrated(item, header));
        yield { items: current, lines: current.map((item) => tally.add(item)) };
      }
    },
  };
}

/** Reads what comes after the heading. */
async function* readBatches(
  file: BackupReader,
  header: Header,
  what: string,
  tally: Tally,
  { onProgress, signal }: Watch,
): AsyncGenerator<Batch, void> {
  let footer: unknown;
  let problem: unknown;
  const newBatch = (): Batch => ({ items: [], lines: [] });
  let batch = newBatch();
  let photos = 0;
  for (let line; (line = await file.readLine()) !== undefined;) {
    signal.throwIfAborted();
    if (footer !== undefined) throw damaged(file.path);
    if (line.startsWith(FOOTER_START)) footer = parseJson(line);
    else {
      const bytes = await file.readBytes(bytesAfter(line));
      try {
        const item = toItem(line, bytes);
        tally.add(item, line);
        batch.items.push(item);
        batch.lines.push(line);
        if ("photo" in item) photos++;
      } catch (error) {
        // If the file is damaged, report the checksum rather than any other error.
        problem ??= error;
        tally.addLine(line, bytes);
      }
    }
    if (batch.lines.length < BATCH && photos < PHOTO_BATCH) continue;
    yield batch;
    onProgress(what, tally.counts.games, header.games);
    [batch, photos] = [newBatch(), 0];
  }
  const { data } = FOOTER.safeParse(footer);
  if (data?.sha256 !== tally.checksum) throw damaged(file.path);
  if (problem) throw problem;
  const counts = Object.entries(data.counts);
  const known: readonly string[] = TABLES;
  const strange = counts.find(([table, count]) => count > 0 && !known.includes(table));
  if (strange) throw ofOtherRelease(`rows in ${strange[0]}`);
  tally.assertCounts(toCounts(counts));
  if (batch.lines.length > 0) yield batch;
  onProgress(what, tally.counts.games, header.games);
}

/** The size of a photo, which is all that is read of the photos of a later release: their bytes are in the checksum. */
const SIZED = z.object({ photo: z.object({ size: z.int().min(1).max(16 * 1024 ** 2) }) });

/** Returns the number of bytes that follow a line: those of a photo. */
function bytesAfter(line: string): number {
  if (!line.startsWith(PHOTO_START)) return 0;
  return SIZED.safeParse(parseJson(line)).data?.photo.size ?? 0;
}

/** Reads the item of a line, with the bytes that follow the line of a photo. */
function toItem(line: string, bytes: Uint8Array<ArrayBuffer>): Item {
  const parsed = parseLine(line);
  if (!("photo" in parsed)) return parsed;
  const { size: _, ...photo } = parsed.photo;
  return { photo: { ...photo, bytes } };
}

/** Reads a backup in pieces. Each throws {TransferError} if the file ends within a piece or is not a complete gzip file. */
class BackupReader implements AsyncDisposable {
  readonly #reader: Promise<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>>;
  /** Bytes that were read but not requested yet. */
  #rest: Uint8Array<ArrayBuffer> = new Uint8Array();

  constructor(readonly path: string) {
    this.#reader = Deno.open(path).then((file) =>
      file.readable.pipeThrough(new DecompressionStream("gzip")).getReader()
    );
  }

  /** The next line; undefined at the end. */
  async readLine(): Promise<string | undefined> {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    let line = "";
    let isStarted = false;
    for (;;) {
      isStarted ||= this.#rest.length > 0;
      const end = this.#rest.indexOf(LINE_END);
      line += this.#decode(decoder, this.#take(end < 0 ? this.#rest.length : end), end < 0);
      if (end >= 0) {
        this.#take(1);
        return line;
      }
      if (await this.#readOn()) continue;
      if (isStarted) throw damaged(this.path);
      return undefined;
    }
  }

  async readBytes(size: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(size);
    for (let filled = 0;;) {
      const part = this.#take(Math.min(size - filled, this.#rest.length));
      bytes.set(part, filled);
      filled += part.length;
      if (filled === size) return bytes;
      if (!await this.#readOn()) throw damaged(this.path);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A stream that is cancelled halfway may report a missing end.
    await this.#reader.then((reader) => reader.cancel()).catch(() => {});
  }

  #take(length: number): Uint8Array<ArrayBuffer> {
    const part = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return part;
  }

  /** @returns false at the end */
  async #readOn(): Promise<boolean> {
    free(this.#rest.buffer);
    this.#rest = new Uint8Array();
    try {
      const { value } = await (await this.#reader).read();
      if (value) this.#rest = value;
      return value !== undefined;
    } catch (error) {
      throw this.#explained(error);
    }
  }

  #decode(decoder: TextDecoder, bytes: Uint8Array<ArrayBuffer>, stream: boolean): string {
    try {
      return decoder.decode(bytes, { stream });
    } catch (error) {
      throw this.#explained(error);
    }
  }

  /** Damaged data throws a TypeError; a failing disk does not. */
  #explained(error: unknown): unknown {
    return error instanceof TypeError ? damaged(this.path, error) : error;
  }
}

const LINE_END = 0x0a;

function damaged(path: string, cause?: unknown): TransferError {
  return new TransferError(
    `${path} is damaged, cut off or no backup, and nothing was taken from it`,
    { cause },
  );
}

/** Parses JSON; undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
