import { Page, PageTitle } from "@/components/Page.tsx";
import { formatDays } from "@/lib/browser/format.ts";
import { readerOf } from "@/lib/pages/reader.ts";
import { define } from "@/lib/state.ts";

const SECTIONS = ["stored", "seen", "links", "cookies", "mails"] as const;

export default define.page(function PrivacyPage(props) {
  const reader = readerOf(props);
  const { t, language } = reader;
  const { retentionDays } = props.state.services.settings;
  const kept = retentionDays === null
    ? t("privacy.end.keptForever")
    : t("privacy.end.kept", { period: formatDays(retentionDays, language) });
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
        <section class="space-y-1.5">
          <h2 class="text-xl">{t("privacy.end.title")}</h2>
          {[t("privacy.end.body"), kept, t("privacy.end.now")].map((text) => (
            <p key={text} class="text-pretty">{text}</p>
          ))}
        </section>
      </div>
    </Page>
  );
});
