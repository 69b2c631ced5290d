import { formatMoment, joinSentences } from "@/lib/browser/format.ts";
import { managePath } from "@/lib/browser/links.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { Button, ButtonLink, Hidden } from "@/components/Button.tsx";
import { BoxFace } from "@/components/art/BoxFace.tsx";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { nameClass, OpenGift } from "@/components/art/OpenGift.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { BackLink, Page, PageTitle } from "@/components/Page.tsx";
import { hasUnopenedGift } from "@/lib/game/assignments.ts";
import { paperOf } from "@/lib/game/paper.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { Game } from "@/lib/game/types.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import { giftFacts } from "@/lib/pages/participant/gift_facts.ts";
import { GiftWish } from "../../../(_components)/GiftWish.tsx";
import { NameInFull } from "@/components/NameInFull.tsx";
import HoldToOpen from "../(_islands)/HoldToOpen.tsx";
import LeaveNoName from "../(_islands)/LeaveNoName.tsx";

/** How long a name stays open, in seconds. */
export const SECONDS = 20;

interface Person {
  id: string;
  name: string;
  /** When the gift was last opened here, before a redraw of all names; null: never. ISO 8601, UTC. */
  openedInRoomAt: string | null;
}

export interface RoomPageProps {
  managed: ManagedGame;
  /** People who can open their gift here. */
  waiting: Person[];
  /** The participant who holds the phone; null: no one yet. */
  holder: Person | null;
  /** What is shown of the receiver, without the items of a wish list. */
  receiver: { name: string; desiredGift: string; wish: string; hasItems: boolean } | null;
}

/** The page for one phone that is passed around: each participant opens their gift, and hands the phone on. */
export function RoomPage(data: RoomPageProps) {
  const { managed: { game, reader }, holder, receiver } = data;
  const { t } = reader;
  return (
    <Page reader={reader} game={game} title={t("family.roomOpen")} isPrivate>
      {receiver && holder
        ? <Opened {...data} holder={holder} receiver={receiver} />
        : <Wrapped {...data} />}
    </Page>
  );
}

/** Before a gift is opened: the people to choose from or the current person's gift, and a way out. */
function Wrapped(data: RoomPageProps) {
  const { managed: { game, view, reader: { t } }, waiting, holder } = data;
  const title = holder ? t("family.handTo", { name: holder.name }) : t("family.roomOpen");
  const lead = holder ? t("family.handHint", { seconds: SECONDS }) : t("family.roomLead");
  return (
    <div class="space-y-6 text-center">
      <CoverBand game={game}>
        <PageTitle over={view.name} lead={waiting.length > 0 && lead}>{title}</PageTitle>
      </CoverBand>
      {holder ? <Handed {...data} holder={holder} /> : <Waiting {...data} />}
      {/* Guests hold the phone: a gift links only to the names, and those to the organizer's page. */}
      <BackLink href={holder ? roomPath(view.code) : managePath(view.code)}>
        {t(holder ? "finale.back" : "organize.back")}
      </BackLink>
    </div>
  );
}

/** Says why no one can open their gift here. */
function nothingToOpen({ game, reader: { t } }: ManagedGame): string {
  const people = game.participants.filter(({ erasedAt }) => erasedAt === null);
  if (pairsHiddenFromOrganizer(game)) {
    const areAllOpen = people.every(({ firstViewedAt }) => firstViewedAt !== null);
    // Participants who have an address open their gifts elsewhere.
    return t(areAllOpen ? "organize.moment.allOpened" : "sealed.links.lead");
  }
  // Participants whose receiver changed after they opened their gift open it again on their own page.
  const number = people.filter((one) => !hasUnopenedGift(one)).length;
  return number === people.length
    ? t("organize.moment.allOpened")
    : t("organize.moment.drawn", { number, total: people.length });
}

function Waiting({ managed, waiting }: RoomPageProps) {
  const { view } = managed;
  if (waiting.length === 0) {
    return (
      <>
        <BoxFace mood="glad" class="mx-auto w-44" />
        <p class="text-lg">{nothingToOpen(managed)}</p>
      </>
    );
  }
  return (
    <>
      <ul class="grid gap-3 sm:grid-cols-2">
        {waiting.map(({ id, name }) => (
          <li key={id}>
            <ButtonLink
              href={roomPath(view.code, id)}
              variant="secondary"
              class="w-full py-3 text-lg"
              icon="gift"
            >
              <span class="min-w-0 truncate">{name}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function Handed(
  { managed: { game, view, reader }, holder }: RoomPageProps & { holder: Person },
) {
  const { t } = reader;
  return (
    <form method="post" action={roomPath(view.code)} class="space-y-6">
      <GiftBox paper={paperFor(game, holder)} class="gift-waiting mx-auto w-52" />
      {holder.openedInRoomAt && (
        <p class="text-pretty">
          {joinSentences([
            t("family.inRoom", {
              when: formatMoment(holder.openedInRoomAt, reader.locale, view.timeZone),
            }),
            t("game.changed.redrawn"),
          ])}
        </p>
      )}
      <Hidden fields={{ participantId: holder.id, key: crypto.randomUUID() }} />
      <HoldToOpen label={t("family.hold")} hint={t("family.holdHint")} />
    </form>
  );
}

function Opened(
  { managed: { game, view, reader }, waiting, holder, receiver }:
    & RoomPageProps
    & { holder: Person; receiver: NonNullable<RoomPageProps["receiver"]> },
) {
  const { t } = reader;
  const next = waiting.find(({ id }) => id !== holder.id);
  const card = (
    <>
      <p class="muted font-semibold">{t("family.givesTo", { name: holder.name })}</p>
      <h1 class={`text-secondary ${nameClass(receiver.name)}`}>
        <NameInFull name={receiver.name} texts={t("game.reveal", AS_GROUP)} />
      </h1>
    </>
  );
  return (
    <section class="space-y-7 text-center">
      <LeaveNoName />
      <OpenGift
        box={<GiftBox paper={paperFor(game, holder)} class="w-full" />}
        card={card}
      >
        <GiftWish
          {...receiver}
          texts={t("game.reveal", AS_GROUP)}
          facts={giftFacts(game, reader)}
          {...receiver.hasItems && { unlisted: t("gather.status.hasWish") }}
        />
      </OpenGift>
      <form method="get" action={roomPath(view.code)} class="relative z-1">
        {next && <input type="hidden" name="who" value={next.id} />}
        <Button icon="eye-off" class="py-3">{t("family.next")}</Button>
      </form>
    </section>
  );
}

function paperFor({ id: gameId, participants }: Game, holder: Person): number {
  return paperOf(gameId, participants.find(({ id }) => id === holder.id)?.number ?? 0);
}

export function roomPath(code: string, who?: string): string {
  return managePath(code, `/room${who ? `?who=${encodeURIComponent(who)}` : ""}`);
}
