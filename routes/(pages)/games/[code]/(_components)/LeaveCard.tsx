import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

interface LeaveCardProps {
  code: string;
  t: Translate;
  hasAsked: boolean;
  /** What was done here just now. */
  news: string | null;
}

/** For who cannot come: asks to be let go, and takes that back. */
export function LeaveCard({ code, t, hasAsked, news }: LeaveCardProps) {
  return (
    <Card title={t("place.leaveTitle")} icon="log-out" id="leave">
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
          <details>
            <summary class="btn btn-ghost -ml-4">{t("place.leave")}</summary>
            <form method="post" action={`${gamePath(code)}#leave`} class="space-y-3 pt-2">
              <p class="muted text-pretty">{t("place.leaveLead")}</p>
              <input type="hidden" name="action" value="leaveGame" />
              <Button variant="secondary" icon="log-out">{t("place.leaveNow")}</Button>
            </form>
          </details>
        )}
    </Card>
  );
}
