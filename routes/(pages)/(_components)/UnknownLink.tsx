import { ButtonLink } from "@/components/Button.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import { publicPath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";

/** The page for an invalid link from an email, for example of a person who has left. @param reason why it is invalid */
export function UnknownLink({ reader, reason }: { reader: Reader; reason: string }) {
  const { t, addressLanguage } = reader;
  return (
    <FacePage reader={reader} mood="puzzled" title={t("common.linkEnded")} lead={reason}>
      <ButtonLink href={publicPath("", addressLanguage)} icon="house">
        {t("common.toHome")}
      </ButtonLink>
    </FacePage>
  );
}
