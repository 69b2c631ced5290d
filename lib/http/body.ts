import { Buffer } from "node:buffer";
import { z } from "zod";
import { GameError, invalid } from "../game/errors.ts";
import type { HeldBytes } from "../work/byte_budget.ts";
import { within } from "../work/within.ts";
import { yieldToEventLoop } from "../work/work_queue.ts";

/** Maximum length of a body in bytes. */
export const MAX_BODY = 256 * 1024;

/** A body of at least this many bytes counts as heavy work and waits for a place. */
export const LONG_BODY = 16 * 1024;

/**
 * Reads a JSON body and parses it with its schema.
 *
 * @throws {GameError} as `readBytes`, and 400 if it is not JSON or does not match the schema.
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

/** @throws {GameError} 400 with all issues; the message is that of the first one. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error);
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

/** @throws {GameError} as `readBytes`, and 400 for bytes that are not UTF-8. */
export async function readText(req: Request): Promise<string> {
  const bytes = await readBytes(req);
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new GameError("MALFORMED_JSON", { what: "not valid UTF-8" });
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** How long a body may take to arrive, in ms. */
const PATIENCE = 10_000;

/** Buffer sizes in bytes: small at first, because a client can announce a large body and send nothing. */
const CHUNK = { first: 4 * 1024, largest: 64 * 1024 };

/** The budget for the bytes of long bodies; `take` throws if too few are left. */
type Room = Pick<HeldBytes, "take">;

type Sent = Pick<Request, "headers" | "body">;

/** Bodies that have arrived but have not been read by a handler yet. */
const received = new WeakMap<Sent, Uint8Array<ArrayBuffer>>();

/**
 * Reads a body before the request's work begins, so that a slow sender holds no place. The next `readBytes`
 * of the request returns it.
 *
 * @param room the budget that the body counts against as it arrives.
 * @returns its length in bytes.
 * @throws {GameError} as `readBytes`, and 503 if too many bytes are held already.
 */
export async function receiveBody(req: Sent, room: Room): Promise<number> {
  const bytes = await receive(req, PATIENCE, room);
  received.set(req, bytes);
  return bytes.length;
}

/** The text of a received body that no handler has read yet; "" if there is none. */
export function receivedText(req: Sent): string {
  return new TextDecoder().decode(received.get(req));
}

/**
 * True if the received body is a JSON object with this field. The body is parsed instead of searched, because a field
 * name can contain escapes.
 */
export function hasReceived(req: Sent, field: string): boolean {
  try {
    const body: unknown = JSON.parse(receivedText(req));
    return typeof body === "object" && body !== null && Object.hasOwn(body, field);
  } catch {
    return false;
  }
}

/**
 * Reads a body. Memory grows with what has arrived, never with `Content-Length`.
 *
 * @param patience ms
 * @throws {GameError} 413 above 256 KiB, 408 if it does not arrive in time, 400 if it is incomplete.
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
  room?: Room,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(headers.get("content-length")) || 0;
  if (announced > MAX_BODY) throw new GameError("BODY_TOO_LARGE");
  if (!body) return new Uint8Array();
  const { read, cancel } = openChunks(body);
  try {
    return await within(patience, readAll(read, announced, room), () => {
      throw new GameError("BODY_TOO_SLOW");
    });
  } catch (error) {
    cancel();
    if (error instanceof GameError) throw error;
    throw new GameError("MALFORMED_JSON", { what: "incomplete" });
  }
}

/** Reads a chunk of up to `size` bytes; undefined at the end. */
type ReadChunk = (size: number) => Promise<Uint8Array | undefined>;

/**
 * Reads all chunks. Once a body turns out to be long, its whole announced length is taken from the budget. If the
 * budget is used up it is refused then, because the server's buffers grow as it is read. Announcing a length is free.
 */
async function readAll(
  read: ReadChunk,
  announced: number,
  room?: Room,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let taken = 0;
  for (let size = CHUNK.first;; size = Math.min(size * 2, CHUNK.largest)) {
    const chunk = await read(size);
    if (!chunk) break;
    length += chunk.length;
    if (length > MAX_BODY) throw new GameError("BODY_TOO_LARGE");
    if (length > LONG_BODY && length > taken) {
      const needed = Math.max(length, announced);
      room?.take(needed - taken);
      taken = needed;
    }
    // Copied, because each tiny chunk would keep a whole buffer alive.
    chunks.push(chunk.length < chunk.buffer.byteLength / 2 ? chunk.slice() : chunk);
  }
  // A copy, because a short buffer of Node's shares its memory with others.
  return new Uint8Array(Buffer.concat(chunks, length));
}

/**
 * Opens a body for reading in chunks. Bodies from the server are read into a buffer of the requested size, because
 * the default of 64 KiB would be held for each idle connection. Bodies made in this process have their own chunks.
 */
function openChunks(body: ReadableStream<Uint8Array>): { read: ReadChunk; cancel: () => void } {
  const quietly = (reader: ReadableStreamDefaultReader | ReadableStreamBYOBReader) => () => {
    reader.cancel().catch(() => {});
  };
  // The only way to find out whether it is a byte stream is to try.
  try {
    const reader = body.getReader({ mode: "byob" });
    const read: ReadChunk = async (size) => {
      const { done, value } = await reader.read(new Uint8Array(size));
      return done ? undefined : value;
    };
    return { read, cancel: quietly(reader) };
  } catch {
    const reader = body.getReader();
    return { read: async () => (await reader.read()).value, cancel: quietly(reader) };
  }
}
