import { page } from "fresh";
import { ConfirmForm } from "./(_components)/ConfirmForm.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { openManaged } from "@/lib/pages/organizer.ts";
import { confirmationOf, isAboutPerson, isDangerous } from "@/lib/pages/confirmations.ts";
import { readerOf } from "@/lib/pages/reader.ts";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import { define } from "@/lib/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { searchParams } = ctx.url;
    const action = searchParams.get("action") ?? "";
    const person = managed.game.participants.find((one) =>
      one.id === searchParams.get("participantId")
    ) ?? null;
    const hub = managePath(managed.game.code);
    if (!isDangerous(action) || managed.view.isArchived) return ctx.redirect(hub, 303);
    if (isAboutPerson(action) && !person) return ctx.redirect(`${hub}?done=gone`, 303);
    return page({
      confirmation: confirmationOf(action, managed, ctx.state.services, person),
      back: person ? managePersonPath(managed.game.code, person.id) : hub,
    });
  },
});

export default define.page<typeof handler>(function ConfirmPage(props) {
  const { confirmation: { title, href: _, ...form }, back } = props.data;
  return (
    <Page reader={readerOf(props)} title={title} isPrivate>
      <PageTitle>{title}</PageTitle>
      <div class="paper p-5 sm:p-7">
        <ConfirmForm {...form} onCancel={back} />
      </div>
    </Page>
  );
});
