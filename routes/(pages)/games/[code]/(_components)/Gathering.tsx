import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { GiftArt } from "@/components/GiftArt.tsx";
import { Icon } from "@/components/Icon.tsx";
import { formatMoment } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";

interface GatheringProps {
  view: ParticipantView;
  reader: Reader;
}

/** In the place of the gift, while there is none yet. */
export function GiftToCome({ view, reader: { t, locale } }: GatheringProps) {
  return (
    <Card title={t("gather.own.title")} icon="gift" id="gift">
      <GiftArt class="mx-auto w-36" />
      <p class="text-pretty">{t("gather.own.lead")}</p>
      <p class="text-secondary font-display text-lg text-pretty">
        {view.drawAt
          ? t("gather.status.at", { when: formatMoment(view.drawAt, locale, view.timeZone) })
          : t("gather.own.byHand")}
      </p>
    </Card>
  );
}

/** The way out, which asks once more. */
export function LeaveRoundCard({ view, reader: { t } }: GatheringProps) {
  return (
    <details class="paper group px-5 py-3 sm:px-7">
      <summary class="flex min-h-11 items-center gap-3">
        <h2 class="min-w-0 flex-1 text-lg">{t("gather.leave.title")}</h2>
        <Icon name="chevron-down" class="muted size-5 group-open:rotate-180" />
      </summary>
      <form method="post" action={gamePath(view.code)} class="space-y-4 pt-3">
        <p class="text-pretty">{t("gather.leave.lead")}</p>
        <Button name="action" value="leaveGame" variant="danger" icon="log-out">
          {t("gather.leave.now")}
        </Button>
      </form>
    </details>
  );
}
