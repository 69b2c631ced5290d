import { GameError } from "../game/errors.ts";
import { readBytes, readText } from "./body.ts";

/** A submitted form. */
export class Form {
  constructor(private readonly entries: URLSearchParams) {}

  /** A field's text; "" if the field is missing. */
  text(name: string): string {
    return this.entries.get(name) ?? "";
  }

  /** The texts of all fields with this name. */
  texts(name: string): string[] {
    return this.entries.getAll(name);
  }

  /** The texts of several fields by their names. */
  pick(names: readonly string[]): Record<string, string> {
    return Object.fromEntries(names.map((name) => [name, this.text(name)]));
  }

  /** True if a checkbox was ticked or a button was pressed. */
  has(name: string): boolean {
    return this.entries.has(name);
  }
}

/**
 * Reads a form in either encoding; files are read as text.
 *
 * @throws {GameError} as `readBytes`, and 400 for an invalid form.
 */
export async function readForm(req: Request): Promise<Form> {
  const type = req.headers.get("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    return new Form(new URLSearchParams(await readText(req)));
  }
  if (type.startsWith("multipart/form-data")) {
    const entries = new URLSearchParams();
    for (const [name, value] of await readMultipart(req, type)) {
      entries.append(name, typeof value === "string" ? value : await value.text());
    }
    return new Form(entries);
  }
  throw new GameError("MALFORMED_FORM");
}

async function readMultipart(req: Request, type: string): Promise<FormData> {
  const bytes = await readBytes(req);
  try {
    return await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch {
    throw new GameError("MALFORMED_FORM");
  }
}
