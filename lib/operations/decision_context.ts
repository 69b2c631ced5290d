import { randomBytes } from "node:crypto";
import { v7 as newTimedId } from "uuid";
import { cryptoRandom } from "../draw/random.ts";
import { personKeysOf } from "../game/pair_history.ts";
import { NONCE_BYTES } from "../game/sealed_text.ts";
import type { Tokens } from "../game/tokens.ts";
import type { DecisionContext } from "../game/types.ts";

/** Creates the context of a decision: randomness, the current time and new ids. */
export function decisionContext(tokens: Tokens): DecisionContext {
  return {
    random: cryptoRandom,
    now: new Date(),
    newId: () => crypto.randomUUID(),
    newGameId: () => newTimedId(),
    personKeys: personKeysOf(tokens),
    sealAddress: (text, place) => tokens.addresses.seal(text, place, randomBytes(NONCE_BYTES)),
  };
}
