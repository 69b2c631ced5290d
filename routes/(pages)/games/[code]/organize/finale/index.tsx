import { page } from "fresh";
import { managePath } from "@/lib/browser/links.ts";
import { readForm } from "@/lib/http/form.ts";
import { submitAction } from "@/lib/pages/forms.ts";
import { isParticipantHere, openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { FinalePage, type FinalePageProps } from "./(_components)/FinalePage.tsx";

export default define.page<typeof handler>(({ data }) => <FinalePage {...data} />);

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    return page<FinalePageProps>({ ...managed, takesPart: isParticipantHere(ctx), error: null });
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const { code } = managed.view;
    const reveal = (await readForm(ctx.req)).text("reveal");
    const asked = { action: "updateGameDetails", reveal };
    const done = await submitAction(ctx, code, managed.credential, asked);
    if (done.ok) return ctx.redirect(managePath(code, "/finale"), 303);
    const [error = null] = Object.values(done.errors);
    return page<FinalePageProps>(
      { ...managed, takesPart: isParticipantHere(ctx), error },
      { status: 400 },
    );
  },
});
