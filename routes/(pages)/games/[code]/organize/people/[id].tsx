import { type Context, page } from "fresh";
import { managePath } from "@/lib/browser/links.ts";
import { flashQuery } from "@/lib/pages/flash_messages.ts";
import { readForm } from "@/lib/http/form.ts";
import { openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { define, type State } from "@/lib/state.ts";
import { loadPersonPage } from "./(_components)/person_page_data.ts";
import { actOnPerson } from "./(_components)/person_acts.ts";
import { PersonPage } from "./(_components)/PersonPage.tsx";

export default define.page<typeof handler>(({ data }) => <PersonPage {...data} />);

export const handler = define.handlers({
  async GET(ctx) {
    return await show(ctx, await openManaged(ctx), null);
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const form = await readForm(ctx.req);
    const participantId = ctx.params.id ?? "";
    if (!managed.view.participants.some((one) => one.id === participantId)) return gone(ctx);
    return await actOnPerson({ ctx, managed, participantId, form, show });
  },
});

async function show(...args: Parameters<typeof loadPersonPage>) {
  const [ctx, , refused] = args;
  const data = await loadPersonPage(...args);
  return data ? page(data, { status: refused ? 400 : 200 }) : gone(ctx);
}

/** Redirects to the game, because this person is no longer in it. */
function gone(ctx: Context<State>): Response {
  return ctx.redirect(managePath(ctx.params.code ?? "", flashQuery("gone")), 303);
}
