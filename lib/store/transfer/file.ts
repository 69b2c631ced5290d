import { z } from "zod";
import { finishDurably, writeAll } from "../durable_file.ts";
import { exists } from "../sqlite/data_dir.ts";
import type { Batch, Watch } from "./copy.ts";
import type { ErasedGames } from "../records.ts";
import { type GameRecord, TABLES, toCounts, TransferError } from "./port.ts";
import { parseErased, parseRecord } from "./records.ts";
import { Tally } from "./tally.ts";

/** Version of the format; files of another version are refused. */
const FORMAT = 1;

/** Number of games per batch. */
const BATCH = 32;

/** The first line of a backup. */
const HEADER = z.object({
  format: z.literal(FORMAT),
  /** ISO 8601, UTC */
  madeAt: z.iso.datetime(),
  engine: z.string(),
  schema: z.int(),
  /** Fingerprint of the key that the games' links derive from. */
  keyFingerprint: z.string(),
  /** The TOKEN_SECRET for the key; null if the key came from the settings: then it is not in the file. */
  tokenSecret: z.string().nullable(),
  games: z.int(),
  /** Keys of addresses that opted out of all mail. */
  declined: z.array(z.string()).default([]),
  /** What the operator's desk keeps. */
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
 * The last line: rows by table, and the SHA-256 of all lines before it. Files of earlier releases lack later
 * tables.
 */
const FOOTER = z.object({ counts: z.partialRecord(z.enum(TABLES), z.int()), sha256: z.string() });
const FOOTER_START = '{"counts":';

/**
 * Writes a backup: lines of JSON, compressed with gzip. Only its owner can read it. After a power cut it is
 * complete or absent: it gets its name after it was verified.
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
  await assertFree(path);
  const unfinished = `${path}.${crypto.randomUUID().slice(0, 8)}.new`;
  using file = await Deno.open(unfinished, { createNew: true, write: true, mode: 0o600 });
  try {
    const tally = new Tally(JSON.stringify({ format: FORMAT, ...header }));
    const bytes = ReadableStream.from(toLines(tally, batchesOf(tally)))
      .pipeThrough(new TextEncoderStream())
      .pipeThrough(new CompressionStream("gzip"));
    // `pipeTo` with `preventClose` returns before everything is written.
    for await (const chunk of bytes) await writeAll(file, chunk);
    const { heading } = await openBackup(unfinished, watch);
    if (heading !== tally.heading) throw damaged(unfinished);
    await assertFree(path);
    await finishDurably(file, unfinished, path);
    return tally;
  } catch (error) {
    await Deno.remove(unfinished).catch(() => {});
    throw error;
  }
}

/** Checked before and after the work, because a rename overwrites an existing file. */
async function assertFree(path: string): Promise<void> {
  if (!await exists(path)) return;
  throw new TransferError(`${path} is there already, and nothing is overwritten`);
}

async function* toLines(tally: Tally, batches: AsyncIterable<Batch>): AsyncGenerator<string> {
  yield `${tally.heading}\n`;
  for await (const { lines } of batches) yield lines.map((line) => `${line}\n`).join("");
  yield `${JSON.stringify({ counts: tally.counts, sha256: tally.checksum })}\n`;
}

/** A verified backup. */
export interface Backup {
  header: Header;
  /** The first line, which its tally starts with. */
  heading: string;
  /** Reads all games again, and adds them to a tally. */
  batches(tally: Tally): AsyncIterable<Batch>;
}

/**
 * Reads and verifies a whole backup.
 *
 * @throws {TransferError} if it is not a backup, has another version, is cut off or was changed.
 */
export async function openBackup(path: string, watch: Watch): Promise<Backup> {
  const lines = readLines(path);
  const { value: heading = "" } = await lines.next();
  const header = HEADER.safeParse(parseJson(heading)).data;
  if (!header) {
    await lines.return();
    throw new TransferError(`${path} is no backup that this release can read`);
  }
  // Keep reading the same stream: one that is cancelled halfway may report a missing end.
  for await (const _ of readGames(path, lines, header, "verified", new Tally(heading), watch));
  return {
    header,
    heading,
    async *batches(tally) {
      const lines = readLines(path);
      await lines.next();
      const read = readGames(path, lines, header, "written", new Tally(heading), watch);
      for await (const { records, erased } of read) {
        // Converted to this release's form: older lines may lack later fields.
        yield {
          records,
          erased,
          lines: [
            ...records.map((record) => tally.add(record)),
            ...erased.map((row) => tally.addErased(row)),
          ],
        };
      }
    },
  };
}

/** Reads the lines after the heading. */
async function* readGames(
  path: string,
  allLines: AsyncIterable<string>,
  header: Header,
  what: string,
  tally: Tally,
  { onProgress, signal }: Watch,
): AsyncGenerator<Batch, void> {
  let footer: unknown;
  let problem: unknown;
  let records: GameRecord[] = [];
  let erased: ErasedGames[] = [];
  let lines: string[] = [];
  for await (const line of allLines) {
    signal.throwIfAborted();
    if (footer !== undefined) throw damaged(path);
    if (line.startsWith(FOOTER_START)) footer = parseJson(line);
    else {
      try {
        const counts = parseErased(line);
        if (counts) {
          tally.addErased(counts, line);
          erased.push(counts);
        } else {
          const record = parseRecord(line);
          tally.add(record, line);
          records.push(record);
        }
        lines.push(line);
      } catch (error) {
        // If the file is damaged, report the checksum rather than any other error.
        problem ??= error;
        tally.addLine(line);
      }
    }
    if (lines.length < BATCH) continue;
    yield { records, erased, lines };
    onProgress(what, tally.counts.games, header.games);
    [records, erased, lines] = [[], [], []];
  }
  const { data } = FOOTER.safeParse(footer);
  if (data?.sha256 !== tally.checksum) throw damaged(path);
  if (problem) throw problem;
  tally.assertCounts(toCounts(Object.entries(data.counts)));
  if (lines.length > 0) yield { records, erased, lines };
  onProgress(what, tally.counts.games, header.games);
}

/** @throws {TransferError} if the file ends within a line or is not a complete gzip file. */
async function* readLines(path: string): AsyncGenerator<string, void> {
  const file = await Deno.open(path);
  let rest = "";
  try {
    const texts = file.readable.pipeThrough(new DecompressionStream("gzip"))
      .pipeThrough(new TextDecoderStream("utf-8", { fatal: true }));
    for await (const text of texts) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    // Damaged data throws a TypeError; a failing disk does not.
    throw error instanceof TypeError ? damaged(path, error) : error;
  }
  if (rest) throw damaged(path);
}

function damaged(path: string, cause?: unknown): TransferError {
  return new TransferError(
    `${path} is damaged, cut off or no backup, and nothing was taken from it`,
    { cause },
  );
}

/** undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
