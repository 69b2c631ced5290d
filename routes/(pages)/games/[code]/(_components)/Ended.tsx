/** The pages behind links that are no longer valid: the game was archived, or a later link replaced them. */
import { joinSentences } from "@/lib/browser/format.ts";
import { againPath, gamePath, publicPath } from "@/lib/browser/links.ts";
import { type FormerHolder, wentNowhere } from "@/lib/game/claims.ts";
import { inviterOf } from "@/lib/game/identity.ts";
import { isRevealBlocked } from "@/lib/game/seal.ts";
import type { Game } from "@/lib/game/types.ts";
import { calledOrganizer, capitalizeRole } from "@/lib/i18n/naming.ts";
import { Sketch } from "@/components/art/Sketch.tsx";
import { Button, ButtonLink, Hidden } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import { Erase } from "./OwnTools.tsx";
import { OthersHere, type ScreenProps } from "./SignIn.tsx";

interface OverScreenProps extends ScreenProps {
  /** The page shows only its name, cover and broken seal, and no names of people. */
  game: Game;
  /** True for a participant, who can be erased; false for someone who was only invited. */
  wasIn: boolean;
  /** True if its organizer is signed in on this device. */
  isOrganizer: boolean;
}

/** The page behind a link to an archived game: says that it is over, and how to play again. */
export function OverScreen(
  { reader, code, game, wasIn, isOrganizer, others }: OverScreenProps,
) {
  const { t } = reader;
  return (
    <Page reader={reader} title={t("organize.archived.title")} isPrivate>
      <CoverBand game={game}>
        <PageTitle
          over={t("organize.archived.title")}
          {...wasIn && { lead: t("again.over.thanks") }}
        >
          {game.name}
        </PageTitle>
      </CoverBand>
      {wasIn && game.sealBrokenAt !== null && (
        <SealNote game={{ ...game, organizerName: "" }} reader={reader} />
      )}
      <OthersHere code={code} others={others} t={t} />
      <Card title={t("again.offerTitle")} icon="party-popper">
        <p class="text-pretty">{t(isOrganizer ? "again.offer" : "again.over.ask")}</p>
        {isOrganizer
          ? <ButtonLink href={againPath(code)} icon="rotate-ccw">{t("again.button")}</ButtonLink>
          : (
            <ButtonLink
              href={publicPath("create", reader.addressLanguage)}
              variant="secondary"
              icon="gift"
            >
              {t("create.title")}
            </ButtonLink>
          )}
      </Card>
      {wasIn && (
        <Card title={t("game.data.title")} icon="trash">
          <p class="muted text-pretty">{t("game.data.overLead")}</p>
          <Erase code={code} t={t} />
        </Card>
      )}
    </Page>
  );
}

/** Asks the holder of a former link whether the holder of the current one may see the gift, or wishes and address. */
export function HandoverScreen(
  { game, participant, isAsked, reader, others }: Omit<ScreenProps, "code"> & FormerHolder & {
    game: Game;
  },
) {
  const { t } = reader;
  const { name } = participant;
  const path = gamePath(game.code);
  const signOut = (
    <form method="post" action={path}>
      <Hidden fields={{ action: "signOut", alone: "on" }} />
      <Button variant="quiet" icon="log-out" class="-ms-4">{t("game.device.signOut")}</Button>
    </form>
  );
  if (wentNowhere(participant)) {
    const organizer = calledOrganizer(t, inviterOf(game, name));
    return (
      <FacePage
        {...{ reader, game }}
        mood="puzzled"
        over={game.name}
        title={t("errorPage.403.title")}
        lead={joinSentences([
          t("sealed.handover.lost"),
          capitalizeRole(t("sealed.claim.ask", { organizer }), t),
        ])}
      >
        <OthersHere code={game.code} others={others} t={t} />
        {signOut}
      </FacePage>
    );
  }
  const isGift = isRevealBlocked(game, participant);
  const question = isGift ? "sealed.handover.asked" : "sealed.handover.askedOwn";
  const title = t("sealed.handover.title");
  return (
    <Page reader={reader} game={game} title={title} isPrivate>
      <div class="flow-root">
        <div class="float-end pb-4 ps-4">
          <Sketch name="key" class="size-[min(4.5rem,18vw)] sm:size-24" />
        </div>
        <PageTitle
          over={game.name}
          lead={t("sealed.handover.lead", { game: game.name, name })}
        >
          {title}
        </PageTitle>
      </div>
      <Card>
        <p class="text-pretty">{t(isAsked ? question : "sealed.handover.ask")}</p>
        {isAsked && (
          <>
            <form method="post" action={path}>
              <input type="hidden" name="action" value="agreeHandover" />
              <Button icon="check">{t("sealed.handover.agree")}</Button>
            </form>
            <details>
              <summary class="btn btn-ghost -ms-4">{t("sealed.handover.notMe")}</summary>
              <p class="pt-2 text-pretty">
                {t(isGift ? "sealed.handover.notMeText" : "sealed.handover.notMeOwn")}
              </p>
            </details>
          </>
        )}
      </Card>
      <OthersHere code={game.code} others={others} t={t} />
      {signOut}
    </Page>
  );
}
