import { ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { managePath } from "@/lib/browser/links.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

/** The way to the shared end, once it has come. */
export function FinaleCard({ code, t }: { code: string; t: Translate }) {
  return (
    <Card title={t("finale.title")} icon="party-popper" id="finale">
      <p class="muted text-pretty">{t("finale.lead")}</p>
      <p class="text-pretty">{t("errors.code.EVENT_OVER")}</p>
      <ButtonLink href={managePath(code, "/finale")} icon="party-popper">
        {t("organize.finaleOpen")}
      </ButtonLink>
    </Card>
  );
}
