import type { StoredWishList, Wish, WishMark } from "../game/wishes.ts";
import type { Participant } from "../game/types.ts";

/** A list to store with a change of its game; without items, only its readers change. */
export type WishListChange =
  | StoredWishList
  | Pick<StoredWishList, "participant" | "version">;

/** A mark to set or take back, and the asker. */
export interface NewWishMark extends Pick<WishMark, "giver" | "receiver" | "wishId" | "markedAt"> {
  /** null: takes the mark back. */
  wish: Wish | null;
  /** The giver or their keeper; the version shows whether their link has ended since. */
  asker: Pick<Participant, "number" | "tokenVersion">;
}

/**
 * Wish lists and what givers have marked on them, apart from their game, which lists who has one; a change of the game
 * stores them. Triggers delete them with their people, their pairs and the seal, whichever release changes these.
 */
export interface WishStore {
  /** The lists of these participants, by number. */
  readWishLists(gameId: string, owners: readonly number[]): Promise<StoredWishList[]>;

  /** What these givers, by number, have marked, in that order. Nothing that a receiver sees may depend on it. */
  readWishMarks(gameId: string, givers: readonly number[]): Promise<WishMark[]>;

  /** Sets a mark or takes it back. @returns false if the pair, the link or the game has changed since */
  markWish(gameId: string, mark: NewWishMark): Promise<boolean>;
}
