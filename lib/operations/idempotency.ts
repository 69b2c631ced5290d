import type { z } from "zod";
import { canonicalText } from "../game/canonical.ts";
import { GameError } from "../game/errors.ts";
import type { Tokens } from "../game/tokens.ts";
import type { IdempotencyRecord, KeptRequest } from "../store/store.ts";

/**
 * Length from which keys are shared by all clients. Shorter keys are scoped to one client: they may be plain counters,
 * and another client with the same number would get the first client's answer.
 */
const SHORTEST_SHARED_KEY = 16;

/** Identifies a repeated request. */
export interface RequestKey {
  /** Chosen by the client. Must be hard to guess, because key and body together open the answer. */
  key: string;
  /** True for a form's key: the same key with a different body is a new request instead of an error. */
  isForm?: boolean;
}

/** A request as it is stored: keyed hashes, nothing of its content. */
export type KnownRequest = ReturnType<typeof toKnownRequest>;

/**
 * Hashes a request.
 *
 * @param scope separates endpoints: the same key may be used once in each.
 * @param body as parsed by the schema.
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
    /** The hashes of its key with each of the server's secrets; the first one is the record's. */
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
 * The texts that may identify a request: first the one that is stored, then those that earlier builds have stored.
 *
 * Instances of version 0.3.0 look only for the text that they hash themselves, so a request that they could also
 * receive is stored with that text. The next release can store the canonical text, which this release already
 * recognizes. It must still recognize the text stored here for a day after the upgrade.
 */
function textsOf(schema: z.ZodType, body: object, isForm: boolean): [string, ...string[]] {
  const { byPost, sendBy, replyToOrganizer, ...others }: Partial<Record<string, unknown>> = {
    ...body,
  };
  const added = { byPost, sendBy, replyToOrganizer };
  // A form always sends unchosen options. In other requests an explicit value may differ from an omitted field.
  const isOfThen = isForm
    ? !byPost && !sendBy && !replyToOrganizer
    : canonicalText(schema, added) === "{}";
  const texts: [string, ...string[]] = [canonicalText(schema, body), JSON.stringify(body)];
  return isOfThen ? [JSON.stringify(others), ...texts] : texts;
}

/** The scope of a key; a short key is scoped to its client. @param client the client's key for limits */
export function scopeOf(scope: string, { key }: RequestKey, client: string): string {
  return key.length < SHORTEST_SHARED_KEY ? `${scope} by ${client}` : scope;
}
