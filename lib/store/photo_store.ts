import type { PhotoType } from "../game/photo_bytes.ts";

/** Which photo of a game, and whose it is. */
export interface OwnPhoto {
  /** A random UUID. */
  id: string;
  /** Number of its owner. */
  participant: number;
  /** Version of the link through which it came. */
  version: number;
}

export interface StoredPhoto extends OwnPhoto {
  type: PhotoType;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Photos of wish items. One is attached by the change of a wish list that names it, and detached by the next one that
 * does not. Triggers delete them with their people and with the seal, as the lists.
 */
export interface PhotoStore {
  /**
   * Adds a photo of a person whose link is still valid, in an active game.
   *
   * @param most for each person. Detached ones give way to new ones, the oldest first.
   * @returns "stale": the game or the link has ended.
   */
  addPhoto(gameId: string, photo: StoredPhoto, most: number): Promise<"stored" | "stale" | "full">;

  /** null: there is none. */
  readPhoto(gameId: string, id: string): Promise<StoredPhoto | null>;

  /** Those of a participant, the oldest first. */
  listPhotos(gameId: string, participant: number): Promise<OwnPhoto[]>;

  /** The size of all photos, in bytes. */
  countPhotoBytes(): Promise<number>;

  /** Deletes photos that have been on no list for a day. @returns how many */
  forgetLoosePhotos(): Promise<number>;
}
