import { page } from "fresh";
import { againPath, managePath, whisperPath } from "@/lib/browser/links.ts";
import { readForm } from "@/lib/http/form.ts";
import { submitAction } from "@/lib/pages/forms.ts";
import {
  isParticipantHere,
  type ManagedGame,
  openManaged,
  whileActive,
} from "@/lib/pages/organizer/managed_game.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { BackLink, Page, PageTitle } from "@/components/Page.tsx";
import { formatMoment } from "@/lib/browser/format.ts";
import {
  closesBeforeFinale,
  finaleFrom,
  finaleHindrance,
  mayStartFinale,
  overAt,
  startOfEvent,
} from "@/lib/game/finale.ts";
import type { Game } from "@/lib/game/types.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { explainNoFinale } from "@/lib/pages/organizer/explain_no_finale.ts";
import { Finale } from "../../(_components)/Finale.tsx";
import { StartFinale } from "../(_components)/NextSteps.tsx";

/** The finale on a big screen: all pairs, gift by gift. Before the event, says if there will be one. */
export default define.page<typeof handler>(function FinalePage({ data }) {
  const { game, view, reader, error } = data;
  const { t } = reader;
  return (
    <Page reader={reader} title={t("finale.title")} width="wide" isPrivate>
      <BackLink href={managePath(view.code)}>{t("organize.back")}</BackLink>
      <CoverBand game={game}>
        <PageTitle over={view.name}>{t("finale.title")}</PageTitle>
      </CoverBand>
      {error && <Alert tone="error" isNews>{error}</Alert>}
      {view.revealed
        ? (
          <Finale
            game={game}
            view={view}
            after={
              <>
                {data.takesPart && (
                  <ButtonLink href={`${whisperPath(view.code, "giver")}#thanks`} icon="heart">
                    {t("thanks.title")}
                  </ButtonLink>
                )}
                <ButtonLink
                  href={againPath(view.code)}
                  icon="rotate-ccw"
                  variant="secondary"
                >
                  {t("again.offerTitle")}
                </ButtonLink>
              </>
            }
            t={t}
          />
        )
        : <ToCome {...data} />}
    </Page>
  );
});

/** Says if there will be a finale and how it begins, with a form to change that as long as it is allowed. */
function ToCome({ game, view, reader }: ManagedGame) {
  const { t } = reader;
  const isOn = view.reveal === "afterEvent" && !view.isArchived;
  const hindrance = finaleHindrance(game, new Date());
  const isFixed = view.isArchived || hindrance !== null;
  const mayStart = mayStartFinale(game, new Date());
  const closesBefore = isOn && closesBeforeFinale(game);
  return (
    <Card>
      <p class="text-lg text-pretty">
        {mayStart
          ? t("organize.next.finaleLead")
          : isOn
          ? sayWhen(game, reader)
          : t(isFixed ? "errors.code.NO_FINALE" : "finale.offNow")}
      </p>
      {!mayStart && !closesBefore && !view.isArchived && (
        <p class="muted text-pretty">
          {t(isOn ? "finale.note" : hindrance ?? "finale.turnOnHint")}
        </p>
      )}
      {!mayStart && closesBefore && (
        <ButtonLink href={managePath(view.code, "/details#date")} icon="pencil">
          {t("organize.event.edit")}
        </ButtonLink>
      )}
      {mayStart && <StartFinale code={view.code} t={t} />}
      {!isFixed && !mayStart && (
        <form method="post" action={managePath(view.code, "/finale")}>
          <input type="hidden" name="reveal" value={isOn ? "never" : "afterEvent"} />
          <Button variant="secondary" icon={isOn ? "eye-off" : "party-popper"}>
            {t(isOn ? "finale.turnOff" : "finale.turnOn")}
          </Button>
        </form>
      )}
    </Card>
  );
}

/** Says when the finale begins, or that the game closes before it. */
function sayWhen(game: Game, reader: Reader): string {
  if (closesBeforeFinale(game)) return explainNoFinale(game, reader);
  const when = formatMoment(new Date(overAt(game)).toISOString(), reader.locale, game.timeZone);
  // If the event once had a later date, the organizer cannot start the finale before that.
  const isByHand = game.time === "" && finaleFrom(game) === startOfEvent(game);
  return reader.t(isByHand ? "finale.byYou" : "finale.notYet", { when });
}

export const handler = define.handlers({
  async GET(ctx) {
    return show(ctx, await openManaged(ctx));
  },

  POST: (ctx) =>
    whileActive(ctx, async (managed) => {
      const { code } = managed.view;
      const reveal = (await readForm(ctx.req)).text("reveal");
      const asked = { action: "updateGameDetails", reveal };
      const done = await submitAction(ctx, code, managed.credential, asked);
      if (done.ok) return ctx.redirect(managePath(code, "/finale"), 303);
      const [error = null] = Object.values(done.errors);
      return show(ctx, managed, error);
    }),
});

function show(ctx: Ctx, managed: ManagedGame, error: string | null = null) {
  // True if a participant is signed in on this device, too. An archived game has no page for them.
  const takesPart = isParticipantHere(ctx) && !managed.view.isArchived;
  return page({ ...managed, takesPart, error }, { status: error === null ? 200 : 400 });
}
