import { ButtonLink } from "@/components/Button.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import { publicPath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";

/** The page for an invalid link from an email, for example of a person who has left. */
export function UnknownLink({ reader }: { reader: Reader }) {
  const { t, addressLanguage } = reader;
  return (
    <FacePage
      reader={reader}
      mood="puzzled"
      title={t("errorPage.403.title")}
      lead={t("mail.unsubscribePage.unknown")}
    >
      <ButtonLink href={publicPath("", addressLanguage)} icon="house">
        {t("common.toHome")}
      </ButtonLink>
    </FacePage>
  );
}
