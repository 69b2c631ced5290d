import { openManaged, versionOf } from "@/lib/pages/organizer/managed_game.ts";
import { answerNews } from "@/lib/pages/progress.ts";
import { define } from "@/lib/state.ts";

/** Whether the organizer's page would show something else by now. */
export const handler = define.handlers({
  async GET(ctx) {
    const version = versionOf(await openManaged(ctx), new Date());
    return answerNews(ctx.url, { version });
  },
});
