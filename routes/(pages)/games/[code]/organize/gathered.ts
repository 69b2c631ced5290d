import { openManaged } from "@/lib/pages/organizer.ts";
import { define } from "@/lib/state.ts";
import { type GatheredRegion, renderGathered } from "./(_components)/Gathered.tsx";

/** Who is in by now, for the organizer's page that looks for it; 204 where it shows that already. */
export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { state, isArchived } = managed.view;
    const headers = { "cache-control": "no-store" };
    if (state !== "gathering" || isArchived) {
      return Response.json({ version: "", html: null }, { headers });
    }
    const region: GatheredRegion = await renderGathered(managed);
    if (region.version === ctx.url.searchParams.get("known")) {
      return new Response(null, { status: 204, headers });
    }
    return Response.json(region, { headers });
  },
});
