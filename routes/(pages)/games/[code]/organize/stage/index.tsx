import { page } from "fresh";
import { managePath } from "@/lib/browser/links.ts";
import { patchGameSchema } from "@/lib/game/operations.ts";
import { perform } from "@/lib/operations/verbs.ts";
import { flashQuery, isJustDrawn } from "@/lib/pages/flash_messages.ts";
import { submit } from "@/lib/pages/forms.ts";
import { type ManagedGame, openManaged, versionOf } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { StagePage, type StagePageProps } from "./(_components)/StagePage.tsx";

export default define.page<typeof handler>(({ data }) => <StagePage {...data} />);

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    if (managed.view.isArchived) return ctx.redirect(managePath(managed.view.code), 303);
    ctx.state.isBare = true;
    return page(show(managed, isJustDrawn(ctx.url, managed.game), null));
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const { view: { code }, credential, reader: { t } } = managed;
    const { services, client } = ctx.state;
    const done = await submit(
      t,
      patchGameSchema,
      { action: "drawNames", ...credential },
      (body) => perform(services, code, body, credential, { client }),
    );
    if (done.ok) return ctx.redirect(managePath(code, `/stage${flashQuery("drawNames")}`), 303);
    const [error = null] = Object.values(done.errors);
    ctx.state.isBare = true;
    return page(show(managed, false, error), { status: 400 });
  },
});

function show(managed: ManagedGame, isJustDrawn: boolean, error: string | null): StagePageProps {
  return { ...managed, version: versionOf(managed, new Date()), isJustDrawn, error };
}
