import type { Credential, ParticipantAccess } from "../../game/access.ts";
import { hasUnopenedGift } from "../../game/assignments.ts";
import { GameError } from "../../game/errors.ts";
import { keptGifts } from "../../game/keepers.ts";
import { paperOf } from "../../game/paper.ts";
import type { Game } from "../../game/types.ts";
import type { ParticipantView } from "../../game/view_schemas.ts";
import { type MarkedWish, wishDigest, type WishView } from "../../game/wishes.ts";
import { participantView } from "../../game/views.ts";
import { openGame } from "../../operations/open.ts";
import { readWishes } from "../../operations/shown_wishes.ts";
import type { Services } from "../../services.ts";

type ReceiverWish = WishView & { isBought: boolean };

/** The contents of a gift. */
export interface GiftContent {
  name: string;
  desiredGift: string;
  wish: string;
  /** The items, each with its `wishDigest`; absent for a reader without their token. */
  wishes?: readonly (ReceiverWish & { digest: string })[] | undefined;
  /** The items that the reader has marked, even if they were changed or removed since. */
  markedWishes?: readonly MarkedWish[] | undefined;
  /** `Tokens.pair` for the reader's own gift: ties their answer to this receiver. */
  seen?: string;
  /** True if the reader has asked this receiver for a wish. */
  hasAskedForWish?: boolean;
  /** How the reader has answered so far, perhaps on another device; absent for a kept gift. */
  hasConfirmed?: boolean;
  hasAsked?: boolean;
}

/** The wrapped gifts that a participant opens for others; their receivers are not part of the page. */
export function keptGiftsOf(game: Game, access: ParticipantAccess, view: ParticipantView) {
  return keptGifts(game, access).flatMap(({ kept }, index) => {
    const entry = view.keeping[index];
    if (!entry?.receiver) return [];
    return [{
      id: entry.participantId,
      name: entry.name,
      hasBeenOpened: !hasUnopenedGift(kept),
      receiverChange: entry.receiverChange,
      paper: paperOf(game.id, kept.number),
    }];
  });
}

/**
 * Returns an opened gift: its contents, its paper and, for a kept gift, the kept person's name; null if it is closed.
 *
 * @param keptId id of the kept person; null: the reader's own
 */
export function openedGiftOf(
  game: Game,
  access: ParticipantAccess,
  view: ParticipantView,
  keptId: string | null,
) {
  if (keptId === null) {
    const isShown = view.receiver && !view.isWithheld && !hasUnopenedGift(access.participant);
    if (!isShown || !view.receiver) return null;
    const paper = paperOf(game.id, access.participant.number);
    return { receiver: toContent(view.receiver), keptFor: null, paper };
  }
  const { entry, kept } = findKept(game, access, view, keptId);
  if (!entry?.receiver || !kept || hasUnopenedGift(kept)) return null;
  const paper = paperOf(game.id, kept.number);
  return { receiver: toContent(entry.receiver), keptFor: entry.name, paper };
}

/** Finds a kept person: `entry` as their keeper sees them, `kept` as stored. */
function findKept(game: Game, access: ParticipantAccess, view: ParticipantView, id: string) {
  const index = view.keeping.findIndex(({ participantId }) => participantId === id);
  return { entry: view.keeping[index], kept: keptGifts(game, access)[index]?.kept };
}

/** The part of a view that a gift holds. */
export function toContent(
  { name, desiredGift, wish, wishes, markedWishes }:
    & Omit<GiftContent, "wishes">
    & { wishes?: readonly ReceiverWish[] | undefined },
): GiftContent {
  const items = wishes?.map((item) => ({ ...item, digest: wishDigest(item) }));
  return { name, desiredGift, wish, wishes: items, markedWishes };
}

/** Attempts to read a game whose pairs keep changing. */
const READINGS = 10;

/**
 * Opens a gift for the person whose keeper asks. It counts as opened by its owner.
 *
 * @param id id of the owner.
 * @param opens false for a form on an open gift: if the gift has changed since, it stays closed.
 * @throws {GameError} 403 if the asker does not keep it; 404 for one that stays closed; 503 if the pairs keep changing.
 */
export async function openKeptGift(
  services: Services,
  code: string,
  credential: Credential,
  id: string,
  opens = true,
): Promise<GiftContent> {
  for (let reading = 1; reading <= READINGS; reading++) {
    const { game, access } = await openGame(services, code, credential, { markViewed: false });
    if (access.role !== "participant") throw new GameError("INVALID_TOKEN");
    const wishes = access.hasToken ? await readWishes(services, game, access) : undefined;
    const view = participantView(game, access, services.tokens, new Date(), wishes);
    const { entry, kept } = findKept(game, access, view, id);
    if (!entry?.receiver || !kept) throw new GameError("NOT_KEPT");
    const isOpen = !hasUnopenedGift(kept);
    if (!isOpen && !opens) throw new GameError("WISH_NOT_FOUND");
    if (isOpen || await services.store.markViewed(game, kept, new Date())) {
      return toContent(entry.receiver);
    }
  }
  throw new GameError("DATABASE_UNAVAILABLE");
}
