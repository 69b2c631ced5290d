import { againPath } from "@/lib/browser/links.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";

/** Offers to play a game again whose day has come. */
export function AgainCard({ code, t }: { code: string; t: Translate }) {
  return (
    <Card title={t("again.offerTitle")} icon="party-popper">
      <p class="text-pretty">{t("again.offer")}</p>
      <ButtonLink href={againPath(code)} icon="rotate-ccw">{t("again.button")}</ButtonLink>
    </Card>
  );
}
