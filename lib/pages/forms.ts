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
 * Makes the idempotency key of a form from its random key, so that a form that is sent twice, for example by a double
 * click, counts once. Without a key every form is new, because two people may send the same text.
 */
export function formKey(key: string): RequestKey | undefined {
  return key === "" ? undefined : { key, isForm: true };
}

/** Names the hidden field with a field's value when the form was shown, so that only edited fields are saved. */
export function shownField(field: string): string {
  return `shown-${field}`;
}

/** A field's value when its form was shown; undefined if the form does not say. */
export function shownValue(form: Form, field: string): string | undefined {
  return form.texts(shownField(field))[0];
}

/** True if a field is sent as it was shown. Ignores line endings, because browsers change them. */
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

/** The outcome of a form: a result, or errors to show at its fields, and the code of a broken rule. */
export type Submission<Result> =
  | { ok: true; result: Result }
  | { ok: false; errors: FieldErrors; code?: ErrorCode };

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
    const { code, status, details } = error;
    const isShown = shown.includes(code);
    if (!isShown && status !== 400) throw error;
    const path = isShown ? "" : details?.[0]?.path ?? "";
    return { ok: false, errors: { [path]: explainError(error, t) }, code };
  }
}

/**
 * Carries out the action on a game that a form asks for.
 *
 * @param key key of the form, so that a form sent twice counts once
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
