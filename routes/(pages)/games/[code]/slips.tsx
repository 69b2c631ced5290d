import { page } from "fresh";
import { ButtonLink } from "@/components/Button.tsx";
import { Slip } from "@/routes/(pages)/games/[code]/created/(_components)/Slip.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import PrintButton from "@/islands/PrintButton.tsx";
import { participantLinks } from "@/lib/pages/game_links.ts";
import { openManaged } from "@/lib/pages/organizer.ts";
import { readerOf } from "@/lib/pages/reader.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { define } from "@/lib/state.ts";

export default define.page<typeof handler>(function SlipsPage(props) {
  const { view, people } = props.data;
  const reader = readerOf(props);
  const { t } = reader;
  // Slips go to the people of the game, whatever language their organizer reads.
  const ofGame = { language: view.language, t: translator(view.language) };
  return (
    <Page reader={reader} title={t("created.slips.title")} width="wide" isPrivate>
      <div class="no-print space-y-5">
        <PageTitle over={view.name} lead={t("created.slips.lead")}>
          {t("created.slips.title")}
        </PageTitle>
        <div class="flex flex-wrap gap-3">
          <PrintButton label={t("created.slips.print")} />
          <ButtonLink href={`${gamePath(view.code)}/created`} variant="quiet" icon="arrow-left">
            {t("created.slips.back")}
          </ButtonLink>
        </div>
      </div>
      <ul
        class="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-2 print:gap-0"
        lang={view.language}
      >
        {people.map((person) => (
          <li
            key={person.id}
            class="flex break-inside-avoid flex-col border border-black bg-white leading-snug text-black"
          >
            <Slip view={view} person={person} reader={ofGame} />
          </li>
        ))}
      </ul>
    </Page>
  );
});

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    return page({ view: managed.view, people: participantLinks(ctx, managed) });
  },
});
