import { Card } from "@/components/Card.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";

/** Who gave to whom, once the event is over; before, that it will be told. Nothing where it stays secret. */
export function RevealedCard({ view, reader: { t } }: { view: ParticipantView; reader: Reader }) {
  if (view.reveal === "never") return null;
  if (!view.revealed) return <p class="muted text-sm text-pretty">{t("finale.note")}</p>;
  const names = new Map(view.participants.map(({ id, name }) => [id, name]));
  return (
    <Card title={t("finale.all")} icon="party-popper" id="revealed">
      <ul class="divide-base-300 divide-y">
        {view.revealed.map(({ giverId, receiverId }) => (
          <li key={giverId} class="flex flex-wrap items-center gap-x-3 py-2.5">
            <span class="min-w-0">{names.get(giverId)}</span>
            <Icon name="arrow-right" class="text-secondary size-4" />
            <span class="min-w-0 font-semibold">{names.get(receiverId)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
