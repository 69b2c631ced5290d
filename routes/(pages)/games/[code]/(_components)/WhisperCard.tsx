import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { whisperPath } from "@/lib/browser/links.ts";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { Waiting } from "@/lib/pages/waiting.ts";
import type { OwnRecord } from "./OwnForms.tsx";

interface WhisperCardProps {
  view: ParticipantView;
  own: Pick<OwnRecord, "viewedAt">;
  waiting: Waiting;
  /** Whether the event is, so that nobody is asked for a wish any more. */
  isOver: boolean;
  reader: Reader;
}

/** The way to one's conversations, and what waits there; it names nobody. */
export function WhisperCard({ view, own, waiting, isOver, reader: { t } }: WhisperCardProps) {
  if (view.state === "gathering" || view.isWithheld) return null;
  const { count, first } = waiting;
  const lacksWish = own.viewedAt !== null && !isOver && view.receiver?.wish === "" &&
    view.receiver.desiredGift === "";
  return (
    <Card title={t("whisper.title")} icon="message-circle" id="whisper">
      {count > 0 && (
        <p class="text-secondary font-semibold">{t("whisper.card.unread", { count })}</p>
      )}
      <p class="muted text-pretty">
        {t(view.revealed ? "whisper.card.leadRevealed" : "whisper.card.lead")}
      </p>
      <ButtonLink href={whisperPath(view.code, first)} icon="message-circle" variant="secondary">
        {t("whisper.card.open")}
      </ButtonLink>
      {lacksWish && (
        <form method="post" action={whisperPath(view.code, "receiver")}>
          <input type="hidden" name="action" value="sendMessage" />
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          <input type="hidden" name="question" value="pleaseWish" />
          <p class="muted text-sm text-pretty">{t("whisper.card.noWish")}</p>
          <Button variant="quiet" icon="send" class="-ml-4">{t("whisper.card.askWish")}</Button>
        </form>
      )}
    </Card>
  );
}
