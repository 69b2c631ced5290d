import { Button } from "@/components/Button.tsx";
import { Fold } from "@/components/Fold.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import { naming } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";

interface LeaveFoldProps {
  code: string;
  reader: Reader;
  /** Who organizes; "": not known. */
  organizer: string;
}

/** For who cannot come: asks to be let go. Who has asked finds it at the head of the page. */
export function LeaveFold({ code, reader, organizer }: LeaveFoldProps) {
  const { t } = reader;
  const say = naming(t, organizer);
  return (
    <Fold id="leave" title={t("place.leaveTitle")} icon="log-out">
      <form method="post" action={gamePath(code)} class="space-y-3">
        <p class="muted text-pretty">{say("leaveLead")}</p>
        <input type="hidden" name="action" value="leaveGame" />
        <Button variant="secondary" icon="log-out">{say("leaveNow")}</Button>
      </form>
      <HelpLink about="participant.leave" reader={reader} />
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
