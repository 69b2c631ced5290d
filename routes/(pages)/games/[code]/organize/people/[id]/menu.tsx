import { renderToString } from "preact-render-to-string";
import { GameError } from "@/lib/game/errors.ts";
import { openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { findPerson } from "../(_components)/person_page_data.ts";
import { PersonMenu } from "../(_components)/PersonMenu.tsx";

/** The actions for one person, as an HTML fragment for the organizer's page. */
export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const found = managed.view.isArchived ? null : findPerson(ctx, managed);
    if (!found) throw new GameError("PARTICIPANT_NOT_FOUND");
    const html = renderToString(<PersonMenu {...found} />);
    return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
  },
});
