import type { z } from "zod";
import type { Credential } from "../game/access.ts";
import { gameActionSchema } from "../game/operations.ts";
import { readerOf } from "../http/reader.ts";
import { type ActionOptions, performAction } from "../operations/change.ts";
import type { Ctx } from "../state.ts";
import { type ErrorCode, GameError } from "../game/errors.ts";
import { explainError, explainIssues } from "../i18n/errors.ts";
import type { FieldErrors } from "../browser/field_errors.ts";
import type { Translate } from "../i18n/translate.ts";
import type { Form } from "../http/form.ts";
import type { RequestKey } from "../operations/idempotency.ts";

/**
 * The random key in a form, which identifies it when it is sent twice, for example by a double click. Without a key every
 * form is new, because two people may send the same text.
 */
export function formKey(key: string): RequestKey | undefined {
  return key === "" ? undefined : { key, isForm: true };
}

/** The name of the hidden field with what a field held when the form was shown: only what was edited is saved. */
export function shownField(field: string): string {
  return `shown-${field}`;
}

/** What a field held when its form was shown; undefined where the form does not say. */
export function shownValue(form: Form, field: string): string | undefined {
  return form.texts(shownField(field))[0];
}

/** True if a field is sent as its form was shown; browsers send other line ends than they get. */
export function isUnedited(form: Form, field: string): boolean {
  const shown = shownValue(form, field);
  return shown !== undefined && withPlainEnds(form.text(field)) === withPlainEnds(shown);
}

const withPlainEnds = (text: string) => text.replace(/\r\n?/g, "\n").trim();

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
 * Validates a form with the API's schema and carries it out. Broken rules are returned as sentences in the reader's
 * language; other refusals (401, 403, 404 …) are thrown.
 *
 * @param shown codes of further refusals to return as sentences.
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

/**
 * Carries out an action on a game, as a form asks.
 *
 * @param key of the form, so that one that is sent twice counts once
 * @param isAsRead see `ActionOptions`
 */
export function submitAction(
  ctx: Ctx,
  code: string,
  credential: Credential,
  input: unknown,
  key?: RequestKey,
  isAsRead?: ActionOptions["isAsRead"],
) {
  const { services } = ctx.state;
  const act = (action: z.infer<typeof gameActionSchema>) =>
    performAction(services, code, action, credential, { key, isAsRead });
  return submit(readerOf(ctx).t, gameActionSchema, input, act);
}
