import { Page, PageTitle } from "@/components/Page.tsx";
import { formatDays } from "@/lib/browser/format.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { readerOf } from "@/lib/pages/reader.ts";
import type { Operator } from "@/lib/settings.ts";
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
        <OperatorSection operator={props.state.services.settings.operator} t={t} />
      </div>
    </Page>
  );
});

/** Who runs this site and where to turn to; where nobody is named, it says so. */
function OperatorSection({ operator, t }: { operator: Operator; t: Translate }) {
  const { name, contact, imprintUrl } = operator;
  const text = contact ? "ask" : name || imprintUrl ? "noContact" : "unknown";
  return (
    <section class="space-y-1.5">
      <h2 class="text-xl">{t("privacy.operator.title")}</h2>
      {name && <p class="wrap-anywhere">{t("common.operatedBy", { name })}</p>}
      {contact && (
        <p>
          <a class="text-link wrap-anywhere" href={contact.url}>{contact.text}</a>
        </p>
      )}
      <p class="text-pretty">{t(`privacy.operator.${text}`)}</p>
      {imprintUrl && (
        <p>
          <a class="text-link" href={imprintUrl}>{t("common.imprint")}</a>
        </p>
      )}
    </section>
  );
}
