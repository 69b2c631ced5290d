import type { z } from "zod";
import { type ErrorCode, GameError } from "../game/errors.ts";
import { explainError, explainIssues } from "../i18n/errors.ts";
import type { FieldErrors } from "../browser/field_errors.ts";
import type { Translate } from "../i18n/translate.ts";
import type { RequestKey } from "../operations/idempotency.ts";

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
