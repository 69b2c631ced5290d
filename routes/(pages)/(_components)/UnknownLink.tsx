import { ButtonLink } from "@/components/Button.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import { publicPath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";

/** The page for an invalid link in a mail: not ours, or of someone who is gone. @param reason why it opens nothing. */
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
