import { managePath } from "@/lib/browser/links.ts";
import { linksTable } from "@/lib/pages/organizer/tables.ts";
import { participantLinks } from "@/lib/pages/organizer/game_links.ts";
import { openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { download } from "@/lib/pages/download.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { view: { code, isArchived }, reader: { t } } = managed;
    if (isArchived) return ctx.redirect(managePath(code), 303);
    const table = linksTable(participantLinks(ctx, managed), t);
    return download(`links-${code}.csv`, "text/csv; charset=utf-8", table);
  },
});
