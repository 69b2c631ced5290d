import { type Context, page } from "fresh";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { coverOf } from "@/lib/game/cover.ts";
import { paperOf } from "@/lib/game/paper.ts";
import { Page, PageTitle } from "@/components/Page.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import { formatMoment } from "@/lib/browser/format.ts";
import { gamePath, publicPath } from "@/lib/browser/links.ts";
import { GameError } from "@/lib/game/errors.ts";
import { inviterOf, isInviter } from "@/lib/game/identity.ts";
import { credentialFromCookie } from "@/lib/http/cookies.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { performAction } from "@/lib/operations/change.ts";
import { openClaim } from "@/lib/operations/seal.ts";
import { addAccount } from "@/lib/pages/remembered_people.ts";
import { formKey, readForm } from "@/lib/pages/forms.ts";
import { readerOf, suggestLanguage } from "@/lib/pages/reader.ts";
import { define, type State } from "@/lib/state.ts";

type Ctx = Context<State>;
type Opened = Awaited<ReturnType<typeof openClaim>>;

/** Where someone takes their place: to look at it changes nothing, as chats fetch what they show of a link. */
export default define.page<typeof handler>(function ClaimPage(props) {
  const { claim, key } = props.data;
  const reader = readerOf(props);
  const { t } = reader;
  const { game, participant: { name }, state } = claim;
  if (state !== "open") return <EndedScreen {...props.data} reader={reader} />;
  const organizer = inviterOf(game, name);
  return (
    <Page reader={reader} title={t("sealed.claim.title", { name })} isPrivate>
      <CoverBand cover={coverOf(game)}>
        <PageTitle
          over={organizer ? t("gather.join.invites", { name: organizer }) : game.name}
          lead={organizer
            ? t("sealed.claim.leadBy", { organizer, game: game.name })
            : t("sealed.claim.lead", { game: game.name })}
        >
          {t("sealed.claim.title", { name })}
        </PageTitle>
      </CoverBand>
      <Card>
        <GiftBox
          paper={paperOf(game.id, props.data.claim.participant.number)}
          class="gift-waiting mx-auto w-36"
        />
        <form method="post">
          <input type="hidden" name="key" value={key} />
          <Button icon="gift" class="w-full text-lg">{t("sealed.claim.button", { name })}</Button>
        </form>
        <p class="muted text-pretty">{t("sealed.claim.other", { name })}</p>
      </Card>
      <SealNote game={game} reader={reader} isOrganizer={isInviter(game, name)} />
    </Page>
  );
});

/** Why it does not open the place, and what to do. */
function EndedScreen(
  { claim, canSend, reader }: { claim: Opened; canSend: boolean; reader: Reader },
) {
  const { game, participant: { name, claimOpenedAt }, state } = claim;
  const { t, locale, addressLanguage } = reader;
  const organizer = inviterOf(game, name);
  const reason = () => {
    if (state === "expired") return t("sealed.claim.expired");
    if (state !== "opened") return t("sealed.claim.replaced", { name });
    const when = formatMoment(claimOpenedAt ?? "", locale, game.timeZone);
    return organizer
      ? t("sealed.claim.openedBy", { when, organizer })
      : t("sealed.claim.opened", { when });
  };
  const remedy = () => {
    if (canSend) {
      return organizer ? t("sealed.claim.askOrMailBy", { organizer }) : t("sealed.claim.askOrMail");
    }
    return organizer ? t("sealed.claim.askBy", { organizer }) : t("sealed.claim.ask");
  };
  return (
    <Page reader={reader} title={t("sealed.claim.ended")} isPrivate>
      <CoverBand cover={coverOf(game)}>
        <PageTitle over={game.name}>{t("sealed.claim.ended")}</PageTitle>
      </CoverBand>
      <Card>
        <p class="text-pretty">{reason()}</p>
        <p class="text-pretty">{remedy()}</p>
        <div class="flex flex-wrap gap-3">
          {canSend && (
            <ButtonLink href={publicPath("recover", addressLanguage)} icon="send">
              {t("recover.button")}
            </ButtonLink>
          )}
          <ButtonLink
            href={gamePath(game.code)}
            variant={canSend ? "quiet" : "secondary"}
            icon="arrow-right"
          >
            {t("sealed.claim.toGame")}
          </ButtonLink>
        </div>
      </Card>
    </Page>
  );
}

export const handler = define.handlers({
  async GET(ctx) {
    return await show(ctx);
  },

  async POST(ctx) {
    const { services } = ctx.state;
    const { code = "", claim: claimToken = "" } = ctx.params;
    const key = (await readForm(ctx.req)).text("key");
    try {
      const { game, participantToken } = await performAction(
        services,
        code,
        { action: "claimPlace", claimToken },
        {},
        { key: formKey(key) },
      );
      if (!participantToken) throw new Error("Whoever takes their place gets a token");
      const answer = ctx.redirect(gamePath(code), 303);
      for (const cookie of addAccount(ctx, game, { participantToken })) {
        answer.headers.append("set-cookie", cookie);
      }
      return answer;
    } catch (error) {
      if (!(error instanceof GameError) || error.code !== "CLAIM_ENDED") throw error;
      return await show(ctx);
    }
  },
});

async function show(ctx: Ctx) {
  const { services } = ctx.state;
  const { code = "", claim: claimToken = "" } = ctx.params;
  const claim = await openClaim(services, code, claimToken);
  const { game, participant, state } = claim;
  suggestLanguage(ctx, participant.language ?? game.language);
  const { participantToken } = credentialFromCookie(ctx.req.headers, code, "participant");
  // A second press, or a look at the link again, on the device of whoever has it.
  if (
    state === "opened" && participantToken &&
    services.tokens.isParticipant(game, participant, participantToken)
  ) {
    return ctx.redirect(gamePath(code), 303);
  }
  // Of this form, so that who sends it twice, or misses the answer, has their place.
  const key = crypto.randomUUID();
  const canSend = services.mail !== null;
  return page({ claim, canSend, key }, { status: state === "open" ? 200 : 403 });
}
