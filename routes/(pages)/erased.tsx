import { Alert } from "@/components/Alert.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { readerOf } from "@/lib/pages/reader.ts";
import { define } from "@/lib/state.ts";

/** Where somebody lands whose game, or whose own data, is gone for good: there is nothing else to show. */
export default define.page(function ErasedPage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  return (
    <Page reader={reader} title={t("erased.title")} isPrivate>
      <PageTitle>{t("erased.title")}</PageTitle>
      <Alert tone="success" isNews>{t("erased.lead")}</Alert>
      <ButtonLink href="/" variant="secondary" icon="house">{t("common.toHome")}</ButtonLink>
    </Page>
  );
});
