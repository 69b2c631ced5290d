import type { State } from "../state.ts";
import { priceOf, type Work } from "./price.ts";

/** What costs as much has some 300 people, however few bytes tell their names. */
const HEAVY_PRICE = 3;

/**
 * Takes the price of a new game, and for a large one a place among the heavy requests: a thousand short names are
 * no long body.
 *
 * @throws {GameError} 429 where nothing is left of it, 503 where the line is too long.
 */
export async function chargeCreation(
  { spend, takePlace }: Pick<State, "spend" | "takePlace">,
  creation: Work,
): Promise<void> {
  const price = priceOf(creation);
  spend(price);
  if (price >= HEAVY_PRICE) await takePlace();
}
