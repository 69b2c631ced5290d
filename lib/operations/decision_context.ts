import { v7 as newTimedId } from "uuid";
import { cryptoRandom } from "../draw/random.ts";
import type { DecisionContext } from "../game/types.ts";

/** What a decision gets of the outside, now. */
export function decisionContext(): DecisionContext {
  return {
    random: cryptoRandom,
    now: new Date(),
    newId: () => crypto.randomUUID(),
    newGameId: () => newTimedId(),
  };
}
