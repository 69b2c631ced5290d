import type { Access } from "../game/access.ts";
import type { Game } from "../game/types.ts";
import type { State } from "../state.ts";
import { readingCost, requestCost } from "./request_cost.ts";

/**
 * Charges the cost of showing a game. Organizers and the public are charged by client address; participants are mostly
 * charged individually, because a thousand of them may share one address.
 *
 * @throws {GameError} 429 when the budget is used up.
 */
export function chargeReader(
  { chargeCost, chargeOwnCost, client }: Pick<State, "chargeCost" | "chargeOwnCost" | "client">,
  game: Game,
  access: Access,
): void {
  if (access.role === "organizer") return chargeCost(requestCost(game));
  const { own, shared } = readingCost(game);
  if (access.role === "public") return chargeCost(shared);
  const reader = `${game.id} ${access.participant.number}`;
  // Anyone with the code knows the ids of an unprotected game; access by id must not use up a participant's own budget.
  chargeOwnCost(access.hasToken ? reader : `${reader} by ${client}`, own, shared);
}
