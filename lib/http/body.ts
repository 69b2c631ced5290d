import { z } from "zod";
import { type ErrorDetail, GameError } from "../game/errors.ts";
import type { HeldBytes } from "../work/byte_budget.ts";
import { yieldToEventLoop } from "../work/work_queue.ts";

/** The largest body that is read, in bytes. */
export const MAX_BODY = 256 * 1024;

/** From so many bytes on a body is heavy work: what is made of it takes long enough to let others in before. */
export const LONG_BODY = 16 * 1024;

/**
 * Reads a JSON body and parses it by its schema.
 *
 * @throws {GameError} as `readBytes`, and 400 for anything that is no JSON or not of the schema.
 */
export async function readJson<Schema extends z.ZodType>(
  req: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await readText(req);
  const isLong = text.length > LONG_BODY;
  const json = parseJson(text);
  if (isLong) await yieldToEventLoop();
  const body = parseBody(schema, json);
  if (isLong) await yieldToEventLoop();
  return body;
}

/** @throws {GameError} 400 with every issue, the first of them as the sentence. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.slice(0, 50).map((issue): ErrorDetail => ({
    path: issue.path.join("."),
    message: issue.message,
  }));
  throw new GameError("VALIDATION_FAILED", { details });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GameError("MALFORMED_JSON", {
      what: text.trim() === "" ? "empty, expected a JSON object" : "not valid JSON",
    });
  }
}

/** @throws {GameError} as `readBytes`, and 400 for bytes that are no UTF-8. */
export async function readText(req: Request): Promise<string> {
  const bytes = await readBytes(req);
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new GameError("MALFORMED_JSON", { what: "not valid UTF-8" });
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** How long a body may take to come, in ms. */
const PATIENCE = 10_000;

/** What is read at a time, in bytes: little at first, since many may announce much and send nothing. */
const CHUNK = { first: 4 * 1024, largest: 64 * 1024 };

type Sent = Pick<Request, "headers" | "body">;

/** Bodies that have come and were not asked for yet. */
const received = new WeakMap<Sent, Uint8Array<ArrayBuffer>>();

/**
 * Reads a body before the request's work begins, so that nobody who sends slowly holds a place meanwhile. The next
 * `readBytes` of the request returns it.
 *
 * @param held what it counts against, as it comes.
 * @returns its length in bytes.
 * @throws {GameError} as `readBytes`, and 503 where too many bytes are held already.
 */
export async function receiveBody(req: Sent, held: HeldBytes): Promise<number> {
  const bytes = await receive(req, PATIENCE, held);
  received.set(req, bytes);
  return bytes.length;
}

/**
 * Reads a body into memory that grows with what has come, never with what was announced.
 *
 * @param patience ms
 * @throws {GameError} 413 over 256 KiB, 408 for one that does not come in time, 400 for one that breaks off.
 */
export async function readBytes(
  req: Sent,
  patience = PATIENCE,
): Promise<Uint8Array<ArrayBuffer>> {
  const known = received.get(req);
  received.delete(req);
  return known ?? await receive(req, patience);
}

async function receive(
  { headers, body }: Sent,
  patience: number,
  held?: HeldBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers.get("content-length") ?? 0) > MAX_BODY) throw new GameError("BODY_TOO_LARGE");
  if (!body) return new Uint8Array();
  const { read, cancel } = openChunks(body);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GameError("BODY_TOO_SLOW")), patience);
  });
  try {
    return await Promise.race([readAll(read, held), timeout]);
  } catch (error) {
    cancel();
    if (error instanceof GameError) throw error;
    throw new GameError("MALFORMED_JSON", { what: "incomplete" });
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a chunk of up to so many bytes; undefined at the end. */
type ReadChunk = (size: number) => Promise<Uint8Array | undefined>;

async function readAll(read: ReadChunk, held?: HeldBytes): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let size = CHUNK.first;; size = Math.min(size * 2, CHUNK.largest)) {
    const chunk = await read(size);
    if (!chunk) break;
    length += chunk.length;
    if (length > MAX_BODY) throw new GameError("BODY_TOO_LARGE");
    if (length > LONG_BODY) held?.take(chunk.length);
    // What comes in drops would hold a whole buffer for each.
    chunks.push(chunk.length < chunk.buffer.byteLength / 2 ? chunk.slice() : chunk);
  }
  const whole = new Uint8Array(length);
  let filled = 0;
  for (const chunk of chunks) {
    whole.set(chunk, filled);
    filled += chunk.length;
  }
  return whole;
}

/**
 * The chunks of a body. Those that a server hands on fill a buffer of the size asked for (else it would be
 * 64 KiB for each connection that sends nothing more); those made in this process come as they are.
 */
function openChunks(body: ReadableStream<Uint8Array>): { read: ReadChunk; cancel: () => void } {
  const quietly = (reader: ReadableStreamDefaultReader | ReadableStreamBYOBReader) => () => {
    reader.cancel().catch(() => {});
  };
  const reader = openByteReader(body);
  if (reader) {
    const read: ReadChunk = async (size) => {
      const { done, value } = await reader.read(new Uint8Array(size));
      return done ? undefined : value;
    };
    return { read, cancel: quietly(reader) };
  }
  const other = body.getReader();
  return { read: async () => (await other.read()).value, cancel: quietly(other) };
}

/** null: it is no byte stream; nothing tells before one tries. */
function openByteReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return null;
  }
}
