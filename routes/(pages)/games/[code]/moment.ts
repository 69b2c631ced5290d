import { momentOf } from "@/lib/pages/participant/moment.ts";
import { GameError } from "@/lib/game/errors.ts";
import { credentialFromCookie } from "@/lib/http/cookies.ts";
import { openGame } from "@/lib/operations/open.ts";
import { define } from "@/lib/state.ts";

/** Whether the page of a participant who waits would show something else by now; 204 where it shows that already. */
export const handler = define.handlers({
  async GET(ctx) {
    const code = ctx.params.code ?? "";
    const credential = credentialFromCookie(ctx.req.headers, code, "participant");
    const { game, access } = await openGame(ctx.state.services, code, credential, {
      markViewed: false,
    });
    if (access.role !== "participant") throw new GameError("INVALID_TOKEN");
    const version = momentOf(game, new Date());
    const headers = { "cache-control": "no-store" };
    return version === ctx.url.searchParams.get("known")
      ? new Response(null, { status: 204, headers })
      : Response.json({ version }, { headers });
  },
});
