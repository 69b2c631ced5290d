import { openConversation } from "@/lib/pages/participant/whisper.ts";
import { define } from "@/lib/state.ts";
import { renderThread } from "./(_components)/WhisperThread.tsx";

/** What was said by now, for the page that looks for it; 204 where it shows that already. */
export const handler = define.handlers({
  async GET(ctx) {
    const region = renderThread(await openConversation(ctx));
    const headers = { "cache-control": "no-store" };
    if (region.version === ctx.url.searchParams.get("known")) {
      return new Response(null, { status: 204, headers });
    }
    return Response.json(region, { headers });
  },
});
