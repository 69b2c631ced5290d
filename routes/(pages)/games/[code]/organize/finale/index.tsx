import { type Context, page } from "fresh";
import { managePath } from "@/lib/browser/links.ts";
import { patchGameSchema } from "@/lib/game/operations.ts";
import { GameError } from "@/lib/game/errors.ts";
import { performAction } from "@/lib/operations/change.ts";
import { credentialFromCookie } from "@/lib/http/cookies.ts";
import { readForm } from "@/lib/http/form.ts";
import { submit } from "@/lib/pages/forms.ts";
import { openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { define, type State } from "@/lib/state.ts";
import { FinalePage, type FinalePageProps } from "./(_components)/FinalePage.tsx";

export default define.page<typeof handler>(({ data }) => <FinalePage {...data} />);

export const handler = define.handlers({
  async GET(ctx) {
    return page<FinalePageProps>({
      ...await openManaged(ctx),
      takesPart: takesPart(ctx),
      error: null,
    });
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const { code } = managed.view;
    const reveal = (await readForm(ctx.req)).text("reveal");
    const done = await submit(
      managed.reader.t,
      patchGameSchema,
      { action: "updateGameDetails", reveal },
      (body) => {
        if (body.action !== "updateGameDetails") throw new GameError("MALFORMED_FORM");
        return performAction(ctx.state.services, code, body, managed.credential);
      },
    );
    if (done.ok) return ctx.redirect(managePath(code, "/finale"), 303);
    const [error = null] = Object.values(done.errors);
    return page<FinalePageProps>({ ...managed, takesPart: takesPart(ctx), error }, { status: 400 });
  },
});

/** True if a participant of the game is signed in on this device, too. */
function takesPart({ req: { headers }, params: { code = "" } }: Context<State>): boolean {
  return Object.keys(credentialFromCookie(headers, code, "participant")).length > 0;
}
