import { publicPath } from "@/lib/browser/links.ts";
import { formatMoment } from "@/lib/browser/format.ts";
import type { Claim } from "@/lib/game/claims.ts";
import { isRevealed, willReveal } from "@/lib/game/finale.ts";
import { inviterOf, isInviter } from "@/lib/game/identity.ts";
import { paperOf } from "@/lib/game/paper.ts";
import type { Game } from "@/lib/game/types.ts";
import { calledOrganizer, capitalizeRole } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { SealNote } from "@/components/SealNote.tsx";

interface ClaimScreenProps {
  reader: Reader;
  claim: Claim & { game: Game };
}

/** The page to claim a place. Loading it changes nothing, because chats load it for link previews. */
export function ClaimScreen(
  { reader, claim: { game, participant: { name, number } } }: ClaimScreenProps,
) {
  const { t } = reader;
  const organizer = inviterOf(game, name);
  return (
    <Page reader={reader} title={t("sealed.claim.title", { name })} isPrivate>
      <CoverBand game={game}>
        <PageTitle
          over={organizer ? t("gather.join.invites", { name: organizer }) : game.name}
          lead={capitalizeRole(
            t("sealed.claim.lead", { organizer: calledOrganizer(t, organizer), game: game.name }),
            t,
          )}
        >
          {t("sealed.claim.title", { name })}
        </PageTitle>
      </CoverBand>
      <Card>
        <GiftBox
          paper={paperOf(game.id, number)}
          class="gift-waiting mx-auto w-36"
        />
        <form method="post">
          {/* If the form is sent twice, or its answer is lost, the sender still gets the place. */}
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          <Button icon="gift" class="w-full text-lg">{t("sealed.claim.button", { name })}</Button>
        </form>
        <p class="muted text-pretty">{t("sealed.claim.other", { name })}</p>
      </Card>
      {willReveal(game, new Date()) && <p class="text-pretty">{t("finale.note")}</p>}
      {!isRevealed(game, new Date()) && (
        <SealNote game={game} reader={reader} isOrganizer={isInviter(game, name)} />
      )}
    </Page>
  );
}

/** Explains why a claim has ended, and what to do. @param canSend true if the service can email them their link */
export function EndedClaimScreen(
  { claim, canSend, reader }: ClaimScreenProps & { canSend: boolean },
) {
  const { game, participant: { name, claimIssuedAt, claimOpenedAt, erasedAt }, state } = claim;
  const { t, locale, addressLanguage } = reader;
  const isUsed = state === "opened" && claimOpenedAt !== null;
  const reason = state === "expired"
    ? t("sealed.claim.expired")
    : isUsed
    ? t("sealed.claim.opened", { when: formatMoment(claimOpenedAt, locale, game.timeZone) })
    : claimIssuedAt && t("sealed.claim.replaced", { name });
  const organizer = inviterOf(game, name);
  const ask = t("sealed.claim.ask", { organizer: calledOrganizer(t, organizer) });
  return (
    <Page reader={reader} title={t("errorPage.403.title")} isPrivate>
      <CoverBand game={game}>
        <PageTitle over={game.name}>{t("errorPage.403.title")}</PageTitle>
      </CoverBand>
      {erasedAt === null && (
        <Card>
          {reason && <p class="text-pretty">{reason}</p>}
          {/* A used link may be in the wrong hands, even the organizer’s, so its reason says to ask the group. */}
          {!isUsed && <p class="text-pretty">{capitalizeRole(ask, t)}</p>}
          {canSend && (
            <ButtonLink href={publicPath("recover", addressLanguage)} icon="send">
              {t("recover.button")}
            </ButtonLink>
          )}
        </Card>
      )}
    </Page>
  );
}
