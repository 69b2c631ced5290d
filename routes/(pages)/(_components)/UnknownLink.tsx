import { BoxFace } from "@/components/art/BoxFace.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { publicPath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";

interface UnknownLinkProps {
  reader: Reader;
  /** Why the link opens nothing. */
  reason: string;
}

/** What a link in a mail shows that is none of ours, or of nobody any more. */
export function UnknownLink({ reader, reason }: UnknownLinkProps) {
  const { t, addressLanguage } = reader;
  const title = t("mail.unsubscribePage.unknownTitle");
  return (
    <Page reader={reader} title={title} isPrivate>
      <BoxFace mood="puzzled" class="w-36 sm:w-44" />
      <PageTitle lead={reason}>{title}</PageTitle>
      <ButtonLink href={publicPath("", addressLanguage)} icon="house">
        {t("common.toHome")}
      </ButtonLink>
    </Page>
  );
}
