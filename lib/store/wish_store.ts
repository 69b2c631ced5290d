import type { StoredWishList, Wish, WishMark } from "../game/wishes.ts";
import type { Participant } from "../game/types.ts";

/** A wish list to store with a change of its game. Without items, only the link version that may read it changes. */
export type WishListChange =
  | StoredWishList
  | Pick<StoredWishList, "participant" | "version">;

/** A mark to set or remove, and the person who asks for it. */
export interface NewWishMark extends Pick<WishMark, "giver" | "receiver" | "wishId" | "markedAt"> {
  /** null: removes the mark. */
  wish: Wish | null;
  /** The giver or their keeper; the version shows whether their link has ended since. */
  asker: Pick<Participant, "number" | "tokenVersion">;
}

/**
 * Wish lists and the marks that givers set on them. The game lists who has a wish list, and a change of the game stores
 * it. Triggers delete both with their people, their pairs and the seal, whichever release makes the change.
 */
export interface WishStore {
  /** Reads the wish lists of these participants, by number. */
  readWishLists(gameId: string, owners: readonly number[]): Promise<StoredWishList[]>;

  /** Reads the marks of these givers, by number, in that order. Nothing that a receiver sees may depend on them. */
  readWishMarks(gameId: string, givers: readonly number[]): Promise<WishMark[]>;

  /** Sets a mark or removes it. @returns false if the pair, the link or the game has changed since */
  markWish(gameId: string, mark: NewWishMark): Promise<boolean>;
}
