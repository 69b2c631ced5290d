import { momentOf } from "@/lib/pages/participant/moment.ts";
import { openAsParticipant } from "@/lib/pages/participant/own_game.ts";
import { answerNews } from "@/lib/pages/progress.ts";
import { define } from "@/lib/state.ts";

/** Tells a waiting participant's page if it has changed. */
export const handler = define.handlers({
  async GET(ctx) {
    const { game } = await openAsParticipant(ctx);
    return answerNews(ctx.url, { version: momentOf(game, new Date()) });
  },
});
