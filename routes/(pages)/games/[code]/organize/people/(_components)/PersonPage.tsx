import type { ActivePersonPageData, PersonPageData } from "./person_page_data.ts";
import { withSpace } from "@/lib/browser/format.ts";
import { Alert } from "@/components/Alert.tsx";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { Card } from "@/components/Card.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { News, SubPage } from "../../(_components)/SubPage.tsx";
import { LinkCard, MailCard, SealedLinkCard } from "./ContactCards.tsx";
import { KeeperCard } from "./KeeperCard.tsx";
import { ChangeCard, EditCard, PlaceCard, Standing } from "./PersonCards.tsx";

/** Everything that concerns one person. */
export function PersonPage(data: PersonPageData) {
  const { reader, person: { name }, questions } = data;
  const { t } = reader;
  const active = questions && { ...data, questions };
  return (
    <SubPage
      managed={data}
      picture={<GiftBox paper={data.paper} />}
      title={name}
      heading={data.isYou
        ? withSpace(name) + t("create.people.you")
        : t("game.reveal.name", { name })}
      width={questions ? "wide" : "narrow"}
    >
      <News news={data.news} />
      {active && data.isPlaceFirst && <Place {...active} />}
      <Standing {...data} />
      {active ? <Tools {...active} /> : <Wishes {...data} />}
    </SubPage>
  );
}

/** Everything that can be done for a person in an active game. */
function Tools(data: ActivePersonPageData) {
  const { view, isHidden, reader: { t } } = data;
  const hasFailed = data.person.emailStatus.status === "failed";
  const mails = data.isErased ? null : <MailCard {...data} />;
  return (
    <div class="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
      <div class="space-y-6">
        {hasFailed && mails}
        {!isHidden ? <LinkCard {...data} /> : !data.isErased && <SealedLinkCard {...data} />}
        {!hasFailed && mails}
      </div>
      <div class="space-y-6">
        <EditCard {...data} />
        {view.revealed ? <Alert tone="info">{t("errors.code.EVENT_OVER")}</Alert> : (
          <>
            <KeeperCard {...data} />
            {!data.isPlaceFirst && <Place {...data} />}
            <ChangeCard {...data} />
          </>
        )}
      </div>
    </div>
  );
}

function Place(data: ActivePersonPageData) {
  const { state, revealed } = data.view;
  return state === "drawn" && !revealed ? <PlaceCard {...data} /> : null;
}

function Wishes({ person, reader: { t } }: PersonPageData) {
  return (
    <Card title={t("game.reveal.wish")} icon="heart">
      <LinkedText text={person.desiredGift || "–"} />
      <LinkedText text={person.wish || "–"} />
    </Card>
  );
}
