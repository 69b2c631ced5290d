import { renderToString } from "preact-render-to-string";
import { GameError } from "@/lib/game/errors.ts";
import { progressOf } from "@/lib/game/progress.ts";
import { personLink } from "@/lib/pages/game_links.ts";
import { openManaged } from "@/lib/pages/organizer.ts";
import { define } from "@/lib/state.ts";
import { PersonMenu } from "../(_components)/PersonMenu.tsx";

/** What can be done for one person, as a part for the organizer's page. */
export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { game, view, hasMail } = managed;
    const index = view.participants.findIndex(({ id }) => id === ctx.params.id);
    const person = view.participants[index];
    const progress = progressOf(game, view, hasMail, new Date())[index];
    if (!person || !progress || view.isArchived) throw new GameError("PARTICIPANT_NOT_FOUND");
    const link = personLink(ctx, managed, person);
    const html = renderToString(<PersonMenu {...{ managed, person, progress, link }} />);
    return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
  },
});
