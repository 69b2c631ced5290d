import { openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { peopleTable } from "@/lib/pages/organizer/tables.ts";
import { define } from "@/lib/state.ts";

/** Everyone with status and wishes, for spreadsheets. */
export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    return new Response(peopleTable(managed, new Date()), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="people-${managed.view.code}.csv"`,
      },
    });
  },
});
