import { page } from "fresh";
import { managePath } from "@/lib/browser/links.ts";
import { openManaged } from "@/lib/pages/organizer/managed_game.ts";
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
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { code, isArchived } = managed.view;
    if (isArchived) return ctx.redirect(managePath(code), 303);
    const remindedAt = await ctx.state.services.store.readLatestMail(managed.game.id, "reminder");
    return page(loadOrganizePage(ctx, managed, null, remindedAt));
  },
});
