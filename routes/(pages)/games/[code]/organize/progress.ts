import { openManaged, versionOf } from "@/lib/pages/organizer/managed_game.ts";
import { answerNews } from "@/lib/pages/progress.ts";
import { define } from "@/lib/state.ts";

/** Tells the organizer's page if it has changed. */
export const handler = define.handlers({
  async GET(ctx) {
    const version = versionOf(await openManaged(ctx), new Date());
    return answerNews(ctx.url, { version });
  },
});
