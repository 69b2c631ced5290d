import type { Access } from "../game/access.ts";
import type { Game } from "../game/types.ts";
import type { State } from "../state.ts";
import { priceOf, priceOfPeople } from "./price.ts";

/** What a participant's page of a large game costs the address that they share with others, in requests. */
const SHARED = 2;

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
  const price = priceOfPeople(game);
  const shared = Math.min(price, SHARED);
  if (access.role === "public") return spend(shared);
  spendOwn(`${game.id} ${access.participant.number}`, price, shared);
}
