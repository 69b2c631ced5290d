import type { Access } from "../game/access.ts";
import type { Game } from "../game/types.ts";
import type { State } from "../state.ts";
import { readingCost, requestCost } from "./request_cost.ts";

/**
 * Takes the price of showing a game: from its organizer's and from a public reader's address; from participants what
 * each may ask by themselves, as a thousand may share one address on one day.
 *
 * @throws {GameError} 429 where nothing is left of it.
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
