import { asset, Head } from "fresh/runtime";
import { ButtonLink } from "@/components/Button.tsx";
import { FacePage } from "@/components/FacePage.tsx";
import { readerOf } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";

/** Stored by the service worker, and shown instead of any page without a network. */
export default define.page(function OfflinePage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  return (
    <FacePage reader={reader} mood="asleep" title={t("offline.title")} lead={t("offline.body")}>
      <Head>
        <script src={asset("/offline.js")} defer />
      </Head>
      <ButtonLink href="" icon="rotate-ccw">{t("common.tryAgain")}</ButtonLink>
    </FacePage>
  );
});
