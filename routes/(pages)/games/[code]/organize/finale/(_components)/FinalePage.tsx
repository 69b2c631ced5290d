import { Fold } from "@/components/Fold.tsx";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { Icon } from "@/components/Icon.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { formatMoment } from "@/lib/browser/format.ts";
import { managePath } from "@/lib/browser/links.ts";
import { inChains } from "@/lib/game/chains.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { hasEnded, isAnyOpened, overAt } from "@/lib/game/finale.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { BackLink } from "../../(_components)/SubHead.tsx";
import FinaleShow from "../(_islands)/FinaleShow.tsx";
import { Stage } from "./Stage.tsx";

export interface FinalePageProps extends ManagedGame {
  error: string | null;
}

/** The finale on a big screen: all pairs, gift by gift; before the event, whether there will be one. */
export function FinalePage(data: FinalePageProps) {
  const { game, view, reader, error } = data;
  const { t } = reader;
  return (
    <Page reader={reader} title={t("finale.title")} width="wide" isPrivate>
      <BackLink code={view.code} t={t} />
      <CoverBand cover={coverOf(game)}>
        <PageTitle over={view.name} lead={view.revealed && t("finale.lead")}>
          {t("finale.title")}
        </PageTitle>
      </CoverBand>
      {error && <Alert tone="error" isNews>{error}</Alert>}
      {view.revealed ? <Show {...data} revealed={view.revealed} /> : <ToCome {...data} />}
    </Page>
  );
}

function Show(
  { game, view, reader: { t }, revealed }: ManagedGame & {
    revealed: NonNullable<ManagedGame["view"]["revealed"]>;
  },
) {
  const names = new Map(view.participants.map(({ id, name }) => [id, name]));
  const pairs = inChains(revealed).map(({ giverId, receiverId }): [string, string] => [
    names.get(giverId) ?? "",
    names.get(receiverId) ?? "",
  ]);
  return (
    <>
      <FinaleShow
        pairs={pairs}
        scene={<Stage cover={coverOf(game)} />}
        inFull={{ name: t("game.reveal", AS_GROUP).name }}
        texts={t("finale", AS_GROUP)}
      />
      <Fold isCard id="all" title={t("finale.all")} icon="eye">
        <ol class="gap-x-8 sm:columns-2 lg:columns-3">
          {pairs.map(([giver, receiver]) => (
            <li key={giver} class="flex break-inside-avoid flex-wrap items-center gap-x-3 py-1.5">
              <span class="min-w-0">{t("game.reveal.name", { name: giver })}</span>
              <Icon name="arrow-right" class="text-secondary size-4" />
              <span class="min-w-0 font-semibold">
                {t("game.reveal.name", { name: receiver })}
              </span>
            </li>
          ))}
        </ol>
      </Fold>
    </>
  );
}

/** Whether there will be a finale, and how that is changed as long as it may be. */
function ToCome({ game, view, reader: { t, locale } }: ManagedGame) {
  const isOn = view.reveal === "afterEvent";
  const isOpened = !isOn && isAnyOpened(game);
  const isTooLate = isOpened || (!isOn && hasEnded(game, new Date()));
  const when = formatMoment(new Date(overAt(game)).toISOString(), locale, game.timeZone);
  return (
    <Card>
      <p class="text-lg text-pretty">
        {isOn
          ? t("finale.notYet", { when })
          : t(isTooLate || view.isArchived ? "finale.off" : "finale.offNow")}
      </p>
      <p class="muted text-pretty">
        {t(
          isOn
            ? "finale.note"
            : isOpened
            ? "finale.tooLate"
            : isTooLate
            ? "errors.eventPassed"
            : "finale.turnOnHint",
        )}
      </p>
      {!view.isArchived && !isTooLate && (
        <form method="post" action={managePath(view.code, "/finale")}>
          <input type="hidden" name="reveal" value={isOn ? "never" : "afterEvent"} />
          <Button variant="secondary" icon={isOn ? "eye-off" : "party-popper"}>
            {t(isOn ? "finale.turnOff" : "finale.turnOn")}
          </Button>
        </form>
      )}
      {(view.isArchived || isTooLate) && (
        <ButtonLink href={managePath(view.code)} icon="arrow-left">{t("organize.back")}</ButtonLink>
      )}
    </Card>
  );
}
