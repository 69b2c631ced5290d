import { openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { peopleTable } from "@/lib/pages/organizer/tables.ts";
import { define } from "@/lib/state.ts";
import { download } from "@/lib/pages/download.ts";

/** Everyone with status and wishes, for spreadsheets. */
export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const name = `people-${managed.view.code}.csv`;
    return download(name, "text/csv; charset=utf-8", peopleTable(managed, new Date()));
  },
});
