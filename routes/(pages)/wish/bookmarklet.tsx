import { buttonClass } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CopyField } from "@/components/CopyField.tsx";
import { Fold } from "@/components/Fold.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { bookmarkletFor } from "@/lib/browser/bookmarklet.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";

/** Explains how to add wishes from other sites: the bookmark, on computers and phones, and the share sheet. */
export default define.page(function WishBookmarkletPage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  // The only link of the site that is a script: constant text with this site's origin as a string.
  const bookmarklet = bookmarkletFor(props.state.origin);
  return (
    <Page reader={reader} title={t("handedWish.bookmarklet.title")} isPrivate>
      <PageTitle lead={t("handedWish.bookmarklet.lead")}>
        {t("handedWish.bookmarklet.title")}
      </PageTitle>
      <p class="noscript:block hidden">{t("handedWish.needsScript")}</p>
      <Card title={t("handedWish.bookmarklet.app.title")}>
        <p class="text-pretty">{t("handedWish.bookmarklet.app.body")}</p>
      </Card>
      <Card title={t("handedWish.bookmarklet.computer.title")}>
        <p class="text-pretty">{t("handedWish.bookmarklet.computer.body")}</p>
        <p>
          <a class={buttonClass("primary")} href={bookmarklet}>
            {t("handedWish.bookmarklet.name")}
          </a>
        </p>
      </Card>
      <Fold id="phone" title={t("handedWish.bookmarklet.phone.title")} icon="smartphone" isCard>
        <p class="text-pretty">{t("handedWish.bookmarklet.phone.body")}</p>
        <CopyField
          id="bookmarklet"
          label={t("handedWish.bookmarklet.phone.address")}
          value={bookmarklet}
          t={t}
        />
      </Fold>
    </Page>
  );
});
