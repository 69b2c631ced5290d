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
  const texts = textsOf(schema, body, isForm);
  const [kept] = texts;
  const keysOf = (text: string) =>
    tokens.hashes("idempotency key", scope, key, ...isForm ? [text] : []);
  const bodiesOf = (text: string) => tokens.hashes("idempotency body", scope, key, text);
  const keys: readonly string[] = isForm ? texts.flatMap(keysOf) : keysOf(kept);
  const bodies = texts.flatMap(bodiesOf);
  const isSame = (kept: KeptRequest) => bodies.includes(kept.body);
  const record: IdempotencyRecord = { key: keysOf(kept)[0], body: bodiesOf(kept)[0] };
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
 * The texts by which a request may be known: as it is stored, and as earlier builds have stored it.
 *
 * Instances of version 0.3.0 look only for the text that they hash themselves, so a request that they could have had is
 * stored with that. The next release can store the canonical text: this one knows it. It still has to know what this
 * one stores, without the fields that it adds; a day later no one asks for that any more.
 */
function textsOf(schema: z.ZodType, body: object, isForm: boolean): [string, ...string[]] {
  const { byPost, sendBy, replyToOrganizer, ...others }: Partial<Record<string, unknown>> = {
    ...body,
  };
  const added = { byPost, sendBy, replyToOrganizer };
  // Forms always say what is not chosen. Elsewhere it may say more than leaving the field out does.
  const isOfThen = isForm
    ? !byPost && !sendBy && !replyToOrganizer
    : canonicalText(schema, added) === "{}";
  const texts: [string, ...string[]] = [canonicalText(schema, body), JSON.stringify(body)];
  return isOfThen ? [JSON.stringify(others), ...texts] : texts;
}

/** The scope of a key: a short one is its client's own. @param client the asker, as a key for limits */
export function scopeOf(scope: string, { key }: RequestKey, client: string): string {
  return key.length < SHORTEST_SHARED_KEY ? `${scope} by ${client}` : scope;
}
