import { GameError } from "../game/errors.ts";
import type { Game } from "../game/types.ts";
import type { Services } from "../services.ts";

const HOUR = 3_600_000;

/** How many may be added within an hour: by one client, and to a game, in all and for each of its people. */
interface HourlyLimit {
  client: number;
  game: number;
  person: number;
}

/** @throws {GameError} 429 if the client or the game has added too many within the hour. */
export async function countAdded(
  { store, tokens, settings }: Services,
  what: "devices" | "photos",
  { id, participants }: Game,
  client: string,
  most: HourlyLimit,
): Promise<void> {
  if (settings.rateLimit === null) return;
  const now = Date.now();
  const hour = Math.floor(now / HOUR);
  const [byClient = 0, inGame = 0] = await store.limits.addCounts([
    { kind: `${what}OfClient`, key: tokens.clientKey(client, hour), hour, add: 1 },
    { kind: `${what}OfGame`, key: tokens.hashes(`${what} of`, id)[0], hour, add: 1 },
  ]);
  const mostInGame = most.game + most.person * participants.length;
  if (byClient <= most.client && inGame <= mostInGame) return;
  throw new GameError("TOO_MANY_REQUESTS", { retryAfter: Math.ceil((HOUR - now % HOUR) / 1000) });
}
