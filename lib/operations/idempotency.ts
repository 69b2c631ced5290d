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

/** Hashes a request. @param scope separates endpoints: the same key may be used once in each */
export function toKnownRequest(
  tokens: Tokens,
  scope: string,
  { key, isForm = false }: RequestKey,
  body: unknown,
) {
  const text = JSON.stringify(body);
  const keys = tokens.hashes("idempotency key", scope, key, ...isForm ? [text] : []);
  const bodies = tokens.hashes("idempotency body", scope, key, text);
  const isSame = (kept: KeptRequest) => bodies.includes(kept.body);
  const record: IdempotencyRecord = { key: keys[0], body: bodies[0] };
  return {
    /** The hashes of its key, with each of the server's keys. */
    keys,
    record,
    isSame,
    /** @throws {GameError} 409 if the stored request with this key had another body. */
    requireSame(kept: KeptRequest) {
      if (!isSame(kept)) throw new GameError("KEY_REUSED");
    },
  };
}

/** The scope of a key: a short one is its client's own. @param client the asker, as a key for limits */
export function scopeOf(scope: string, { key }: RequestKey, client: string): string {
  return key.length < SHORTEST_SHARED_KEY ? `${scope} by ${client}` : scope;
}
