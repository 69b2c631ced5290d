import { page } from "fresh";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import { isConfirmableAction, ORGANIZER_ACTIONS } from "@/lib/pages/actions.ts";
import { confirmationOf } from "@/lib/pages/organizer/confirmations.ts";
import { flashQuery } from "@/lib/pages/flash_messages.ts";
import { openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { ConfirmPage } from "./(_components)/ConfirmPage.tsx";

/** Asks before an action, without scripts. */
export default define.page<typeof handler>(({ data }) => {
  const { managed, confirmation: { href: _, ...form }, action, back } = data;
  const { sketch } = ORGANIZER_ACTIONS[action].question;
  return <ConfirmPage {...form} managed={managed} sketch={sketch} onCancel={back} />;
});

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { game } = managed;
    const { searchParams } = ctx.url;
    const action = searchParams.get("action") ?? "";
    const id = searchParams.get("participantId");
    if (!isConfirmableAction(action) || managed.view.isArchived) {
      return ctx.redirect(managePath(game.code), 303);
    }
    const isAboutPerson = ORGANIZER_ACTIONS[action].question.about === "person";
    const person = isAboutPerson ? game.participants.find((one) => one.id === id) ?? null : null;
    if (isAboutPerson && !person) {
      return ctx.redirect(managePath(game.code, flashQuery("gone")), 303);
    }
    return page({
      managed,
      action,
      confirmation: confirmationOf(action, managed, ctx.state.services.tokens, person),
      back: person ? managePersonPath(game.code, person.id) : managePath(game.code),
    });
  },
});
