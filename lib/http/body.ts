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
  throw new GameError(
    400,
    "VALIDATION_FAILED",
    details[0]?.message ?? "The body is not valid",
    details,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GameError(
      400,
      "MALFORMED_JSON",
      text.trim() === ""
        ? "The body is empty, expected a JSON object"
        : "The body is not valid JSON",
    );
  }
}

/** @throws {GameError} 413 over 256 KiB, 400 for bytes that are no UTF-8. */
export async function readText(req: Request): Promise<string> {
  if (Number(req.headers.get("content-length") ?? 0) > MAX_BODY) throw tooLarge();
  if (!req.body) return "";
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of req.body) {
    length += chunk.length;
    if (length > MAX_BODY) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(join(chunks, length));
  } catch {
    throw new GameError(400, "MALFORMED_JSON", "The body is not valid UTF-8");
  }
}

function join(chunks: Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

function tooLarge(): GameError {
  return new GameError(413, "BODY_TOO_LARGE", "The body may have at most 256 KiB");
}
