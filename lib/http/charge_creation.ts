import type { GameSize } from "../game/operation.ts";
import type { State } from "../state.ts";
import { requestCost } from "./request_cost.ts";

/** Cost from which a creation is heavy: that of a game of about 300 people. */
const HEAVY_COST = 3;

/**
 * Charges for a new game and, if it is large, waits for a place among the heavy requests. The length of the body is
 * not enough to decide that, because a thousand short names are not a long body.
 *
 * @throws {GameError} 429 if the budget is used up, 503 if the queue is too long.
 */
export async function chargeCreation(
  { chargeCost, takePlace }: Pick<State, "chargeCost" | "takePlace">,
  creation: GameSize,
): Promise<void> {
  const cost = requestCost(creation);
  chargeCost(cost);
  if (cost >= HEAVY_COST) await takePlace();
}
