import { GameError } from "../game/errors.ts";
import type { Game } from "../game/types.ts";
import type { Services } from "../services.ts";

const HOUR = 3_600_000;

/**
 * Counts an addition by client and by person. Not by game, because one person's failed attempts must not block others.
 *
 * @param person number of the participant it is added for, or `ORGANIZER`.
 * @param most maximum number per hour: by one client, and for one person.
 * @throws {GameError} 429 if the client or the person exceeds the hourly limit.
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
