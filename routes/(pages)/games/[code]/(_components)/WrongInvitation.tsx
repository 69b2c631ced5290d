import { FacePage } from "@/components/FacePage.tsx";
import type { Reader } from "@/lib/i18n/reader.ts";
import { LostLink, type SendLink } from "./SignIn.tsx";

/** The page of an invitation link that is no longer valid. */
export function WrongInvitation(
  { reader, code, sendLink }: { reader: Reader; code: string; sendLink: SendLink },
) {
  const { t } = reader;
  return (
    <FacePage
      reader={reader}
      mood="puzzled"
      title={t("common.linkEnded")}
      over={t("game.codeIs", { code })}
      lead={t("join.wrongLead")}
    >
      <p class="font-semibold">{t("join.alreadyIn")}</p>
      <LostLink code={code} sendLink={sendLink} reader={reader} />
    </FacePage>
  );
}
