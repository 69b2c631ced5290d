import { z } from "zod";
import { type ErrorDetail, GameError } from "../game/errors.ts";

/** The largest body that is read, in bytes. */
export const MAX_BODY = 256 * 1024;

/**
 * Reads a JSON body and parses it by its schema.
 *
 * @throws {GameError} 413 over 256 KiB, 400 for anything that is no JSON or not of the schema.
 */
export async function readJson<Schema extends z.ZodType>(
  req: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return parseBody(schema, parseJson(await readText(req)));
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

/** @throws {GameError} 413 over 256 KiB, 400 for bytes that are no UTF-8. */
export async function readText(req: Request): Promise<string> {
  const announced = req.headers.get("content-length");
  if (Number(announced ?? 0) > MAX_BODY) throw new GameError("BODY_TOO_LARGE");
  // The server holds a sender to the length it announced; without one, bytes are counted as they come.
  const bytes = announced === null ? await readCounted(req) : await req.bytes();
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new GameError("MALFORMED_JSON", { what: "not valid UTF-8" });
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

async function readCounted(req: Request): Promise<Uint8Array> {
  const body = new Uint8Array(MAX_BODY);
  let length = 0;
  for await (const chunk of req.body ?? []) {
    if (length + chunk.length > MAX_BODY) throw new GameError("BODY_TOO_LARGE");
    body.set(chunk, length);
    length += chunk.length;
  }
  return body.subarray(0, length);
}
