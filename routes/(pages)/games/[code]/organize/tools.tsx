import { page } from "fresh";
import { whileActive } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { loadOrganizePage } from "./(_components)/organize_page_data.ts";
import { SubPage } from "./(_components)/SubPage.tsx";
import { SeldomTools } from "./(_components)/Tools.tsx";

/** What an organizer seldom needs; its forms go to their page, which shows them again where they are refused. */
export default define.page<typeof handler>(function ToolsPage({ data }) {
  const { reader } = data;
  const { t } = reader;
  return (
    <SubPage managed={data} picture="list" title={t("organize.tools")}>
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
