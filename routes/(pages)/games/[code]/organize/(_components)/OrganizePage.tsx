import { managePath } from "@/lib/browser/links.ts";
import type { OrganizePageData } from "./organize_page_data.ts";
import { PeopleList } from "./PeopleList.tsx";
import { flashQuery } from "@/lib/pages/flash_messages.ts";
import PassOnActions from "@/islands/PassOnActions.tsx";
import { DrawScene } from "@/components/DrawScene.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { Page } from "@/components/Page.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import HandedLinks from "../(_islands)/HandedLinks.tsx";
import LiveRegion from "@/islands/LiveRegion.tsx";
import PersonMenus from "../(_islands)/PersonMenus.tsx";
import { Gathering } from "./Gathered.tsx";
import { Added, Archived, FinaleCard, MailNotices } from "./Happened.tsx";
import { handedTitles, handedWords } from "./handed_texts.ts";
import { NextSteps } from "./NextSteps.tsx";
import { AddPerson, EraseTool } from "./OrganizerForms.tsx";
import { News } from "./SubPage.tsx";
import { Tools } from "./Tools.tsx";
import { OrganizeHead } from "./OrganizeHead.tsx";

/** The organizer's page: what to do now, then the people, then everything that can be done with the game. */
export function OrganizePage({ rows, ...data }: OrganizePageData & { rows: string }) {
  const { view, reader, news, isHidden, isPast, refused, added } = data;
  const { t } = reader;
  const isGathering = view.state === "gathering" && !view.isArchived;
  const isToldThere = Object.values(data.refusedForms).some((form) => form !== null);
  const seal = <SealNote game={view} reader={reader} isOrganizer />;
  return (
    <Page reader={reader} title={t("organize.title", { name: view.name })} width="wide" isPrivate>
      <DrawScene game={view} papers={data.drawn} t={t} />
      <OrganizeHead {...data} />
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
      {/* Missing once the finale has begun, even on its own: then an open page reloads. */}
      {view.revealed ? <FinaleCard {...data} /> : <span id="before-finale" data-live hidden />}
      {isGathering && <Gathering {...data} rows={rows} />}
      {!isGathering && (
        <div class="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div class="space-y-6">
            <section>
              <NextSteps {...data} />
              <PassOnActions copied={t("common.copied")} />
            </section>
            {!view.sealBrokenAt && !view.revealed && seal}
            <section id="people" class="paper space-y-4 p-5 sm:p-7">
              <PeopleList {...data} rows={rows} />
              {(!isPast || data.refusedForms.add) && !view.revealed && <AddPerson {...data} />}
            </section>
          </div>
          <div class="space-y-6">
            {view.isArchived ? <EraseTool {...data} /> : <Tools {...data} />}
          </div>
        </div>
      )}
      {data.version && (
        <LiveRegion
          url={managePath(view.code, "/progress")}
          version={data.version}
          pause={isGathering ? 4 : 15}
          {...isGathering && { next: managePath(view.code, flashQuery("drawNames")) }}
        />
      )}
      {!isGathering && !isHidden && !isPast && (
        <HandedLinks words={handedWords(t)} titles={handedTitles(t)} />
      )}
      {!view.isArchived && <PersonMenus close={t("finale.close")} copied={t("common.copied")} />}
    </Page>
  );
}
