import { Alert } from "@/components/Alert.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";

/** Says that this service sends no mails, and what to do instead. */
export function NoMail({ code, reader }: { code: string; reader: Reader }) {
  const { t } = reader;
  return (
    <Alert tone="info" title={t("organize.noMail.title")}>
      <p class="text-pretty">{t("organize.noMail.body")}</p>
      <p>
        <a class="text-link" href={`${gamePath(code)}/created`}>{t("organize.links.all")}</a>
      </p>
      <HelpLink about="organizer.noEmail" reader={reader} />
    </Alert>
  );
}
