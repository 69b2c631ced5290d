import { type Game, ORGANIZER } from "../game/types.ts";
import { logWarning } from "../monitoring/log.ts";
import { reportCount } from "../monitoring/metrics.ts";
import type { Services } from "../services.ts";
import { isUuid } from "./senders.ts";

/** Number of different people whose reports pause the mail of a game. */
const PAUSES_AT = 3;

/**
 * Opens the report link of a mail; null if the link is invalid.
 *
 * @param link the game, the mail and the token in the link.
 * @param isReported true reports the game, false takes the report back; absent only reads.
 * @returns `isReported` true if the address gets no more mail of the game.
 */
export async function openReport(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  { gameId, mail, token }: { gameId: string; mail: string; token: string },
  isReported?: boolean,
): Promise<{ game: Game; isReported: boolean } | null> {
  const game = isUuid(gameId) ? await store.readGameById(gameId) : null;
  const hash = game && tokens.reportedHash(game, mail, token);
  if (!game || !hash) return null;
  if (isReported === undefined) {
    return { game, isReported: (await store.readReports(game.id)).has(hash) };
  }
  if (!isReported) {
    await store.removeReport(game.id, hash);
    return { game, isReported };
  }
  // Also stores the recipient, because one person may have changed their address and must not count twice.
  const id = tokens.mailId(mail);
  const recipient = id === null ? ORGANIZER : (await store.readMailKey(id))?.recipient ?? null;
  const isPaused = await store.addReport(game.id, { hash, recipient, pausesAt: PAUSES_AT });
  reportCount.add(1, { outcome: isPaused ? "paused" : "noted" });
  logWarning(isPaused ? "mail of a game paused" : "game reported", { game: game.id });
  return { game, isReported };
}
