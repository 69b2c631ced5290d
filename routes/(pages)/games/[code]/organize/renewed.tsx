import { Sketch } from "@/components/art/Sketch.tsx";
import { Alert } from "@/components/Alert.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { readerOf } from "@/lib/pages/reader.ts";
import { recoveryPath } from "@/lib/browser/links.ts";
import { define } from "@/lib/state.ts";

/** Where the organizer lands whose link was renewed: signed out, the new link is in the mail alone. */
export default define.page(function RenewedPage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  return (
    <Page reader={reader} title={t("organize.renewed.title")} isPrivate>
      <Sketch name="envelope" class="size-24" />
      <PageTitle>{t("organize.renewed.title")}</PageTitle>
      <Alert tone="success" isNews>{t("organize.renewed.body")}</Alert>
      <ButtonLink href={recoveryPath()} variant="quiet" icon="key-round">
        {t("common.recover")}
      </ButtonLink>
    </Page>
  );
});
