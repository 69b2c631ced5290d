import { authorizeParticipant, type Credential } from "../game/access.ts";
import {
  type MarkWish,
  replaceWishes,
  type SetWishes,
  wishesChanged,
} from "../game/actions/wishes.ts";
import { GameError } from "../game/errors.ts";
import { actsFor } from "../game/keepers.ts";
import { isRevealBlocked } from "../game/seal.ts";
import { type Game, LIMITS, type Participant } from "../game/types.ts";
import {
  nextRevision,
  ownWishes,
  type StoredWishList,
  takenWishes,
  viewOwnWishes,
  viewWish,
  wishDigest,
  wishHeadOf,
} from "../game/wishes.ts";
import { newsOf, wake } from "../mail/push.ts";
import type { Services } from "../services.ts";
import { openByToken, type OwnAccess } from "./open.ts";
import { readOwnPhotos } from "./shown_wishes.ts";
import { untilStored } from "./until_stored.ts";

/**
 * Replaces a participant's wish list and notifies their giver.
 *
 * @returns `list` as this call left it, even if another device has stored a newer one; undefined if still empty.
 * @throws {GameError} 404, 401 or 403 for game and token; 409 with the current list if it has another revision; 400 for
 * an unknown item or photo, or if the list is too large.
 */
export async function setWishes(
  services: Services,
  code: string,
  { wishes, revision }: SetWishes,
  credential: Credential,
): Promise<OwnAccess & { list: StoredWishList | undefined }> {
  const { store, tokens } = services;
  return await untilStored(async () => {
    const own = await openByToken(services, code, credential, { markViewed: false });
    const { number } = own.access.participant;
    const list = await readList(services, own.game, number);
    const sent = new Set(await readOwnPhotos(services, own.game, own.access));
    const outcome = await store.changeGameById(own.game.id, (game) => {
      if (!game || game.archivedAt) throw new GameError("GAME_NOT_FOUND");
      const owner = authorizeParticipant(game, credential, tokens).participant;
      const present = wishHeadOf(game, number);
      const isStale = present?.revision !== list?.revision || present?.version !== list?.version;
      const again = { game: null, outbox: null, result: null };
      if (isStale) return again;
      if (revision !== (list?.revision ?? 0)) throw staleWishes(game, owner, list);
      const before = ownWishes(game, owner, list);
      const after = replaceWishes(
        before,
        wishes,
        () => crypto.randomUUID(),
        (id) => sent.has(id) || before.some(({ photo }) => photo === id),
      );
      if (after === (list?.wishes ?? before)) return { ...again, result: { game, list } };
      const head = {
        participant: number,
        version: owner.tokenVersion,
        revision: nextRevision(game, list),
        count: after.length,
      };
      const heads = game.wishLists.filter(({ participant }) => participant !== number);
      const stored = { ...head, wishes: after };
      return {
        game: null,
        wishList: stored,
        outbox: newsOf(services, wishesChanged(game, number, new Date())),
        result: { game: { ...game, wishLists: [...heads, head] }, list: stored },
      };
    });
    if (!outcome) return null;
    wake(services);
    const { game: { wishLists }, list: stored } = outcome;
    return { ...own, game: { ...own.game, wishLists }, list: stored };
  });
}

function staleWishes(game: Game, owner: Participant, list: StoredWishList | undefined) {
  const present = viewOwnWishes(game, owner, { lists: list ? [list] : [], marks: [] });
  return new GameError("STALE_WISHES", { present });
}

async function readList(
  { store }: Pick<Services, "store">,
  game: Game,
  number: number,
): Promise<StoredWishList | undefined> {
  if (!wishHeadOf(game, number)) return undefined;
  const [list] = await store.readWishLists(game.id, [number]);
  return list;
}

/**
 * Marks or unmarks an item as bought, on the list of the caller's receiver or of the receiver of a gift they keep. The
 * list's owner never sees the marks.
 *
 * @param seen the `wishDigest` of the item as the caller saw it; absent if unknown.
 * @param seenTitle the item's title, from a page of the previous release, which sent no digest.
 * @throws {GameError} 404, 401 or 403 for game and token; 400 before the draw or if the gift is locked; 404 for any
 * other item.
 */
export async function markWish(
  services: Services,
  code: string,
  { wishId, bought, keptId }: MarkWish,
  credential: Credential,
  { seen, seenTitle }: { seen?: string; seenTitle?: string } = {},
): Promise<OwnAccess> {
  const { store, tokens } = services;
  return await untilStored(async () => {
    const own = await openByToken(services, code, credential, { markViewed: false });
    const { game, access: { participant: asker } } = own;
    const giver = actsFor(game, asker, keptId, tokens);
    if (giver.receiver === null) throw new GameError("NOT_DRAWN_YET");
    if (isRevealBlocked(game, giver)) throw new GameError("GIFT_WITHHELD");
    const pair = { giver: giver.number, receiver: giver.receiver };
    const list = await readList(services, game, pair.receiver);
    const marks = (await store.readWishMarks(game.id, [pair.giver]))
      .filter(({ receiver }) => receiver === pair.receiver);
    const wishes = list?.wishes ?? [];
    const wish = wishes.find(({ id }) => id === wishId);
    const marked = takenWishes(wishes, marks).find(({ id }) => id === wishId)?.mark;
    if (!wish && !marked) throw new GameError("WISH_NOT_FOUND");
    // Nothing to do: the item to mark is gone, or the item to unmark is not marked. A mark on a deleted item stays.
    if (bought ? !wish : !marked) return own;
    // The item has changed since the caller saw it; the answer shows the new version.
    const hasChanged = wish !== undefined && (
      seen !== undefined && wishDigest(viewWish(wish)) !== seen ||
      seenTitle !== undefined && wish.title !== seenTitle
    );
    if (bought && hasChanged) return own;
    const mark = { ...pair, asker, markedAt: new Date().toISOString() };
    const [oldest] = marks;
    if (bought && oldest && !marked && marks.length >= LIMITS.wishMarks) {
      await store.markWish(game.id, { ...mark, wishId: oldest.wishId, wish: null });
    }
    const isStored = await store.markWish(game.id, {
      ...mark,
      wishId: marked?.wishId ?? wishId,
      wish: bought && wish ? wish : null,
    });
    return isStored ? own : null;
  });
}
