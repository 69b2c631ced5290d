import { GameError } from "@/lib/game/errors.ts";
import { isSameSecret } from "@/lib/game/tokens.ts";
import { json } from "@/lib/http/answers.ts";
import { apiHandler } from "@/lib/http/api.ts";
import { cleanUp } from "@/lib/operations/daily_work.ts";

export const handler = apiHandler({
  async POST({ req, state: { services } }) {
    const { cleanupSecret } = services.settings;
    if (!cleanupSecret) throw new GameError("CLEANUP_NOT_CONFIGURED");
    if (!isSameSecret(req.headers.get("x-cleanup-secret") ?? "", cleanupSecret)) {
      throw new GameError("UNAUTHORIZED");
    }
    return json(await cleanUp(services));
  },
});
