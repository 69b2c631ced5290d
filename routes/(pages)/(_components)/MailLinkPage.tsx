import type { ComponentChildren, ComponentProps } from "preact";
import { BoxFace } from "@/components/art/BoxFace.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { publicPath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";

interface MailLinkPageProps {
  reader: Reader;
  mood: ComponentProps<typeof BoxFace>["mood"];
  title: string;
  lead?: string | undefined;
  children: ComponentChildren;
}

/** The page behind a link in a mail's small print. */
export function MailLinkPage({ reader, mood, title, lead, children }: MailLinkPageProps) {
  return (
    <Page reader={reader} title={title} isPrivate>
      <BoxFace mood={mood} class="w-36 sm:w-44" />
      <PageTitle lead={lead}>{title}</PageTitle>
      {children}
    </Page>
  );
}

/** The page for an invalid link in a mail: not ours, or of someone who is gone. @param reason why it opens nothing. */
export function UnknownLink({ reader, reason }: { reader: Reader; reason: string }) {
  const { t, addressLanguage } = reader;
  return (
    <MailLinkPage reader={reader} mood="puzzled" title={t("common.linkEnded")} lead={reason}>
      <ButtonLink href={publicPath("", addressLanguage)} icon="house">
        {t("common.toHome")}
      </ButtonLink>
    </MailLinkPage>
  );
}
