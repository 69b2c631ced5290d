import type { z } from "zod";
import { type ErrorCode, GameError } from "../game/errors.ts";
import { explainError, explainIssues } from "../i18n/errors.ts";
import type { FieldErrors } from "../browser/field_errors.ts";
import type { Translate } from "../i18n/translate.ts";
import { readBytes, readText } from "../http/body.ts";
import type { RequestKey } from "../operations/idempotency.ts";

/** What someone sent by a form. */
export class Form {
  readonly #entries: URLSearchParams;

  constructor(entries: URLSearchParams) {
    this.#entries = entries;
  }

  /** A field's text; "" where it did not come. */
  text(name: string): string {
    return this.#entries.get(name) ?? "";
  }

  /** All texts of the fields with one name. */
  texts(name: string): string[] {
    return this.#entries.getAll(name);
  }

  /** The texts of several fields by their names. */
  pick(names: readonly string[]): Record<string, string> {
    return Object.fromEntries(names.map((name) => [name, this.text(name)]));
  }

  /** Whether a box was ticked or a button pressed. */
  has(name: string): boolean {
    return this.#entries.has(name);
  }
}

/**
 * Reads a form that was sent in either encoding; a file counts as its text.
 *
 * @throws {GameError} as `readBytes`, and 400 for what is no form.
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

/**
 * By what a form is known that is sent twice, as by a double press: the random key that stands in it. One
 * without is always a new one, since two people may say the same.
 */
export function formKey(key: string): RequestKey | undefined {
  return key === "" ? undefined : { key, isForm: true };
}

/** A form that was refused, to be shown again with what was typed. */
export interface RefusedForm<Action = string> {
  action: Action;
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors;
}

/** The outcome of a form: a result, or errors to show at its fields. */
export type Submission<Result> =
  | { ok: true; result: Result }
  | { ok: false; errors: FieldErrors };

/**
 * Checks what a form says by the same schema as the API's and carries it out. What breaks a rule comes
 * back as sentences in the reader's language; every other refusal (401, 403, 404 …) is thrown on.
 *
 * @param shown codes of further refusals that the page itself says in words.
 */
export async function submit<Schema extends z.ZodType, Result>(
  t: Translate,
  schema: Schema,
  input: unknown,
  act: (data: z.infer<Schema>) => Result | Promise<Result>,
  shown: readonly ErrorCode[] = [],
): Promise<Submission<Result>> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) return { ok: false, errors: explainIssues(parsed.error.issues, t) };
  try {
    return { ok: true, result: await act(parsed.data) };
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    if (shown.includes(error.code)) return { ok: false, errors: { "": explainError(error, t) } };
    if (error.status !== 400) throw error;
    return { ok: false, errors: { [error.details?.[0]?.path ?? ""]: explainError(error, t) } };
  }
}
