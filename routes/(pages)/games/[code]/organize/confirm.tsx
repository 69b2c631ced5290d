import { page } from "fresh";
import { Sketch } from "@/components/art/Sketch.tsx";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import { isConfirmableAction, ORGANIZER_ACTIONS } from "@/lib/pages/actions.ts";
import { confirmationOf } from "@/lib/pages/organizer/confirmations.ts";
import { flashQuery } from "@/lib/pages/flash_messages.ts";
import { openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { ConfirmForm } from "./(_components)/ConfirmForm.tsx";
import { SubPage } from "./(_components)/SubPage.tsx";

/** Asks before an act where no script runs. */
export default define.page<typeof handler>(function ConfirmPage({ data }) {
  const { managed, confirmation: { href: _, ...form }, action, back } = data;
  return (
    <SubPage
      managed={managed}
      picture={<Sketch name={ORGANIZER_ACTIONS[action].question.sketch} />}
      title={form.title}
      hasBack={false}
    >
      <div class="paper p-5 sm:p-7">
        <ConfirmForm {...form} onCancel={back} />
      </div>
    </SubPage>
  );
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
