import { type Context, page } from "fresh";
import { managePath } from "@/lib/browser/links.ts";
import { flashQuery } from "@/lib/pages/flash_messages.ts";
import { readForm } from "@/lib/http/form.ts";
import { openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { define, type State } from "@/lib/state.ts";
import {
  type ActivePersonPageData,
  loadPersonPage,
  type PersonPageData,
} from "./(_components)/person_page_data.ts";
import { actOnPerson } from "./(_components)/person_acts.ts";
import { withSpace } from "@/lib/browser/format.ts";
import { Alert } from "@/components/Alert.tsx";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { Card } from "@/components/Card.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { News, SubPage } from "../(_components)/SubPage.tsx";
import { LinkCard, MailCard, SealedLinkCard } from "./(_components)/ContactCards.tsx";
import {
  ChangeCard,
  EditCard,
  KeeperCard,
  PlaceCard,
  Standing,
} from "./(_components)/PersonCards.tsx";

/** Everything that concerns one person. */
export default define.page<typeof handler>(function PersonPage({ data }) {
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
});

/** All that can be done for someone in an active game. */
function Tools(data: ActivePersonPageData) {
  const { view, isHidden, reader: { t } } = data;
  const hasFailed = data.person.emailStatus.status === "failed";
  const mails = <MailCard {...data} />;
  return (
    <div class="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
      <div class="space-y-6">
        {hasFailed && mails}
        {isHidden ? <SealedLinkCard {...data} /> : <LinkCard {...data} />}
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

export const handler = define.handlers({
  async GET(ctx) {
    return await show(ctx, await openManaged(ctx), null);
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const form = await readForm(ctx.req);
    const participantId = ctx.params.id ?? "";
    if (!managed.view.participants.some((one) => one.id === participantId)) return gone(ctx);
    return await actOnPerson({ ctx, managed, participantId, form, show });
  },
});

async function show(...args: Parameters<typeof loadPersonPage>) {
  const [ctx, , refused] = args;
  const data = await loadPersonPage(...args);
  return data ? page(data, { status: refused ? 400 : 200 }) : gone(ctx);
}

/** Redirects to the game, because this person is no longer in it. */
function gone(ctx: Context<State>): Response {
  return ctx.redirect(managePath(ctx.params.code ?? "", flashQuery("gone")), 303);
}
