import type { ComponentChildren } from "preact";
import { ButtonLink } from "@/components/Button.tsx";
import { Sketch, type SketchName } from "@/components/art/Sketch.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { formatDays } from "@/lib/browser/format.ts";
import { publicPath } from "@/lib/browser/links.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { readerOf } from "@/lib/http/reader.ts";
import type { Operator } from "@/lib/settings.ts";
import { define } from "@/lib/state.ts";

/** The sections with one paragraph, each with its title. A section's name is also its anchor: `/privacy#cookies`. */
const SECTIONS = [
  ["stored", "list", "privacy.stored.title"],
  ["seen", "mask", "privacy.seen.title"],
  ["messages", "chat", "privacy.messages.title"],
  ["addresses", "paper", "privacy.addresses.title"],
  ["links", "key", "game.device.link"],
  ["cookies", "door", "privacy.cookies.title"],
  ["mails", "envelope", "privacy.mails.title"],
  ["notices", "phone", "notices.title"],
] as const satisfies [string, SketchName, string][];

export default define.page(function PrivacyPage(props) {
  const reader = readerOf(props);
  const { t, language, addressLanguage } = reader;
  const { retentionDays, operator } = props.state.services.settings;
  const kept = retentionDays === null
    ? t("privacy.end.keptForever")
    : t("privacy.end.kept", { period: formatDays(retentionDays, language) });
  return (
    <Page reader={reader} title={t("common.privacy")}>
      <PageTitle>{t("common.privacy")}</PageTitle>
      <OperatorSection operator={operator} t={t} />
      {SECTIONS.map(([section, sketch, title]) => (
        <Section key={section} id={section} sketch={sketch} title={t(title)}>
          <p>{t(`privacy.${section}.body`)}</p>
        </Section>
      ))}
      <Section id="kept" sketch="calendar" title={t("privacy.end.title")}>
        <p>{t("privacy.end.body")}</p>
        <p>{kept}</p>
      </Section>
      <Section id="delete" sketch="broom" title={t("game.data.erase")}>
        <p>{t("privacy.end.now")}</p>
        <p>
          <a class="text-link" href={publicPath("recover", addressLanguage)}>
            {t("common.recover")}
          </a>
        </p>
        {operator.contact && (
          <ButtonLink href={operator.contact.url} variant="secondary" icon="mail">
            {t("common.contact")}
          </ButtonLink>
        )}
      </Section>
    </Page>
  );
});

interface SectionProps {
  id: string;
  sketch: SketchName;
  title: string;
  children: ComponentChildren;
}

function Section({ id, sketch, title, children }: SectionProps) {
  return (
    <section id={id} class="target:bg-accent/15 rounded-box -mx-3 flex gap-4 p-3">
      <Sketch name={sketch} class="size-[min(3.5rem,18vw)] sm:size-18" />
      <div class="min-w-0 space-y-1.5 text-pretty">
        <h2 class="text-xl">{title}</h2>
        {children}
      </div>
    </section>
  );
}

/** The operator of this site and their contact, or a sentence that no operator is named. */
function OperatorSection({ operator, t }: { operator: Operator; t: Translate }) {
  const { name, contact, imprintUrl } = operator;
  return (
    <section id="operator" class="paper space-y-1.5 p-5 sm:p-8">
      <h2 class="text-xl">{t("privacy.operator.title")}</h2>
      {name && <p class="wrap-anywhere">{t("common.operatedBy", { name })}</p>}
      {contact && (
        <p>
          <a class="text-link wrap-anywhere" href={contact.url}>{contact.text}</a>
        </p>
      )}
      <p class="text-pretty">{t(`privacy.operator.${contact ? "ask" : "noContact"}`)}</p>
      {imprintUrl && (
        <p>
          <a class="text-link" href={imprintUrl}>{t("common.imprint")}</a>
        </p>
      )}
    </section>
  );
}
