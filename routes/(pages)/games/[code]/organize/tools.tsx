import { page } from "fresh";
import { whileActive } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { loadOrganizePage } from "./(_components)/organize_page_data.ts";
import { SubPage } from "./(_components)/SubPage.tsx";
import { SeldomTools } from "./(_components)/Tools.tsx";

/** Rarely used tools. Their forms are sent to the organizer's page, which shows them again if they are refused. */
export default define.page<typeof handler>(function ToolsPage({ data }) {
  const { reader } = data;
  const { t } = reader;
  return (
    <SubPage managed={data} picture="list" title={t("create.more.title")}>
      <SeldomTools {...data} />
    </SubPage>
  );
});

export const handler = define.handlers({
  GET: (ctx) =>
    whileActive(ctx, async (managed) => {
      const remindedAt = await ctx.state.services.store.readLatestMail(managed.game.id, "reminder");
      return page(loadOrganizePage(ctx, managed, null, remindedAt));
    }),
});
