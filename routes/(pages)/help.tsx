import { Sketch, type SketchName } from "@/components/art/Sketch.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { publicPath } from "@/lib/browser/links.ts";
import { operatorOf } from "@/lib/pages/operator.ts";
import { readerOf } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";

/** The questions of each group, as the locales name them, each with a picture. */
const GROUPS = [
  {
    title: "help.participant.title",
    questions: [
      ["help.participant.open", "gift"],
      ["help.participant.protected", "key"],
      ["help.participant.notices", "phone"],
      ["help.participant.wish", "wish"],
      ["help.participant.secret", "mask"],
    ],
  },
  {
    title: "help.organizer.title",
    questions: [
      ["help.organizer.change", "door"],
      ["help.organizer.place", "swap"],
      ["help.organizer.peek", "mask"],
    ],
  },
] as const satisfies { title: string; questions: [string, SketchName][] }[];

export default define.page(function HelpPage(props) {
  const reader = readerOf(props);
  const { t, addressLanguage } = reader;
  const contact = operatorOf(props.state)?.contact;
  return (
    <Page reader={reader} title={t("common.help")} description={t("common.promise")}>
      <PageTitle>{t("common.help")}</PageTitle>
      <nav aria-label={t("common.help")} class="flex flex-wrap gap-3">
        {GROUPS.map(({ title }) => (
          <ButtonLink key={title} href={`#${anchorOf(title, 1)}`} variant="secondary">
            {t(title)}
          </ButtonLink>
        ))}
        <ButtonLink
          href={publicPath("recover", addressLanguage)}
          variant="secondary"
          icon="key-round"
        >
          {t("common.recover")}
        </ButtonLink>
      </nav>
      {GROUPS.map(({ title, questions }) => (
        <section key={title} id={anchorOf(title, 1)} class="space-y-2 pt-4">
          <h2 class="text-3xl">{t(title)}</h2>
          {questions.map(([question, sketch]) => (
            <section
              key={question}
              id={anchorOf(question, 2)}
              class="target:bg-accent/15 rounded-box -mx-3 flex gap-4 p-3"
            >
              <Sketch name={sketch} class="size-[min(3.5rem,18vw)] sm:size-18" />
              <div class="min-w-0 space-y-1">
                <h3 class="text-lg">{t(`${question}.question`)}</h3>
                {/* A short answer, and its exceptions as a list. */}
                {t(`${question}.answer`).split("\n").map((line, index) => (
                  <p
                    key={line}
                    class={`text-pretty ${index > 0 ? "ms-5 list-item list-disc" : ""}`}
                  >
                    {line}
                  </p>
                ))}
              </div>
            </section>
          ))}
        </section>
      ))}
      <p class="flex flex-wrap gap-x-6 gap-y-3">
        {contact && <a class="text-link" href={contact.url}>{t("help.ask")}</a>}
        <a class="text-link" href="/api/docs">{t("common.forDevelopers")}</a>
      </p>
    </Page>
  );
});

/** The anchor of a group or question, which is a part of its key: `/help#open`. */
function anchorOf(key: string, part: number): string | undefined {
  return key.split(".")[part];
}
