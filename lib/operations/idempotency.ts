import type { z } from "zod";
import { canonicalText } from "../game/canonical.ts";
import { GameError } from "../game/errors.ts";
import type { Tokens } from "../game/tokens.ts";
import type { IdempotencyRecord, KeptRequest } from "../store/store.ts";

/**
 * Shorter keys are valid but belong to one client: they may be plain counters, and another client with the same
 * number would get the first one's answer.
 */
const SHORTEST_SHARED_KEY = 16;

/** Identifies a request that is sent again. */
export interface RequestKey {
  /** Chosen by the sender and hard to guess: with the body, it opens the answer. */
  key: string;
  /** True for a form's key: with another body it is another request instead of an error. */
  isForm?: boolean;
}

/** A request as it is stored: keyed hashes, nothing of its content. */
export type KnownRequest = ReturnType<typeof toKnownRequest>;

/**
 * Hashes a request.
 *
 * @param scope separates endpoints: the same key may be used once in each
 * @param body as the schema has parsed it.
 */
export function toKnownRequest(
  tokens: Tokens,
  scope: string,
  { key, isForm = false }: RequestKey,
  schema: z.ZodType,
  body: object,
) {
  const text = canonicalText(schema, body);
  const texts = [text, ...earlierTexts(body)];
  const keysOf = (text: string) =>
    tokens.hashes("idempotency key", scope, key, ...isForm ? [text] : []);
  const bodiesOf = (text: string) => tokens.hashes("idempotency body", scope, key, text);
  const keys: readonly string[] = isForm ? texts.flatMap(keysOf) : keysOf(text);
  const bodies = texts.flatMap(bodiesOf);
  const isSame = (kept: KeptRequest) => bodies.includes(kept.body);
  const record: IdempotencyRecord = { key: keysOf(text)[0], body: bodiesOf(text)[0] };
  return {
    /** The hashes of its key, with each of the server's keys; the first is that of the record. */
    keys,
    record,
    isSame,
    /** @throws {GameError} 409 if the stored request with this key had another body. */
    requireSame(kept: KeptRequest) {
      if (!isSame(kept)) throw new GameError("KEY_REUSED");
    },
  };
}

/**
 * The texts that builds before this one hashed. A request is known for a day, so they may go with the next release.
 */
function earlierTexts(body: object): string[] {
  const { byPost, sendBy, replyToOrganizer, ...others }: Partial<Record<string, unknown>> = {
    ...body,
  };
  // Version 0.3.0 did not have these fields.
  const isOfThen = !byPost && !sendBy && !replyToOrganizer;
  return [JSON.stringify(body), ...isOfThen ? [JSON.stringify(others)] : []];
}

/** The scope of a key: a short one is its client's own. @param client the asker, as a key for limits */
export function scopeOf(scope: string, { key }: RequestKey, client: string): string {
  return key.length < SHORTEST_SHARED_KEY ? `${scope} by ${client}` : scope;
}
