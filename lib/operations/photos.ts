import type { Credential, ParticipantAccess } from "../game/access.ts";
import { isGiftClosed } from "../game/assignments.ts";
import { GameError } from "../game/errors.ts";
import { checkPhoto } from "../game/photo_bytes.ts";
import { type Game, LIMITS } from "../game/types.ts";
import { isHiddenFromOwner } from "../game/wishes.ts";
import type { Services } from "../services.ts";
import type { StoredPhoto } from "../store/store.ts";
import { countAdded } from "./hourly_limits.ts";
import { openByToken, type OwnAccess } from "./open.ts";
import { overwrite } from "./overwrite.ts";
import { isUuid } from "./senders.ts";
import { giftsOf } from "./shown_wishes.ts";
import { untilStored } from "./until_stored.ts";

const SENT_PER_HOUR = { client: 600, person: 5 * LIMITS.photos };

/**
 * Stores a photo for an item of the participant's wish list.
 *
 * @param bytes at most `LIMITS.photoBytes`.
 * @param client the client's key for limits.
 * @returns the photo's id.
 * @throws {GameError} 404, 401 or 403 for game and token; 400 if the bytes are invalid or the participant has too many
 * photos; 429 if the client or the participant sends too many; 503 if the space for photos of all games is used up.
 */
export async function addPhoto(
  services: Services,
  code: string,
  bytes: Uint8Array<ArrayBuffer>,
  credential: Credential,
  client: string,
): Promise<string> {
  const { store, settings } = services;
  return await untilStored(async (attempt) => {
    const { game, access: { participant } } = await openByToken(services, code, credential, {
      markViewed: false,
    });
    const checked = checkPhoto(bytes);
    if (typeof checked === "string") throw new GameError(checked);
    if (attempt === 0) {
      await countAdded(services, "photos", game, participant.number, client, SENT_PER_HOUR);
    }
    // Concurrent requests may exceed the limit by their own photos.
    if (await store.countPhotoBytes() + bytes.length > settings.photoSpace) {
      throw new GameError("PHOTO_SPACE_FULL");
    }
    const id = crypto.randomUUID();
    const outcome = await store.addPhoto(game.id, {
      id,
      participant: participant.number,
      version: participant.tokenVersion,
      type: checked.type,
      bytes,
    }, LIMITS.photos);
    if (outcome === "full") throw new GameError("TOO_MANY_PHOTOS");
    return outcome === "stored" ? id : null;
  });
}

/**
 * Opens a photo for people who may see its item: its owner, and the current giver and their keepers once the gift is
 * open. The owner also sees a photo that is not on a list.
 *
 * @throws {GameError} 404 for everyone else, whatever the reason.
 */
export async function openPhoto(
  services: Services,
  code: string,
  id: string,
  { participantToken }: Credential,
): Promise<OwnAccess & { photo: StoredPhoto }> {
  try {
    const { game, access } = await openByToken(services, code, { participantToken }, {
      markViewed: false,
    });
    const photo = isUuid(id) ? await services.store.readPhoto(game.id, id) : null;
    if (photo && await seesPhoto(services, game, access, photo)) {
      return { photo, game, access };
    }
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
  }
  throw new GameError("PHOTO_NOT_FOUND");
}

async function seesPhoto(
  services: Services,
  game: Game,
  access: ParticipantAccess,
  photo: StoredPhoto,
): Promise<boolean> {
  const { participant: viewer } = access;
  const isOwner = photo.participant === viewer.number;
  if (isOwner && !isHiddenFromOwner(game, viewer, photo)) return true;
  const isOpened = giftsOf(game, access)
    .some(({ giver, receiver }) => receiver === photo.participant && !isGiftClosed(game, giver));
  if (!isOwner && !isOpened) return false;
  const [list] = await services.store.readWishLists(game.id, [photo.participant]);
  if (!list || isOwner && isHiddenFromOwner(game, viewer, list)) return false;
  return list.wishes.some((wish) => wish.photo === photo.id);
}

/** Erases photos that have not been on a list for a day. To be run daily. */
export async function forgetPhotos(
  { store }: { store: Pick<Services["store"], "forgetLoosePhotos" | "overwriteErased"> },
): Promise<void> {
  if (await store.forgetLoosePhotos() > 0) await overwrite(store);
}
