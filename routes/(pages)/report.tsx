import { type Context, page } from "fresh";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import { readForm } from "@/lib/http/form.ts";
import { readerOf, suggestLanguage } from "@/lib/http/reader.ts";
import { openReport } from "@/lib/operations/reports.ts";
import { define, type State } from "@/lib/state.ts";
import { UnknownLink } from "./(_components)/UnknownLink.tsx";

/** The game and what its reader has said; null: the link is none of ours. */
type Told = { game: string; said: "ask" | "done" | "undone" } | null;

export default define.page<typeof handler>(function ReportPage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  const told = props.data;
  if (!told) return <UnknownLink reader={reader} reason={t("mail.reportPage.unknown")} />;
  const { game, said } = told;
  const title = t(
    `mail.reportPage.${
      said === "done" ? "doneTitle" : said === "undone" ? "undoneTitle" : "title"
    }`,
  );
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

export const handler = define.handlers({
  async GET(ctx) {
    const found = await open(ctx);
    const isUndone = ctx.url.searchParams.has("undone");
    const said = found?.isReported ? "done" : isUndone ? "undone" : "ask";
    return page<Told>(found && { game: found.game.name, said }, { status: found ? 200 : 404 });
  },

  async POST(ctx) {
    const isReported = !(await readForm(ctx.req)).has("undo");
    const found = await open(ctx, isReported);
    if (!found) return page<Told>(null, { status: 404 });
    const query = new URLSearchParams(ctx.url.searchParams);
    query.delete("undone");
    if (!isReported) query.set("undone", "");
    return ctx.redirect(`/report?${query}`, 303);
  },
});

async function open(ctx: Context<State>, isReported?: boolean) {
  const { searchParams } = ctx.url;
  const text = (name: string) => searchParams.get(name) ?? "";
  const found = await openReport(
    ctx.state.services,
    { gameId: text("game"), mail: text("mail"), token: text("token") },
    isReported,
  );
  if (found) suggestLanguage(ctx, found.game.language);
  return found;
}
