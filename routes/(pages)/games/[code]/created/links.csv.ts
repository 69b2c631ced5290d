import { linksTable } from "@/lib/pages/organizer/tables.ts";
import { participantLinks } from "@/lib/pages/organizer/game_links.ts";
import { openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    return new Response(linksTable(participantLinks(ctx, managed), managed.reader.t), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="links-${managed.view.code}.csv"`,
      },
    });
  },
});
