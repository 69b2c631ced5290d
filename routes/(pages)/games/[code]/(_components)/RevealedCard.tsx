import { Fold } from "@/components/Fold.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";

interface RevealedCardProps {
  view: ParticipantView;
  /** Whether all is open that one may open: before, the list would tell what the gift holds. */
  isOpen: boolean;
  reader: Reader;
}

/** Who gave to whom, once the event is over; before, that it will be told. Nothing where it stays secret. */
export function RevealedCard({ view, isOpen, reader: { t } }: RevealedCardProps) {
  if (view.reveal === "never") return null;
  if (!view.revealed) return <p class="muted text-sm text-pretty">{t("finale.note")}</p>;
  const names = new Map(
    view.participants.map(({ id, name }) => [id, t("game.reveal.name", { name })]),
  );
  const ownId = view.authenticatedParticipantId;
  return (
    <Fold id="revealed" title={t("finale.all")} icon="party-popper" isOpen={isOpen} isCard>
      <p class="muted text-sm text-pretty">{t("errors.code.EVENT_OVER")}</p>
      <ul class="divide-base-300 divide-y">
        {view.revealed.map(({ giverId, receiverId }) => (
          <li
            key={giverId}
            class={`flex flex-wrap items-center gap-x-3 py-2.5 ${
              giverId === ownId || receiverId === ownId ? "text-secondary font-semibold" : ""
            }`}
          >
            <span class="min-w-0">{names.get(giverId)}</span>
            <Icon name="arrow-right" class="text-secondary size-4" />
            <span class="min-w-0">{names.get(receiverId)}</span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
