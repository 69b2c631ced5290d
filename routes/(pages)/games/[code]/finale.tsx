import { ButtonLink } from "@/components/Button.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import { participantView } from "@/lib/game/views.ts";
import { GameError } from "@/lib/game/errors.ts";
import { toLimitedError } from "@/lib/http/middleware/limit_requests.ts";
import { chargeReader } from "@/lib/http/charge_reader.ts";
import { suggestLanguage } from "@/lib/http/reader.ts";
import { openGame } from "@/lib/operations/open.ts";
import { thanksPath } from "@/lib/pages/participant/whisper.ts";
import { define } from "@/lib/state.ts";
import { ownCredential } from "@/lib/pages/participant/own_game.ts";
import { Finale } from "./(_components)/Finale.tsx";

/** The finale for a participant, on their own screen. */
export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const { code, credential } = ownCredential(ctx);
    const now = new Date();
    let opened;
    try {
      opened = await openGame(services, code, credential, { markViewed: false });
    } catch (error) {
      const judged = await toLimitedError(ctx, error);
      if (judged !== error || !(error instanceof GameError)) throw judged;
      return ctx.redirect(gamePath(code), 303);
    }
    const { game, access } = opened;
    const view = access.role === "participant"
      ? participantView(game, access, services.tokens, now)
      : null;
    // The game's page says when the finale begins, or asks who the reader is.
    if (access.role !== "participant" || !view?.revealed) return ctx.redirect(gamePath(code), 303);
    chargeReader(ctx.state, game, access);
    const reader = suggestLanguage(ctx, access.participant.language ?? game.language);
    const { t } = reader;
    const thanksAt = thanksPath(game, access, now);
    return await ctx.render(
      <Page reader={reader} title={t("finale.title")} width="wide" isPrivate>
        <CoverBand game={game}>
          <PageTitle over={view.name}>{t("finale.itsTime")}</PageTitle>
        </CoverBand>
        <Finale
          game={game}
          view={view}
          after={thanksAt && (
            <ButtonLink href={thanksAt} icon="heart">{t("thanks.title")}</ButtonLink>
          )}
          t={t}
        />
        <ButtonLink href={gamePath(code)} variant="quiet" icon="arrow-left">
          {t("mail.button.participant")}
        </ButtonLink>
      </Page>,
    );
  },
});
