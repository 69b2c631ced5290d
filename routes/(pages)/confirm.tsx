import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import type { Form } from "@/lib/http/form.ts";
import { readerOf, suggestLanguage } from "@/lib/http/reader.ts";
import { openConfirmation } from "@/lib/operations/senders.ts";
import { mailLinkPage } from "@/lib/pages/mail_link_page.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { UnknownLink } from "./(_components)/UnknownLink.tsx";

/** The game; if its address is confirmed; if its emails wait for that; if any game's emails do. */
type Told = { game: string; isConfirmed: boolean; isHeld: boolean; confirmsSenders: boolean };

export default define.page<typeof handler>(function ConfirmSenderPage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  const told = props.data;
  if (!told) return <UnknownLink reader={reader} />;
  const { game, isConfirmed, isHeld, confirmsSenders } = told;
  const state = isConfirmed ? "done" : "ask";
  const title = t(isConfirmed ? "mail.confirmPage.doneTitle" : "mail.confirmPage.title");
  return (
    <FacePage
      reader={reader}
      mood={isConfirmed ? "glad" : "shy"}
      title={title}
      // If emails do not wait for a confirmation, the page must not say that they are sent now.
      lead={isConfirmed && !confirmsSenders ? undefined : t(`mail.confirmPage.${state}`, { game })}
    >
      {!isConfirmed && (
        <Card>
          <form method="post">
            <Button>{t("mail.confirm.button")}</Button>
          </form>
          {isHeld && <p class="muted text-sm text-pretty">{t("mail.confirmPage.notMe")}</p>}
        </Card>
      )}
    </FacePage>
  );
});

export const handler = mailLinkPage(tell);

async function tell(ctx: Ctx, form?: Form): Promise<Told | null> {
  const { searchParams } = ctx.url;
  const found = await openConfirmation(
    ctx.state.services,
    searchParams.get("game") ?? "",
    searchParams.get("token") ?? "",
    form !== undefined,
  );
  if (!found) return null;
  suggestLanguage(ctx, found.game.language);
  const { game, isConfirmed } = found;
  const { mail, settings: { confirmsSenders } } = ctx.state.services;
  return { game: game.name, isConfirmed, isHeld: mail?.holds(game) ?? false, confirmsSenders };
}
