import { page } from "fresh";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { readForm } from "@/lib/pages/forms.ts";
import { readerOf, suggestLanguage } from "@/lib/pages/reader.ts";
import { openSubscription } from "@/lib/operations/subscriptions.ts";
import { define } from "@/lib/state.ts";

/** What the page tells: `known` a choice that can be made, `unknown` a link that fits nobody any more. */
type Told =
  | { is: "known"; game: string; isUnsubscribed: boolean; isBack: boolean }
  | { is: "unknown" };

export default define.page<typeof handler>(function UnsubscribePage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  const told = props.data;
  if (told.is === "unknown") {
    return (
      <Page reader={reader} title={t("mail.unsubscribePage.title")} isPrivate>
        <PageTitle lead={t("mail.unsubscribePage.unknown")}>
          {t("mail.unsubscribePage.unknownTitle")}
        </PageTitle>
      </Page>
    );
  }
  const { game, isUnsubscribed, isBack } = told;
  const [title, lead] = isUnsubscribed
    ? [t("mail.unsubscribePage.doneTitle"), t("mail.unsubscribePage.done", { game })]
    : isBack
    ? [t("mail.unsubscribePage.resumedTitle"), t("mail.unsubscribePage.resumed", { game })]
    : [t("mail.unsubscribePage.title"), t("mail.unsubscribePage.ask", { game })];
  return (
    <Page reader={reader} title={title} isPrivate>
      <PageTitle lead={lead}>{title}</PageTitle>
      <Card>
        <p>{t("mail.unsubscribePage.stillSent")}</p>
        <form method="post">
          {isUnsubscribed
            ? (
              <Button variant="secondary" name="resume" value="yes">
                {t("mail.unsubscribePage.resume")}
              </Button>
            )
            : <Button>{t("mail.unsubscribePage.end")}</Button>}
        </form>
      </Card>
    </Page>
  );
});

export const handler = define.handlers({
  async GET(ctx) {
    const { game, token } = linkOf(ctx.url);
    const found = await openSubscription(ctx.state.services, game, token);
    if (!found) return page<Told>({ is: "unknown" }, { status: 404 });
    suggestLanguage(ctx, found.language);
    return page<Told>({
      is: "known",
      game: found.game.name,
      isUnsubscribed: found.isUnsubscribed,
      isBack: ctx.url.searchParams.has("back"),
    });
  },

  /** The page's own button, or one click in a mail program (RFC 8058), which follows no redirect. */
  async POST(ctx) {
    const { game, token } = linkOf(ctx.url);
    const form = await readForm(ctx.req);
    const isUnsubscribed = !form.has("resume");
    const found = await openSubscription(ctx.state.services, game, token, { isUnsubscribed });
    if (!found) return page<Told>({ is: "unknown" }, { status: 404 });
    suggestLanguage(ctx, found.language);
    if (form.has("List-Unsubscribe")) {
      return page<Told>({
        is: "known",
        game: found.game.name,
        isUnsubscribed,
        isBack: false,
      });
    }
    const back = isUnsubscribed ? "" : "&back=";
    return ctx.redirect(
      `/unsubscribe?game=${encodeURIComponent(game)}&token=${encodeURIComponent(token)}${back}`,
      303,
    );
  },
});

function linkOf({ searchParams }: URL): { game: string; token: string } {
  return { game: searchParams.get("game") ?? "", token: searchParams.get("token") ?? "" };
}
