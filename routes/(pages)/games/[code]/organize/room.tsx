import { page } from "fresh";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { CoverStyle } from "@/components/CoverBand.tsx";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { Sketch } from "@/components/art/Sketch.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { managePath } from "@/lib/browser/links.ts";
import { canOpenInRoom } from "@/lib/game/actions/room.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { GameError } from "@/lib/game/errors.ts";
import { paperOf } from "@/lib/game/paper.ts";
import { openInRoom } from "@/lib/operations/open_in_room.ts";
import { readForm } from "@/lib/pages/forms.ts";
import { type ManagedGame, openManaged } from "@/lib/pages/organizer.ts";
import { define } from "@/lib/state.ts";
import { BackLink } from "./(_components)/BackLink.tsx";
import { SubHead } from "./(_components)/SubHead.tsx";
import HoldToOpen from "./(_islands)/HoldToOpen.tsx";

/** How long a name lies open, in seconds. */
const SECONDS = 20;

interface Person {
  id: string;
  name: string;
}

interface Data {
  managed: ManagedGame;
  /** Those who have not opened their gift. */
  waiting: Person[];
  /** Who has the phone; null: nobody yet. */
  holder: Person | null;
  /** What lies open. */
  receiver: { name: string; desiredGift: string; wish: string } | null;
}

/** One phone goes round: name after name opens, reads, hands on. */
export default define.page<typeof handler>(function RoomPage({ data }) {
  const { managed: { view, reader }, holder, receiver } = data;
  const { t } = reader;
  return (
    <Page reader={reader} title={t("family.roomTitle")} isPrivate>
      {holder && <CoverStyle cover={coverOf(view)} />}
      {holder && !receiver && <BackLink code={view.code} t={t} />}
      {receiver && holder
        ? <Opened {...data} holder={holder} receiver={receiver} />
        : holder
        ? <Handed {...data} holder={holder} />
        : <Waiting {...data} />}
    </Page>
  );
});

function Waiting({ managed, waiting }: Data) {
  const { view, reader } = managed;
  const { t } = reader;
  return (
    <>
      <SubHead
        managed={managed}
        picture={<Sketch name={waiting.length > 0 ? "phone" : "gift"} />}
        title={t("family.roomTitle")}
        lead={t(waiting.length > 0 ? "family.roomLead" : "family.roomDone")}
      />
      <ul class="grid gap-3 sm:grid-cols-2">
        {waiting.map(({ id, name }) => (
          <li key={id}>
            <ButtonLink
              href={roomPath(view.code, id)}
              variant="secondary"
              class="w-full"
              icon="gift"
            >
              <span class="min-w-0 truncate">{name}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      {waiting.length > 0 && <HelpLink about="organizer.room" reader={reader} />}
    </>
  );
}

function Handed(
  { managed: { game, view, reader: { t } }, holder }: Data & { holder: Person },
) {
  const number = game.participants.find(({ id }) => id === holder.id)?.number ?? 0;
  return (
    <section class="space-y-6 text-center">
      <PageTitle over={view.name} lead={t("family.handHint", { seconds: SECONDS })}>
        {t("family.handTo", { name: holder.name })}
      </PageTitle>
      <form method="post" action={roomPath(view.code)} class="space-y-6">
        <GiftBox paper={paperOf(game.id, number)} class="gift-waiting mx-auto w-52" />
        <input type="hidden" name="participantId" value={holder.id} />
        <HoldToOpen label={t("family.hold")} />
      </form>
    </section>
  );
}

function Opened(
  { managed: { view, reader: { t } }, waiting, holder, receiver }:
    & Data
    & { holder: Person; receiver: NonNullable<Data["receiver"]> },
) {
  const next = waiting.find(({ id }) => id !== holder.id);
  return (
    <section class="space-y-6 text-center">
      <p class="muted text-lg">{t("family.givesTo", { name: holder.name })}</p>
      <h1 class="text-secondary text-5xl break-words">{receiver.name}</h1>
      <div class="bg-base-200 rounded-field space-y-3 p-5 text-left">
        <LinkedText text={receiver.desiredGift} class="text-lg" />
        <LinkedText text={receiver.wish || t("game.reveal.noWish")} />
      </div>
      <form method="get" action={roomPath(view.code)}>
        {next && <input type="hidden" name="who" value={next.id} />}
        <Button icon="check">{t("family.next")}</Button>
      </form>
    </section>
  );
}

function roomPath(code: string, who?: string): string {
  return managePath(code, `/room${who ? `?who=${encodeURIComponent(who)}` : ""}`);
}

function dataOf(managed: ManagedGame, who: string | null): Data {
  const waiting = managed.game.participants.filter(canOpenInRoom)
    .map(({ id, name }) => ({ id, name }));
  const holder = waiting.find(({ id }) => id === who) ?? null;
  return { managed, waiting, holder, receiver: null };
}

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { code, isArchived, state } = managed.view;
    // Before the draw there is nothing to open: nobody is told that everybody has.
    if (isArchived || state === "gathering") return ctx.redirect(managePath(code), 303);
    return page(dataOf(managed, ctx.url.searchParams.get("who")));
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const { code } = managed.view;
    const who = (await readForm(ctx.req)).text("participantId");
    const data = dataOf(managed, who);
    const { organizerToken } = managed.credential;
    try {
      const { name, desiredGift, wish } = await openInRoom(
        ctx.state.services,
        code,
        who,
        organizerToken,
      );
      return page({ ...data, receiver: { name, desiredGift, wish } }, {
        // It closes by itself, where no script runs, too.
        headers: { refresh: `${SECONDS}; url=${roomPath(code)}` },
      });
    } catch (error) {
      // Sent twice, or gone back to: it is closed.
      if (!(error instanceof GameError) || error.status >= 500) throw error;
      return ctx.redirect(roomPath(code), 303);
    }
  },
});
