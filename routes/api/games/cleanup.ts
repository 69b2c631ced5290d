import { GameError } from "@/lib/game/errors.ts";
import { isSameSecret } from "@/lib/game/tokens.ts";
import { json } from "@/lib/http/answers.ts";
import { apiHandler } from "@/lib/http/api.ts";
import { archiveExpiredGames, forgetOldCounts, forgetRequests } from "@/lib/operations/daily.ts";
import { logError } from "@/lib/monitoring/log.ts";
import { eraseOldGames } from "@/lib/operations/erase.ts";

export const handler = apiHandler({
  async POST({ req, state: { services } }) {
    const { cleanupSecret } = services.settings;
    if (!cleanupSecret) throw new GameError("CLEANUP_NOT_CONFIGURED");
    if (!isSameSecret(req.headers.get("x-cleanup-secret") ?? "", cleanupSecret)) {
      throw new GameError("UNAUTHORIZED");
    }
    const now = new Date();
    await forgetOldCounts(services, now);
    const archived = await archiveExpiredGames(services, now);
    await eraseOldGames(services, now).catch((error) => logError("erasure failed", error));
    await forgetRequests(services);
    return json(archived);
  },
});
