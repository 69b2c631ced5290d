import { linksTable } from "@/lib/pages/organizer/tables.ts";
import { participantLinks } from "@/lib/pages/organizer/game_links.ts";
import { whileActive } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { download } from "@/lib/pages/download.ts";

export const handler = define.handlers({
  GET: (ctx) =>
    whileActive(ctx, (managed) => {
      const { view: { code }, reader: { t } } = managed;
      const table = linksTable(participantLinks(ctx, managed), t);
      return download(`links-${code}.csv`, "text/csv; charset=utf-8", table);
    }),
});
