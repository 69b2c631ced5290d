import { Icon } from "@/components/Icon.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { readerOf } from "@/lib/pages/reader.ts";
import { define } from "@/lib/state.ts";

/** The questions of each group, as the locales name them. */
const GROUPS = [
  {
    title: "help.participant.title",
    questions: [
      "help.participant.open",
      "help.participant.protected",
      "help.participant.lost",
      "help.participant.wish",
      "help.participant.swap",
      "help.participant.leave",
      "help.participant.address",
      "help.participant.secret",
    ],
  },
  {
    title: "help.organizer.title",
    questions: [
      "help.organizer.gather",
      "help.organizer.couples",
      "help.organizer.noEmail",
      "help.organizer.room",
      "help.organizer.child",
      "help.organizer.change",
      "help.organizer.place",
      "help.organizer.failed",
      "help.organizer.peek",
      "help.organizer.sealed",
      "help.organizer.host",
      "help.organizer.close",
      "help.organizer.again",
    ],
  },
] as const;

export default define.page(function HelpPage(props) {
  const reader = readerOf(props);
  const { t } = reader;
  return (
    <Page reader={reader} title={t("help.title")} description={t("help.lead")}>
      <PageTitle lead={t("help.lead")}>{t("help.title")}</PageTitle>
      {GROUPS.map(({ title, questions }) => (
        <section key={title} class="space-y-3">
          <h2 class="text-2xl">{t(title)}</h2>
          {questions.map((question) => (
            <details key={question} class="paper group">
              <summary class="rounded-box flex min-h-14 items-center justify-between gap-4 px-5 py-3 font-semibold">
                {t(`${question}.question`)}
                <Icon name="chevron-down" class="text-primary size-5 group-open:rotate-180" />
              </summary>
              <p class="px-5 pb-5 text-pretty">{t(`${question}.answer`)}</p>
            </details>
          ))}
        </section>
      ))}
      <p>
        <a class="text-link" href="/recover">{t("common.recover")}</a>
      </p>
    </Page>
  );
});
