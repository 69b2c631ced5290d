import { Alert } from "@/components/Alert.tsx";
import { BoxFace } from "@/components/art/BoxFace.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import { isCode } from "@/lib/operations/open.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";

/** Where someone lands whose game, or whose own data, is gone for good: there is nothing else to show. */
export default define.page(function ErasedPage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  const code = props.url.searchParams.get("game") ?? "";
  return (
    <Page reader={reader} title={t("erased.title")} isPrivate>
      <BoxFace mood="glad" class="w-36 sm:w-44" />
      <PageTitle>{t("erased.title")}</PageTitle>
      <Alert tone="success" isNews>{t("erased.lead")}</Alert>
      <div class="flex flex-wrap gap-3">
        {isCode(code) && (
          <ButtonLink href={gamePath(code)} icon="arrow-right">
            {t("game.signIn.button")}
          </ButtonLink>
        )}
        <ButtonLink href="/" variant="secondary" icon="house">{t("common.toHome")}</ButtonLink>
      </div>
    </Page>
  );
});
