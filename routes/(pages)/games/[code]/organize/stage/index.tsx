import { page } from "fresh";
import { managePath } from "@/lib/browser/links.ts";
import { flashQuery, isJustDrawn } from "@/lib/pages/flash_messages.ts";
import { submitAction } from "@/lib/pages/forms.ts";
import {
  type ManagedGame,
  openManaged,
  versionOf,
  whileActive,
} from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { GiftPile } from "@/components/art/GiftPile.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { CoverImage } from "@/components/CoverBand.tsx";
import { DrawScene, NameSlips } from "@/components/DrawScene.tsx";
import { Page } from "@/components/Page.tsx";
import LiveRegion from "@/islands/LiveRegion.tsx";
import { coverOf } from "@/lib/game/cover.ts";
import { papersOf } from "@/lib/game/paper.ts";
import { LIMITS } from "@/lib/game/types.ts";

/** The draw on a big screen in front of everyone: names and wrapping papers, without anyone's link. */
export default define.page<typeof handler>(function StagePage({ data }) {
  const { game, view, version, isJustDrawn, error, reader } = data;
  const { t } = reader;
  const papers = papersOf(game);
  const path = managePath(view.code, "/stage");
  return (
    <Page reader={reader} game={game} title={t("gather.status.stage")} isPrivate>
      <DrawScene game={game} papers={isJustDrawn ? papers : null} t={t} />
      <div class={`draw-stage ${game.isGathering ? "" : "draw-done"}`}>
        <CoverImage cover={coverOf(game)} class="draw-backdrop" />
        <h1 class="draw-title">{game.isGathering ? view.name : t("created.ready")}</h1>
        {game.isGathering && (
          <div id="stage" data-live class="flex min-h-0 flex-1 flex-col">
            <NameSlips game={game} />
            <GiftPile papers={papers} />
          </div>
        )}
        {!game.isGathering && <GiftPile papers={papers} />}
        <div class="draw-ways">
          {error && (
            <p role="alert" tabIndex={-1} autofocus class="text-error font-semibold outline-none">
              {error}
            </p>
          )}
          {game.isGathering && game.participants.length >= LIMITS.minParticipants && (
            <form method="post" action={path}>
              <Button icon="shuffle" class="px-8 text-lg">
                {t("organize.confirm.drawNames.button")}
              </Button>
            </form>
          )}
          {/* No link to anyone’s gift, because everyone in the room sees this screen. */}
          <ButtonLink href={managePath(view.code)} variant="quiet" icon="arrow-left">
            {t("organize.back")}
          </ButtonLink>
        </div>
      </div>
      {game.isGathering && (
        <LiveRegion
          url={managePath(view.code, "/progress")}
          version={version}
          pause={4}
          next={path + flashQuery("drawNames")}
        />
      )}
    </Page>
  );
});

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    if (managed.view.isArchived) return ctx.redirect(managePath(managed.view.code), 303);
    ctx.state.isBare = true;
    return show(managed, isJustDrawn(ctx.url, managed.game));
  },

  POST: (ctx) =>
    whileActive(ctx, async (managed) => {
      const { view: { code }, credential, reader: { t } } = managed;
      const done = await submitAction(ctx, code, credential, { action: "drawNames" });
      if (done.ok) return ctx.redirect(managePath(code, `/stage${flashQuery("drawNames")}`), 303);
      // Everyone in the room sees this screen, so it does not say who may not draw whom.
      const [error = null] = done.code === "DRAW_IMPOSSIBLE"
        ? [t("create.review.impossible")]
        : Object.values(done.errors);
      ctx.state.isBare = true;
      return show(managed, false, error);
    }),
});

/** Shows the page. @param error why the names could not be drawn */
function show(managed: ManagedGame, isJustDrawn: boolean, error: string | null = null) {
  const version = versionOf(managed, new Date());
  return page({ ...managed, version, isJustDrawn, error }, { status: error === null ? 200 : 400 });
}
