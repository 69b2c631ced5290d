import { z } from "zod";
import { findParticipant } from "../access.ts";
import { todayIn } from "../calendar.ts";
import { changeParticipant, withoutEvents } from "../changes.ts";
import { GameError } from "../errors.ts";
import { desiredGift, flag, wish } from "../fields.ts";
import { KEEPS_PAIRS, keptId, operation, ownBody, participantBody, SECRET } from "../operation.ts";
import { type Change, type DecisionContext, type Game, LIMITS } from "../types.ts";
import { givenWishes, isSame, type Wish, wishBytes } from "../wishes.ts";

const wishBody = participantBody("updateWish", { wish, desiredGift: desiredGift.optional() });
export const updateWishRow = operation(wishBody, {
  by: { participant: updateWish },
  ...KEEPS_PAIRS,
});

/** Changes a participant's wish; their giver is notified. */
export function updateWish(
  game: Game,
  action: { participantId: string; wish?: string | undefined; desiredGift?: string | undefined },
  { now }: Pick<DecisionContext, "now">,
): Change {
  const participant = findParticipant(game, action.participantId);
  const { wish = participant.wish, desiredGift = participant.desiredGift } = action;
  if (wish === participant.wish && desiredGift === participant.desiredGift) {
    return withoutEvents(game);
  }
  return changeParticipant(game, participant, { wish, desiredGift }, [
    { type: "wishChanged", participant: participant.number, day: todayIn(null, now) },
  ]);
}

const setBody = ownBody("setWishes", {
  wishes: givenWishes,
  revision: z.int("revision must be a number").min(0, "revision must not be negative").describe(
    "`wishesRevision` of the list that was changed",
  ),
});

const markBody = ownBody("markWish", {
  wishId: z.uuid("wishId must be the id of an item"),
  bought: flag.describe("Whether one takes this item"),
  keptId,
});

export type SetWishes = z.infer<typeof setBody>;
export type MarkWish = z.infer<typeof markBody>;

export const setWishesRow = operation(setBody, {
  by: { participant: null },
  needsToken: true,
  whenOver: "allowed",
  sealedOrganizerLearns: "thatDone",
  refusals: ["STALE_WISHES", "UNKNOWN_WISH", "UNKNOWN_PHOTO", "WISHES_TOO_LARGE"],
});

export const markWishRow = operation(markBody, {
  by: { participant: null },
  needsPairs: true,
  needsToken: true,
  ...SECRET,
  refusals: ["NOT_KEPT", "GIFT_WITHHELD", "WISH_NOT_FOUND"],
});

/**
 * Returns the new list; the same array as before if nothing changes.
 *
 * @param hasPhoto whether a photo is the owner's.
 * @throws {GameError} 400 for an unknown item or photo, or if the list is too large.
 */
export function replaceWishes(
  present: readonly Wish[],
  given: SetWishes["wishes"],
  newId: () => string,
  hasPhoto: (photo: string) => boolean,
): readonly Wish[] {
  const known = new Set(present.map(({ id }) => id));
  const wishes = given.map(({ id, title, url, price, note, photo }, index): Wish => {
    const path = (field: string) => ({ path: `wishes.${index}.${field}` });
    if (id !== undefined && !known.has(id)) throw new GameError("UNKNOWN_WISH", path("id"));
    if (photo !== null && !hasPhoto(photo)) throw new GameError("UNKNOWN_PHOTO", path("photo"));
    return { id: id ?? newId(), title, url, price, note, photo };
  });
  if (wishBytes(wishes) > LIMITS.wishBytes) {
    throw new GameError("WISHES_TOO_LARGE", { path: "wishes" });
  }
  const isUnchanged = wishes.length === present.length &&
    present.every((wish, index) => isSame(wish, wishes[index]!));
  return isUnchanged ? present : wishes;
}

/** Notifies a giver of a changed list, as of a changed wish. */
export function wishesChanged(game: Game, participant: number, now: Date): Change {
  return { game, events: [{ type: "wishChanged", participant, day: todayIn(null, now) }] };
}
