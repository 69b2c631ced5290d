import { managePath } from "@/lib/browser/links.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { Icon } from "@/components/Icon.tsx";

/** The way back to the organizer's page. */
export function BackLink({ code, t }: { code: string; t: Translate }) {
  return (
    <a
      href={managePath(code)}
      aria-current="false"
      class="text-link inline-flex min-h-11 items-center gap-2 font-semibold"
    >
      <Icon name="arrow-left" />
      {t("organize.back")}
    </a>
  );
}
