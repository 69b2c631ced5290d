import { openManaged } from "@/lib/pages/organizer.ts";
import { peopleTable } from "@/lib/pages/people/tables.ts";
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
