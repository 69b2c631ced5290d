import { type Game, ORGANIZER } from "../game/types.ts";
import { logWarning } from "../monitoring/log.ts";
import { reportCount } from "../monitoring/metrics.ts";
import type { Services } from "../services.ts";
import { isUuid } from "./senders.ts";

/** How many different people must report a game until its mail is paused. */
const PAUSES_AT = 3;

/**
 * The report that a mail's link for those who do not know the people in it opens; null for an invalid link.
 *
 * @param link which mail of which game, by the link in it.
 * @param isReported reports the game, or takes the report back.
 * @returns whether the address gets no more mail of the game.
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
  // The recipient counts, not only the address: one person may have changed theirs.
  const id = tokens.mailId(mail);
  const recipient = id === null ? ORGANIZER : (await store.readMailKey(id))?.recipient ?? null;
  const isPaused = await store.addReport(game.id, { hash, recipient, pausesAt: PAUSES_AT });
  reportCount.add(1, { outcome: isPaused ? "paused" : "noted" });
  logWarning(isPaused ? "mail of a game paused" : "game reported", { game: game.id });
  return { game, isReported };
}
