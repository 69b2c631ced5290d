import { againPath, publicPath } from "@/lib/browser/links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { ButtonLink } from "@/components/Button.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import type { Cover } from "@/lib/game/types.ts";
import { Card } from "@/components/Card.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import type { OtherPerson } from "@/lib/pages/remembered_people.ts";
import { OthersHere } from "./SwitchPerson.tsx";
import { Erase } from "./YourData.tsx";

interface OverScreenProps {
  reader: Reader;
  code: string;
  /** All that is told of the game: nobody's name stands here. */
  name: string;
  cover: Cover;
  /** Who was in it can be forgotten; who was invited never came to be known. */
  wasIn: boolean;
  /** Whether its organizer is signed in on this device. */
  isOrganizer: boolean;
  others?: readonly OtherPerson[];
}

/** What someone finds whose link leads to an archived game: that it is over, thanks, and what comes next. */
export function OverScreen(
  { reader, code, name, cover, wasIn, isOrganizer, others = [] }: OverScreenProps,
) {
  const { t } = reader;
  return (
    <Page reader={reader} title={t("game.data.overTitle")} isPrivate>
      <CoverBand cover={cover}>
        <PageTitle
          over={t("game.data.overTitle")}
          lead={t(wasIn ? "again.over.thanks" : "again.over.closed")}
        >
          {name}
        </PageTitle>
      </CoverBand>
      <OthersHere code={code} others={others} t={t} />
      <Card title={t("again.offerTitle")} icon="party-popper">
        {isOrganizer
          ? (
            <>
              <p class="text-pretty">{t("again.offer")}</p>
              <ButtonLink href={againPath(code)} icon="rotate-ccw">{t("again.button")}</ButtonLink>
            </>
          )
          : (
            <>
              <p class="text-pretty">{t("again.over.ask")}</p>
              <ButtonLink
                href={publicPath("create", reader.addressLanguage)}
                variant="secondary"
                icon="gift"
              >
                {t("again.over.start")}
              </ButtonLink>
            </>
          )}
      </Card>
      {wasIn && (
        <Card title={t("game.data.title")} icon="trash">
          <p class="muted text-pretty">{t("game.data.overLead")}</p>
          <Erase code={code} t={t} />
        </Card>
      )}
    </Page>
  );
}
