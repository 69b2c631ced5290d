import { Alert } from "@/components/Alert.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import type { Translate } from "@/lib/i18n/translate.ts";

/** Says that this service sends no mails, and what to do instead. */
export function NoMail({ code, t }: { code: string; t: Translate }) {
  return (
    <Alert tone="info" title={t("organize.noMail.title")}>
      <p class="text-pretty">{t("organize.noMail.body")}</p>
      <p>
        <a class="text-link" href={`${gamePath(code)}/created`}>{t("organize.links.all")}</a>
      </p>
    </Alert>
  );
}
