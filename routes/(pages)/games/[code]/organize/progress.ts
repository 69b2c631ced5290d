import { openManaged, versionOf } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";

/** Whether the organizer's page would show something else by now; 204 where it shows that already. */
export const handler = define.handlers({
  async GET(ctx) {
    const version = versionOf(await openManaged(ctx), new Date());
    const headers = { "cache-control": "no-store" };
    return version === ctx.url.searchParams.get("known")
      ? new Response(null, { status: 204, headers })
      : Response.json({ version }, { headers });
  },
});
