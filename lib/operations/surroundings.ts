import { cryptoRandom } from "../draw/random.ts";
import type { Surroundings } from "../game/types.ts";

/** What a decision gets of the outside, now. */
export function surroundings(): Surroundings {
  return { random: cryptoRandom, now: new Date(), newId: () => crypto.randomUUID() };
}
