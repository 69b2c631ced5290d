import { BoxFace } from "@/components/art/BoxFace.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import type { Reader } from "@/lib/i18n/reader.ts";
import { LostLink, type SendLink } from "./SignIn.tsx";

/** The page of an invitation link that is no longer valid. */
export function WrongInvitation(
  { reader, code, sendLink }: { reader: Reader; code: string; sendLink: SendLink },
) {
  const { t } = reader;
  return (
    <Page reader={reader} title={t("common.linkEnded")} isPrivate>
      <BoxFace mood="puzzled" class="w-36 sm:w-44" />
      <PageTitle over={t("game.codeIs", { code })} lead={t("join.wrongLead")}>
        {t("common.linkEnded")}
      </PageTitle>
      <p class="font-semibold">{t("join.alreadyIn")}</p>
      <LostLink code={code} sendLink={sendLink} reader={reader} />
    </Page>
  );
}
