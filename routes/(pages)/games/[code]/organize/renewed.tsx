import { Alert } from "@/components/Alert.tsx";
import { BoxFace } from "@/components/art/BoxFace.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { readerOf } from "@/lib/http/reader.ts";
import { recoveryPath } from "@/lib/browser/links.ts";
import { define } from "@/lib/state.ts";

/** Where the organizer lands whose link was renewed: signed out, the new link is in the mail alone. */
export default define.page(function RenewedPage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  return (
    <Page reader={reader} title={t("organize.renewed.title")} isPrivate>
      <BoxFace mood="glad" class="w-36 sm:w-44" />
      <PageTitle>{t("organize.renewed.title")}</PageTitle>
      <Alert tone="success" isNews>{t("organize.renewed.body")}</Alert>
      <ButtonLink href={recoveryPath()} variant="secondary" icon="key-round">
        {t("common.recover")}
      </ButtonLink>
    </Page>
  );
});
