import { hasUnopenedGift } from "../../game/assignments.ts";
import type { Partner } from "../../game/messages.ts";
import type { Game, Participant } from "../../game/types.ts";
import type { ParticipantView } from "../../game/view_schemas.ts";
import { whoHasWishes } from "../../game/wishes.ts";

/** The one thing that a participant does next, or waits for. */
export type NextStep =
  | ("open" | "leaving" | "read" | "arriving" | "wish" | "asked")
  | ("send" | "done" | "finale" | "over");

interface Standing {
  view: Pick<ParticipantView, "state" | "isWithheld" | "revealed" | "parcels" | "sendBy">;
  own:
    & Parameters<typeof hasUnopenedGift>[0]
    & Parameters<typeof hasWish>[0]
    & Record<"hasAskedToLeave" | "hasPendingReassignmentRequest", boolean>;
  /** Number of unread messages that the page may mention. */
  waiting: number;
  /** Days until the event; negative after it. */
  daysLeft: number;
  /** Today's date where the event takes place. */
  today: string;
}

/** Chooses what comes first on a participant's page. */
export function nextStepOf({ view, own, waiting, daysLeft, today }: Standing): NextStep {
  if (daysLeft < 0) return "over";
  if (view.revealed) return "finale";
  if (own.hasAskedToLeave) return "leaving";
  if (view.state === "drawn" && hasUnopenedGift(own) && !view.isWithheld) return "open";
  if (waiting > 0) return "read";
  const isComing = view.parcels?.toMe === "onItsWay";
  // A wish would come too late.
  if (!isComing && !hasWish(own)) return "wish";
  if (own.hasPendingReassignmentRequest) return "asked";
  if (view.sendBy >= today && view.parcels?.toReceiver.isSent === false) return "send";
  return isComing ? "arriving" : "done";
}

/** True if a participant has said what they would like, in words or as items. */
export function hasWish({ wish, desiredGift, wishes = [] }: {
  wish: string;
  desiredGift: string;
  wishes?: readonly unknown[] | undefined;
}): boolean {
  return wish !== "" || desiredGift !== "" || wishes.length > 0;
}

/** Like {@linkcode hasWish}, for a participant whose items were not loaded. */
export function hasWishIn(
  game: Pick<Game, "wishLists">,
  participant: Pick<Participant, "number" | "wish" | "desiredGift">,
): boolean {
  return hasWish(participant) || whoHasWishes(game).has(participant.number);
}

/**
 * Counts the unread messages that a participant's page may mention, and says which conversation to read first. Messages
 * from the receiver are not mentioned while the gift is unopened, because a new draw would remove them.
 *
 * @param unread number of unread messages in each conversation
 */
export function waitingOf(
  unread: Readonly<Record<Partner, number>>,
  own: Parameters<typeof hasUnopenedGift>[0],
) {
  const isOpened = !hasUnopenedGift(own);
  const count = unread.giver + (isOpened ? unread.receiver : 0);
  if (isOpened && unread.receiver > 0) return { count, first: "receiver" as const };
  return { count, first: unread.giver > 0 ? "giver" as const : undefined };
}
