import { isSameSecret } from "@/lib/game/tokens.ts";
import { json } from "@/lib/http/answers.ts";
import { apiHandler } from "@/lib/http/api.ts";
import { archiveExpiredGames } from "@/lib/operations/daily.ts";

export const handler = apiHandler({
  async POST({ req, state: { services } }) {
    const { cleanupSecret } = services.settings;
    if (!cleanupSecret) {
      return json({ error: "Server configuration error", code: "CLEANUP_NOT_CONFIGURED" }, 500);
    }
    if (!isSameSecret(req.headers.get("x-cleanup-secret") ?? "", cleanupSecret)) {
      return json({ error: "Unauthorized", code: "UNAUTHORIZED" }, 401);
    }
    return json(await archiveExpiredGames(services, new Date()));
  },
});
