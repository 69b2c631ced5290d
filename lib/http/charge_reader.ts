import type { Access } from "../game/access.ts";
import type { Game } from "../game/types.ts";
import type { State } from "../state.ts";
import { readingCost, requestCost } from "./request_cost.ts";

/**
 * Charges the cost of showing a game: to the client's address for organizers and the public, mostly to the
 * participant for participants, because a thousand of them may share one address.
 *
 * @throws {GameError} 429 when the budget is used up.
 */
export function chargeReader(
  { chargeCost, chargeOwnCost }: Pick<State, "chargeCost" | "chargeOwnCost">,
  game: Game,
  access: Access,
): void {
  if (access.role === "organizer") return chargeCost(requestCost(game));
  const { own, shared } = readingCost(game);
  if (access.role === "public") return chargeCost(shared);
  chargeOwnCost(`${game.id} ${access.participant.number}`, own, shared);
}
