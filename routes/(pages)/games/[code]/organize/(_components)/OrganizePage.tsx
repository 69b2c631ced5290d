/** What the organizer's page shows: what to do now, then everyone, then all that can be done with the game. */
import type { VNode } from "preact";
import { formatDate } from "@/lib/browser/format.ts";
import { gamePath, managePath } from "@/lib/browser/links.ts";
import { daysUntil } from "@/lib/game/calendar.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { countdown } from "@/lib/pages/countdown.ts";
import { greeting } from "@/lib/pages/greeting.ts";
import PassOnActions from "@/islands/PassOnActions.tsx";
import { Alert } from "@/components/Alert.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { JapaneseLineBreaks } from "@/components/JapaneseLineBreaks.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import HandedLinks from "../(_islands)/HandedLinks.tsx";
import LiveRegion from "../(_islands)/LiveRegion.tsx";
import PersonMenus from "../(_islands)/PersonMenus.tsx";
import { Gathering } from "./Gathered.tsx";
import { handedTitles, handedWords } from "./handed_texts.ts";
import { MailNotices } from "./MailNotices.tsx";
import { NextSteps } from "./NextSteps.tsx";
import { AddPerson, EraseTool } from "./OrganizerForms.tsx";
import type { OrganizePageData } from "./organize_page_data.ts";
import { PeopleList } from "./PeopleList.tsx";
import { PersonPassOn } from "./PersonPassOn.tsx";
import { News } from "./SubHead.tsx";
import { Tools } from "./Tools.tsx";

interface OrganizePageProps extends OrganizePageData {
  /** The people who are in while they come together, as HTML; null: the names are drawn, or the game is archived. */
  gathered: string | null;
  /** The list of people, as HTML; else "". */
  rows: string;
}

export function OrganizePage({ gathered, rows, ...data }: OrganizePageProps) {
  const { view, reader, people, news, isHidden, isPast, refused, added } = data;
  const { t } = reader;
  const isToldThere = Object.values(data.refusedForms).some((form) => form !== null);
  const seal = <SealNote game={view} reader={reader} isOrganizer />;
  return (
    <Page reader={reader} title={t("organize.title", { name: view.name })} width="wide" isPrivate>
      <CoverBand cover={coverOf(view)}>
        <PageTitle
          over={when(data)}
          lead={
            <span id="moment" data-live>
              <JapaneseLineBreaks
                text={greeting(data, people, data.now, data.drawRefusal !== null)}
              />
            </span>
          }
        >
          {view.name}
        </PageTitle>
        {data.takesPart && !view.isArchived && (
          <ButtonLink href={gamePath(view.code)} variant="secondary" icon="gift">
            {t("game.reveal.title")}
          </ButtonLink>
        )}
      </CoverBand>
      {!refused && (added ? <Added {...data} {...added} /> : <News news={news} />)}
      <MailNotices {...data} />
      {view.sealBrokenAt && seal}
      {refused && !isToldThere && (
        <FormErrors
          errors={refused.errors}
          t={t}
          idOf={() => "main"}
        />
      )}
      {view.isArchived && <Archived {...data} />}
      {view.revealed && <FinaleCard {...data} />}
      {gathered !== null && <Gathering {...data} gathered={gathered} />}
      {gathered === null && (
        <div class="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div class="space-y-6">
            <section>
              <NextSteps {...data} />
              <PassOnActions copied={t("common.copied")} />
            </section>
            <section id="people" class="paper space-y-4 p-5 sm:p-7">
              <PeopleList {...data} rows={rows} />
              {!isPast && !view.revealed && <AddPerson {...data} />}
            </section>
          </div>
          <div class="space-y-6">
            {!view.sealBrokenAt && seal}
            {view.isArchived ? <EraseTool {...data} /> : <Tools {...data} />}
          </div>
        </div>
      )}
      {data.version && (
        <LiveRegion
          url={managePath(view.code, "/progress")}
          version={data.version}
          pause={gathered === null ? 15 : 4}
        />
      )}
      {gathered === null && !isHidden && !isPast && (
        <HandedLinks words={handedWords(t)} titles={handedTitles(t)} />
      )}
      {!view.isArchived && (
        <PersonMenus close={t("organize.people.closeMenu")} copied={t("common.copied")} />
      )}
    </Page>
  );
}

/** Someone has just been taken in: their link is passed on right here. */
function Added(
  { person, link, ...data }: OrganizePageData & NonNullable<OrganizePageData["added"]>,
) {
  const { t } = data.reader;
  return (
    <Alert tone="success" isNews>
      <p>{t("organize.addedPass", { name: person.name })}</p>
      {/* On a phone from below the sign on: else a row has no room for all ways. */}
      <section
        class="py-2 max-sm:-ml-9"
        aria-label={t("created.people.link", { name: person.name })}
      >
        <PersonPassOn {...data} {...{ person, link }} place="added" />
        <PassOnActions copied={t("common.copied")} />
      </section>
      {data.news.slice(1).map((sentence) => <p key={sentence}>{sentence}</p>)}
    </Alert>
  );
}

function Archived({ view, reader: { t, locale } }: OrganizePageData) {
  return (
    <Alert tone="success" title={t("organize.archived.title")}>
      {t("organize.archived.body", {
        date: formatDate((view.archivedAt ?? "").slice(0, 10), locale),
      })}
    </Alert>
  );
}

/** The way to the shared end, once it has come. */
function FinaleCard({ view: { code }, reader: { t } }: OrganizePageData) {
  return (
    <Card title={t("finale.title")} icon="party-popper" id="finale">
      <p class="muted text-pretty">{t("finale.lead")}</p>
      <p class="text-pretty">{t("errors.code.EVENT_OVER")}</p>
      <ButtonLink href={managePath(code, "/finale")} icon="party-popper">
        {t("organize.finaleOpen")}
      </ButtonLink>
    </Card>
  );
}

/** Which game it is, and when; nobody counts the days to what is over. */
function when({ game, view, isPast, now, reader: { t, locale } }: OrganizePageData): VNode {
  return (
    <>
      <span class="max-sm:block">{formatDate(game.date, locale)}</span>
      {!isPast && (
        <span class="max-sm:block sm:before:content-['_·_']">
          {countdown(daysUntil(game, now), t)}
        </span>
      )}
      <span class="muted block font-normal">{t("game.codeIs", { code: view.code })}</span>
    </>
  );
}
