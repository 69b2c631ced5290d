import { Alert } from "@/components/Alert.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import { readerOf } from "@/lib/http/reader.ts";
import { publicPath } from "@/lib/browser/links.ts";
import { define } from "@/lib/state.ts";

/** The page after the organizer's link was renewed: they are signed out, and only the email has the new link. */
export default define.page(function RenewedPage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  return (
    <FacePage reader={reader} mood="glad" title={t("mail.kinds.organizerLinkRenewed.subject")}>
      <Alert tone="success" isNews>{t("organize.renewed.body")}</Alert>
      <ButtonLink href={publicPath("recover")} variant="secondary" icon="rotate-ccw">
        {t("organize.renewed.again")}
      </ButtonLink>
    </FacePage>
  );
});
