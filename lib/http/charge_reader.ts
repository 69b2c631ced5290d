import type { Access } from "../game/access.ts";
import type { Game } from "../game/types.ts";
import type { State } from "../state.ts";
import { priceOf, readingPrice } from "./price.ts";

/**
 * Takes the price of showing a game: from its organizer's and from a public reader's address; from participants what
 * each may ask by themselves, as a thousand may share one address on one day.
 *
 * @throws {GameError} 429 where nothing is left of it.
 */
export function chargeReader(
  { spend, spendOwn }: Pick<State, "spend" | "spendOwn">,
  game: Game,
  access: Access,
): void {
  if (access.role === "organizer") return spend(priceOf(game));
  const { own, shared } = readingPrice(game);
  if (access.role === "public") return spend(shared);
  spendOwn(`${game.id} ${access.participant.number}`, own, shared);
}
