import { asset, Head } from "fresh/runtime";
import { BoxFace } from "@/components/art/BoxFace.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { readerOf } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";

/** Kept by the service worker, and shown in the place of any page where there is no network. */
export default define.page(function OfflinePage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  return (
    <Page reader={reader} title={t("offline.title")} isPrivate>
      <Head>
        <script src={asset("/offline.js")} defer />
      </Head>
      <BoxFace mood="asleep" class="w-36 sm:w-44" />
      <PageTitle lead={t("offline.body")}>{t("offline.title")}</PageTitle>
      <ButtonLink href="" icon="rotate-ccw">{t("common.tryAgain")}</ButtonLink>
    </Page>
  );
});
