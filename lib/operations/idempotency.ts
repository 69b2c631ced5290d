import { GameError } from "../game/errors.ts";
import type { Tokens } from "../game/tokens.ts";
import type { IdempotencyRecord, KeptRequest } from "../store/store.ts";

/** By what a request that arrives again is known. */
export interface RequestKey {
  /** Chosen by the sender, and hard to guess: with the body, it opens the answer. */
  key: string;
  /** Whether it is a form's: sent again with other words in it, it is another request. */
  isForm?: boolean;
}

/** A request as the store knows it: keyed hashes, nothing of what was said. */
export interface KnownRequest {
  /** The hashes of its key, also with older keys of the server. */
  keys: readonly string[];
  record: IdempotencyRecord;
  isSame(kept: KeptRequest): boolean;
  /** @throws {GameError} 409 where what is kept under its key came with another body. */
  requireSame(kept: KeptRequest): void;
}

/** @param scope what is asked for: the same key may be used for something else, too. */
export function toKnownRequest(
  tokens: Tokens,
  scope: string,
  { key, isForm = false }: RequestKey,
  body: unknown,
): KnownRequest {
  const text = JSON.stringify(body);
  const keys = tokens.hashes("idempotency key", scope, key, ...isForm ? [text] : []);
  const bodies = tokens.hashes("idempotency body", scope, key, text);
  const isSame = (kept: KeptRequest) => bodies.includes(kept.body);
  return {
    keys,
    record: { key: keys[0], body: bodies[0] },
    isSame,
    requireSame(kept) {
      if (!isSame(kept)) throw new GameError("KEY_REUSED");
    },
  };
}
