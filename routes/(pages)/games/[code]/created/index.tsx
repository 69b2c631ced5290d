import { page } from "fresh";
import { gamePath } from "@/lib/browser/links.ts";
import { gameActionSchema } from "@/lib/game/operations.ts";
import { GameError } from "@/lib/game/errors.ts";
import { sendEmailSchema } from "@/lib/game/schemas.ts";
import { performAction } from "@/lib/operations/change.ts";
import { sendEmail } from "@/lib/operations/send_mails.ts";
import { parseBody } from "@/lib/http/body.ts";
import { signIn, withCookies } from "@/lib/http/cookies.ts";
import { type Form, readForm } from "@/lib/http/form.ts";
import { type RefusedForm, submit } from "@/lib/pages/forms.ts";
import {
  type ManagedGame,
  openManaged,
  SHOWN_REFUSALS,
  whileActive,
} from "@/lib/pages/organizer/managed_game.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { loadLinksPage } from "./(_components)/links_page_data.ts";
import { renderLinks } from "./(_components)/PersonLinks.tsx";
import { LinksPage } from "./(_components)/LinksPage.tsx";

export default define.page<typeof handler>(({ data }) => <LinksPage {...data} />);

export const handler = define.handlers({
  GET: (ctx) => whileActive(ctx, (managed) => show(ctx, managed)),

  POST: (ctx) =>
    whileActive(ctx, async (managed) => {
      const { view: { code }, credential } = managed;
      const form = await readForm(ctx.req);
      if (form.text("action") === "updateGameDetails") return await sendTo(ctx, managed, form);
      const participantId = form.text("participantId");
      const action = parseBody(gameActionSchema, {
        action: "issueClaim",
        ...(participantId && { participantId }),
      });
      try {
        await performAction(ctx.state.services, code, action, credential);
      } catch (error) {
        // The seal was broken, or the participant has left: the list shows the current links.
        const isListed = error instanceof GameError &&
          (error.is("NOT_SEALED") || error.is("PARTICIPANT_NOT_FOUND"));
        if (!isListed) throw error;
      }
      return ctx.redirect(`${gamePath(code)}/created#links`, 303);
    }),
});

/** Stores the organizer's address, and emails their link to it. */
async function sendTo(ctx: Ctx, managed: ManagedGame, form: Form) {
  const { services, client } = ctx.state;
  const { game: before, view: { code }, credential, reader: { t } } = managed;
  const organizerEmail = form.text("organizerEmail");
  const body = { action: "updateGameDetails", organizerEmail };
  const done = await submit(t, gameActionSchema, body, async (action) => {
    if (organizerEmail.trim() === "") throw new GameError("ORGANIZER_EMAIL_MISSING");
    const { game } = await performAction(services, code, action, credential);
    // If an earlier address had the link, the change has renewed it, and has emailed the new one already.
    if (game.organizerTokenVersion === before.organizerTokenVersion) {
      const asked = sendEmailSchema.parse({ code, type: "organizer" });
      await sendEmail(services, asked, credential, client);
    }
    return game;
  }, SHOWN_REFUSALS);
  if (!done.ok) {
    return await show(ctx, await openManaged(ctx), {
      action: "updateGameDetails",
      typed: { organizerEmail },
      errors: done.errors,
    });
  }
  const answer = ctx.redirect(`${gamePath(code)}/created#sent`, 303);
  const organizerToken = services.tokens.organizer(done.result);
  return withCookies(answer, signIn(ctx, done.result, { organizerToken }));
}

async function show(ctx: Ctx, managed: ManagedGame, refused: RefusedForm | null = null) {
  const data = loadLinksPage(ctx, managed, refused);
  return page({ ...data, rows: await renderLinks(data) }, { status: refused ? 400 : 200 });
}
