import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { whisperPath } from "@/lib/browser/links.ts";
import type { Partner } from "@/lib/game/messages.ts";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { OwnRecord } from "./OwnForms.tsx";

interface WhisperCardProps {
  view: ParticipantView;
  own: Pick<OwnRecord, "viewedAt">;
  /** How many messages wait, in each conversation. */
  unread: Record<Partner, number>;
  /** Whether the event is, so that nobody is asked for a wish any more. */
  isOver: boolean;
  reader: Reader;
}

/** The way to one's conversations, and what waits there; it names nobody. */
export function WhisperCard({ view, own, unread, isOver, reader: { t } }: WhisperCardProps) {
  if (view.state === "gathering" || view.isWithheld) return null;
  const isOpened = own.viewedAt !== null;
  // Of letters that wait with an unopened gift nothing is told: they may be gone with it.
  const count = unread.giver + (isOpened ? unread.receiver : 0);
  const first = isOpened && unread.receiver > 0
    ? "receiver"
    : unread.giver > 0
    ? "giver"
    : undefined;
  const lacksWish = isOpened && !isOver && view.receiver?.wish === "" &&
    view.receiver.desiredGift === "";
  return (
    <Card title={t("whisper.title")} icon="message-circle" id="whisper">
      {count > 0 && (
        <p class="text-secondary font-semibold">{t("whisper.card.unread", { count })}</p>
      )}
      <p class="muted text-pretty">{t("whisper.card.lead")}</p>
      <div class="flex flex-wrap items-center gap-3">
        <ButtonLink href={whisperPath(view.code, first)} icon="message-circle" variant="secondary">
          {t("whisper.card.open")}
        </ButtonLink>
        {lacksWish && (
          <form method="post" action={whisperPath(view.code, "receiver")}>
            <input type="hidden" name="action" value="sendMessage" />
            <input type="hidden" name="key" value={crypto.randomUUID()} />
            <input type="hidden" name="question" value="pleaseWish" />
            <span class="muted text-sm">{t("whisper.card.noWish")}</span>{" "}
            <Button variant="quiet" icon="send">{t("whisper.card.askWish")}</Button>
          </form>
        )}
      </div>
    </Card>
  );
}
