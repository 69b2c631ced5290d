import { openConversation } from "@/lib/pages/participant/whisper.ts";
import { answerNews } from "@/lib/pages/progress.ts";
import { define } from "@/lib/state.ts";
import { renderThread } from "./(_components)/WhisperThread.tsx";

/** The current messages, for the page that polls for them. */
export const handler = define.handlers({
  async GET(ctx) {
    return answerNews(ctx.url, renderThread(await openConversation(ctx)));
  },
});
