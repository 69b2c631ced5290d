import { page } from "fresh";
import { managePath } from "@/lib/browser/links.ts";
import { signIn, withCookies } from "@/lib/http/cookies.ts";
import { openGame } from "@/lib/operations/open.ts";
import { type ManagedGame, openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { loadOrganizePage } from "./(_components)/organize_page_data.ts";
import { ConfirmPage } from "./(_components)/ConfirmPage.tsx";
import { actOnForm, type AskedForm, type RefusedAct } from "./(_components)/organizer_acts.ts";
import { renderPeople } from "./(_components)/PeopleList.tsx";
import { OrganizePage } from "./(_components)/OrganizePage.tsx";

export default define.page<typeof handler>(({ data: { asked, ...data } }) => {
  if (!asked) return <OrganizePage {...data} />;
  const { view: { code }, reader: { t } } = data;
  return (
    <ConfirmPage
      {...asked}
      managed={data}
      cancel={t("common.cancel")}
      target={managePath(code)}
      onCancel="back"
    />
  );
});

export const handler = define.handlers({
  async GET(ctx) {
    const token = ctx.url.searchParams.get("token");
    return token === null ? await show(ctx, await openManaged(ctx)) : await enter(ctx, token);
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    return await actOnForm(ctx, managed, (...why) => show(ctx, managed, ...why));
  },
});

/** Signs the organizer in, and redirects to the URL without the token. */
async function enter(ctx: Ctx, token: string): Promise<Response> {
  const credential = { organizerToken: token || "-" };
  const code = ctx.params.code ?? "";
  const { services } = ctx.state;
  const { game } = await openGame(services, code, credential, { markViewed: false });
  const organizerToken = services.tokens.organizer(game);
  return withCookies(ctx.redirect(managePath(code), 303), signIn(ctx, game, { organizerToken }));
}

async function show(
  ctx: Ctx,
  managed: ManagedGame,
  refused: RefusedAct | null = null,
  asked?: AskedForm,
) {
  const { game, view: { organizerToken }, credential } = managed;
  const data = loadOrganizePage(ctx, managed, refused);
  return page({ ...data, asked, rows: asked ? "" : await renderPeople(data) }, {
    status: refused && Object.keys(refused.errors).length > 0 ? 400 : 200,
    // Replace a token made with an older key of the service, because the new one stays valid longer.
    ...(credential.organizerToken !== organizerToken && {
      headers: { "set-cookie": signIn(ctx, game, { organizerToken }) },
    }),
  });
}
