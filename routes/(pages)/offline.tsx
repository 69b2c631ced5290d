import { Icon } from "@/components/Icon.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { readerOf } from "@/lib/pages/reader.ts";
import { define } from "@/lib/state.ts";

/** Kept by the service worker, and shown where there is no network. */
export default define.page(function OfflinePage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  return (
    <Page reader={reader} title={t("offline.title")} isPrivate>
      <Icon name="wifi-off" class="text-secondary size-12" />
      <PageTitle lead={t("offline.body")}>{t("offline.title")}</PageTitle>
    </Page>
  );
});
