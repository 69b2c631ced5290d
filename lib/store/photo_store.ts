import type { PhotoType } from "../game/photo_bytes.ts";

/** A photo of a game, and its owner. */
export interface OwnPhoto {
  /** A random UUID. */
  id: string;
  /** Number of its owner. */
  participant: number;
  /** Version of the link through which it was uploaded. */
  version: number;
}

export interface StoredPhoto extends OwnPhoto {
  type: PhotoType;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Photos of wish items. A change of a wish list attaches the photos that the list names, and detaches the others.
 * Triggers delete photos with their owners and when the seal is broken, as they do lists.
 */
export interface PhotoStore {
  /**
   * Adds a photo of a person whose link is still valid, in an active game.
   *
   * @param most maximum for each person. New photos replace detached ones, the oldest first.
   * @returns "stale": the game or the link has ended.
   */
  addPhoto(gameId: string, photo: StoredPhoto, most: number): Promise<"stored" | "stale" | "full">;

  /** @returns null if there is none */
  readPhoto(gameId: string, id: string): Promise<StoredPhoto | null>;

  /** Lists a participant's photos, the oldest first. */
  listPhotos(gameId: string, participant: number): Promise<OwnPhoto[]>;

  /** The size of all photos, in bytes. */
  countPhotoBytes(): Promise<number>;

  /** Deletes photos that have been on no list for a day. @returns how many */
  forgetLoosePhotos(): Promise<number>;
}
