import { momentOf } from "@/lib/pages/participant/moment.ts";
import { define } from "@/lib/state.ts";
import { openAsParticipant } from "@/lib/pages/participant/own_game.ts";

/** Whether the page of a participant who waits would show something else by now; 204 where it shows that already. */
export const handler = define.handlers({
  async GET(ctx) {
    const { game } = await openAsParticipant(ctx);
    const version = momentOf(game, new Date());
    const headers = { "cache-control": "no-store" };
    return version === ctx.url.searchParams.get("known")
      ? new Response(null, { status: 204, headers })
      : Response.json({ version }, { headers });
  },
});
