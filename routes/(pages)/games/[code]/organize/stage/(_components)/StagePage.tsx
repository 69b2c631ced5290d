import { GiftPile } from "@/components/art/GiftPile.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { CoverImage, CoverStyle } from "@/components/CoverBand.tsx";
import { DrawScene, NameSlips } from "@/components/DrawScene.tsx";
import { Page } from "@/components/Page.tsx";
import LiveRegion from "@/islands/LiveRegion.tsx";
import { managePath } from "@/lib/browser/links.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { papersOf } from "@/lib/game/paper.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { flashQuery } from "@/lib/pages/flash_messages.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";

export interface StagePageProps extends ManagedGame {
  /** Of the organizer's page, as `versionOf` tells it. */
  version: string;
  isJustDrawn: boolean;
  /** Why the names could not be drawn. */
  error: string | null;
}

/** The draw on a big screen, in front of everyone: names and papers, and no link of anyone. */
export function StagePage(data: StagePageProps) {
  const { game, view, version, isJustDrawn, error, reader } = data;
  const { t } = reader;
  const cover = coverOf(game);
  const papers = papersOf(game);
  const path = managePath(view.code, "/stage");
  return (
    <Page reader={reader} title={t("gather.status.stage")} isPrivate>
      <CoverStyle cover={cover} />
      <DrawScene game={game} papers={isJustDrawn ? papers : null} t={t} />
      <div class={`draw-stage ${game.isGathering ? "" : "draw-done"}`}>
        <CoverImage cover={cover} class="draw-backdrop" />
        <h1 class="draw-title">{game.isGathering ? view.name : t("created.ready")}</h1>
        {game.isGathering && (
          <div id="stage" data-live class="flex min-h-0 flex-1 flex-col">
            <NameSlips game={game} />
            <GiftPile papers={papers} />
          </div>
        )}
        {!game.isGathering && <GiftPile papers={papers} />}
        <div class="draw-ways">
          {error && <p role="alert" class="text-error font-semibold">{error}</p>}
          {game.isGathering && game.participants.length >= LIMITS.minParticipants && (
            <form method="post" action={path}>
              <Button icon="shuffle" class="px-8 text-lg">
                {t("organize.confirm.drawNames.button")}
              </Button>
            </form>
          )}
          {/* No way to anyone’s gift: everyone in the room sees this screen. */}
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
}
