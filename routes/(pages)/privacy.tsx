import { Page, PageTitle } from "@/components/Page.tsx";
import { readerOf } from "@/lib/pages/reader.ts";
import { define } from "@/lib/state.ts";

const SECTIONS = ["stored", "seen", "links", "cookies", "mails", "end"] as const;

export default define.page(function PrivacyPage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  return (
    <Page reader={reader} title={t("privacy.title")} description={t("privacy.lead")}>
      <PageTitle lead={t("privacy.lead")}>{t("privacy.title")}</PageTitle>
      <div class="paper space-y-6 p-5 sm:p-8">
        {SECTIONS.map((section) => (
          <section key={section} class="space-y-1.5">
            <h2 class="text-xl">{t(`privacy.${section}.title`)}</h2>
            <p class="text-pretty">{t(`privacy.${section}.body`)}</p>
          </section>
        ))}
      </div>
    </Page>
  );
});
