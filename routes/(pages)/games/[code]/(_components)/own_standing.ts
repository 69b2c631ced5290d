import type { ParticipantAccess } from "@/lib/game/access.ts";
import type { Game } from "@/lib/game/types.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { WishView } from "@/lib/game/wishes.ts";
import { hasUnopenedGift, isGiftClosed } from "@/lib/game/assignments.ts";
import { daysUntil, todayIn } from "@/lib/game/calendar.ts";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import { participantView } from "@/lib/game/views.ts";
import { countUnread, readAskedForWish } from "@/lib/operations/messages.ts";
import { readWishes } from "@/lib/operations/shown_wishes.ts";
import { hasWish, nextStepOf, waitingOf } from "@/lib/pages/participant/next_step.ts";
import type { Services } from "@/lib/services.ts";

/** A participant's own record, as their view has it. */
type OwnRecord =
  & Extract<ParticipantView["participants"][number], { viewedAt: string | null }>
  & { wishes?: readonly WishView[] | undefined };

/** Loads how far a participant has come, and what they do next. */
export async function loadStanding(
  services: Services,
  game: Game,
  access: ParticipantAccess,
  now: Date,
) {
  const [items, unread] = await Promise.all([
    access.hasToken ? readWishes(services, game, access) : undefined,
    countUnread(services, game, access.participant),
  ]);
  const view = participantView(game, access, services.tokens, now, items);
  const own = view.participants.find((one): one is OwnRecord => "viewedAt" in one);
  if (!own) throw new Error("A participant's view has no record of their own");
  const daysLeft = daysUntil(game, now);
  // In a sealed game, an organizer who looks at a place without opening it must not learn if its giver has written.
  const isClosed = pairsHiddenFromOrganizer(game) && isGiftClosed(game, access.participant);
  const mayKnow = access.hasToken && !isClosed;
  const waiting = waitingOf(mayKnow ? unread : { giver: 0, receiver: 0 }, own);
  const today = todayIn(game.timeZone, now);
  const standing = { view, own, waiting: waiting.count, daysLeft, today };
  const step = nextStepOf(standing);
  const isOver = step === "over" || step === "finale";
  const isOpened = !hasUnopenedGift(own) && !view.isWithheld;
  const lacksWish = access.hasToken && isOpened && !isOver && view.receiver !== null &&
    !hasWish(view.receiver);
  return {
    view,
    own,
    /** Their items; null without their token, which is needed to see them. */
    wishes: access.hasToken ? own.wishes ?? [] : null,
    hasWish: hasWish(own),
    /** Days until the event; negative after it. */
    daysLeft,
    waiting,
    step,
    /** The step that a script shows once the gift is open, without a reload. */
    nextStep: nextStepOf({
      ...standing,
      // The page holds this step before the opening, and a parcel sent before a new draw would hint at the name.
      view: {
        ...view,
        parcels: view.parcels &&
          { ...view.parcels, toReceiver: { isSent: false, hasArrived: false } },
      },
      own: { ...own, viewedAt: now.toISOString(), receiverChange: null },
    }),
    isOver,
    isDrawn: view.state === "drawn",
    isOpened,
    /** True if their receiver has no wish yet, and can be asked for one. */
    lacksWish,
    hasAskedForWish: lacksWish && await readAskedForWish(services, { game, access }),
  };
}
