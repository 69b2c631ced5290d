import type { OrganizePageData } from "./organize_page_data.ts";
import { PageTitle } from "@/components/Page.tsx";
import type { VNode } from "preact";
import { formatDate, formatDay } from "@/lib/browser/format.ts";
import { daysUntil } from "@/lib/game/calendar.ts";
import { countdown } from "@/lib/pages/countdown.ts";
import { greeting } from "@/lib/pages/organizer/greeting.ts";
import { GiftPile } from "@/components/art/GiftPile.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";

/** The head of the organizer's page: the game and its progress. */
export function OrganizeHead(data: OrganizePageData) {
  const { view, people, reader: { t } } = data;
  return (
    <CoverBand game={view} ground={data.drawn && <GiftPile papers={data.drawn} />}>
      <PageTitle
        over={when(data)}
        lead={
          <span id="moment" data-live>
            <LineBreaks text={greeting(data, people, data.now, data.drawRefusal !== null)} />
          </span>
        }
      >
        {view.name}
      </PageTitle>
      {!view.isArchived && (
        <div class="flex flex-wrap gap-2">
          {data.ownLink && (
            <ButtonLink
              href={data.ownLink}
              variant="secondary"
              icon={view.state === "drawn" ? "gift" : "arrow-right"}
            >
              {t(view.state === "drawn" ? "game.reveal.title" : "mail.button.participant")}
            </ButtonLink>
          )}
          {/* On a phone, the tools are below all people. */}
          <ButtonLink href="#manage" variant="quiet" icon="settings" class="-ms-2 px-2 lg:hidden">
            {t("mail.button.organizer")}
          </ButtonLink>
        </div>
      )}
    </CoverBand>
  );
}

/** The game's date and code, with the days to go until it is over. */
function when({ game, view, isPast, now, reader: { t, locale } }: OrganizePageData): VNode {
  return (
    <>
      <span class="block">
        {isPast
          ? formatDate(game.date, locale)
          : formatDay(`${game.date}T00:00:00Z`, locale, "UTC")}
      </span>
      {/* Exists while people join, even after the event: open pages notice the draw when it disappears. */}
      {(!isPast || game.isGathering) && (
        <span id="days-left" data-live>
          {!isPast && `${countdown(daysUntil(game, now), t)} · `}
        </span>
      )}
      <span class="muted inline-block font-normal">{t("game.codeIs", { code: view.code })}</span>
    </>
  );
}
