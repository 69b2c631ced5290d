import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import type { Form } from "@/lib/http/form.ts";
import { readerOf, suggestLanguage } from "@/lib/http/reader.ts";
import { openReport } from "@/lib/operations/reports.ts";
import { mailLinkPage } from "@/lib/pages/mail_link_page.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { UnknownLink } from "./(_components)/UnknownLink.tsx";

/** The game, and the reader's choice on this page. */
type Told = { game: string; said: "ask" | "done" | "undone" };

export default define.page<typeof handler>(function ReportPage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  const told = props.data;
  if (!told) return <UnknownLink reader={reader} />;
  const { game, said } = told;
  const title = said === "undone"
    ? t("mail.unsubscribePage.resumedTitle")
    : t(said === "done" ? "mail.unsubscribePage.doneTitle" : "mail.report");
  return (
    <FacePage
      reader={reader}
      mood={said === "done" ? "asleep" : said === "undone" ? "glad" : "shy"}
      title={title}
      lead={t(`mail.reportPage.${said}`, { game })}
    >
      <Card>
        {said !== "done" && <p class="text-pretty">{t("mail.reportPage.lose")}</p>}
        <form method="post">
          {said === "done"
            ? (
              <Button variant="secondary" name="undo" value="yes">
                {t("mail.reportPage.undo")}
              </Button>
            )
            : <Button>{t("mail.reportPage.button")}</Button>}
        </form>
      </Card>
    </FacePage>
  );
});

export const handler = mailLinkPage(tell, (query, { said }) => {
  query.delete("undone");
  if (said === "undone") query.set("undone", "");
});

async function tell(ctx: Ctx, form?: Form): Promise<Told | null> {
  const { searchParams } = ctx.url;
  const text = (name: string) => searchParams.get(name) ?? "";
  const found = await openReport(
    ctx.state.services,
    { gameId: text("game"), mail: text("mail"), token: text("token") },
    form && !form.has("undo"),
  );
  if (!found) return null;
  suggestLanguage(ctx, found.game.language);
  const isUndone = form ? form.has("undo") : searchParams.has("undone");
  return {
    game: found.game.name,
    said: found.isReported ? "done" : isUndone ? "undone" : "ask",
  };
}
