import { page } from "fresh";
import { managePath } from "@/lib/browser/links.ts";
import { canOpenInRoom } from "@/lib/game/actions/room.ts";
import { GameError } from "@/lib/game/errors.ts";
import { whoHasWishes } from "@/lib/game/wishes.ts";
import { openInRoom } from "@/lib/operations/open_in_room.ts";
import { readForm } from "@/lib/http/form.ts";
import { formKey } from "@/lib/pages/forms.ts";
import { type ManagedGame, openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { define } from "@/lib/state.ts";
import { RoomPage, type RoomPageProps, roomPath, SECONDS } from "./(_components)/RoomPage.tsx";

function dataOf(managed: ManagedGame, who: string | null): RoomPageProps {
  const waiting = managed.game.participants.filter((one) => canOpenInRoom(managed.game, one))
    .map(({ id, name, openedInRoomAt }) => ({ id, name, openedInRoomAt }));
  const holder = waiting.find(({ id }) => id === who) ?? null;
  return { managed, waiting, holder, receiver: null };
}

export default define.page<typeof handler>(({ data }) => <RoomPage {...data} />);

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { code, isArchived, state } = managed.view;
    // Before the draw there is nothing to open, so the page must not say that everyone has opened.
    if (isArchived || state === "gathering") return ctx.redirect(managePath(code), 303);
    ctx.state.isBare = true;
    return page(dataOf(managed, ctx.url.searchParams.get("who")));
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const { code } = managed.view;
    const form = await readForm(ctx.req);
    const who = form.text("participantId");
    const holder = managed.game.participants.find(({ id }) => id === who) ?? null;
    const { organizerToken } = managed.credential;
    try {
      const { number, name, desiredGift, wish } = await openInRoom(
        ctx.state.services,
        code,
        who,
        organizerToken,
        formKey(form.text("key")),
      );
      ctx.state.isBare = true;
      const hasItems = whoHasWishes(managed.game).has(number);
      const receiver = { name, desiredGift, wish, hasItems };
      return page({ ...dataOf(managed, who), holder, receiver }, {
        // Closes the gift after a while without scripts.
        headers: { refresh: `${SECONDS}; url=${roomPath(code)}` },
      });
    } catch (error) {
      // The form was sent again later, or from a page that the reader came back to: the gift stays closed.
      if (!(error instanceof GameError) || error.status >= 500) throw error;
      return ctx.redirect(roomPath(code), 303);
    }
  },
});
