import { GameError } from "../game/errors.ts";
import type { Game } from "../game/types.ts";
import type { Services } from "../services.ts";

const HOUR = 3_600_000;

/**
 * Counts by person and not by game: what somebody sends in vain must keep no one else from it.
 *
 * @param person the number of whoever it is added for.
 * @param most how many may be added within an hour: by one client, and for one person.
 * @throws {GameError} 429 if there are too many of the client, or for the person, within the hour.
 */
export async function countAdded(
  { store, tokens, settings }: Services,
  what: "devices" | "photos",
  { id }: Game,
  person: number,
  client: string,
  most: { client: number; person: number },
): Promise<void> {
  if (settings.rateLimit === null) return;
  const now = Date.now();
  const hour = Math.floor(now / HOUR);
  const [byClient = 0, forPerson = 0] = await store.limits.addCounts([
    { kind: `${what}OfClient`, key: tokens.clientKey(client, hour), hour, add: 1 },
    { kind: `${what}OfPerson`, key: tokens.hashes(`${what} of`, id, `${person}`)[0], hour, add: 1 },
  ]);
  if (byClient <= most.client && forPerson <= most.person) return;
  throw new GameError("TOO_MANY_REQUESTS", { retryAfter: Math.ceil((HOUR - now % HOUR) / 1000) });
}
