import { ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { managePath } from "@/lib/browser/links.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

/** The way to the shared end, or to whether there will be one. */
export function FinaleCard({ view, t }: { view: OrganizerView; t: Translate }) {
  const { code, reveal, revealed } = view;
  return (
    <Card title={t("finale.title")} icon="party-popper" id="finale">
      <p class="muted text-pretty">
        {t(revealed ? "finale.lead" : reveal === "never" ? "finale.off" : "finale.note")}
      </p>
      <ButtonLink
        href={managePath(code, "/finale")}
        icon="party-popper"
        variant={revealed ? "primary" : "secondary"}
      >
        {t("finale.title")}
      </ButtonLink>
    </Card>
  );
}
