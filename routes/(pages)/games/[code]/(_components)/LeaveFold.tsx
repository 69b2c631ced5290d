import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Fold } from "@/components/Fold.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";

interface LeaveFoldProps {
  code: string;
  reader: Reader;
  hasAsked: boolean;
  /** What was done here just now. */
  news: string | null;
}

/** For who cannot come: asks to be let go, and takes that back. */
export function LeaveFold({ code, reader, hasAsked, news }: LeaveFoldProps) {
  const { t } = reader;
  return (
    <Fold
      id="leave"
      title={t("place.leaveTitle")}
      icon="log-out"
      isOpen={hasAsked || news !== null}
    >
      {news && <Alert tone="success" isNews>{news}</Alert>}
      {hasAsked
        ? (
          <form method="post" action={gamePath(code)} class="space-y-3">
            <p class="font-semibold">{t("place.asked")}</p>
            <input type="hidden" name="action" value="stay" />
            <Button variant="secondary" icon="undo-2">{t("place.stay")}</Button>
          </form>
        )
        : (
          <form method="post" action={`${gamePath(code)}#leave`} class="space-y-3">
            <p class="muted text-pretty">{t("place.leaveLead")}</p>
            <input type="hidden" name="action" value="leaveGame" />
            <Button variant="secondary" icon="log-out">{t("place.leaveNow")}</Button>
          </form>
        )}
      {!hasAsked && <HelpLink about="participant.leave" reader={reader} />}
    </Fold>
  );
}

/** The way out of a round that gathers, which takes effect at once. */
export function LeaveRoundFold({ code, reader }: Pick<LeaveFoldProps, "code" | "reader">) {
  const { t } = reader;
  return (
    <Fold id="leave" title={t("gather.leave.title")} icon="log-out">
      <form method="post" action={gamePath(code)} class="space-y-4">
        <p class="text-pretty">{t("gather.leave.lead")}</p>
        <Button name="action" value="leaveGame" variant="danger" icon="log-out">
          {t("gather.leave.now")}
        </Button>
      </form>
    </Fold>
  );
}
