import { type Access, type ParticipantAccess, seesPair } from "../game/access.ts";
import { keptGifts } from "../game/keepers.ts";
import type { EmailStatuses, Game, Participant } from "../game/types.ts";
import type { GameView } from "../game/view_schemas.ts";
import { viewGame } from "../game/views.ts";
import { isHiddenFromOwner, type ShownWishes, wishHeadOf } from "../game/wishes.ts";
import type { Services } from "../services.ts";

/** The gifts whose receiver's wishes a participant may see, as the giver or as the giver's keeper. */
export function giftsOf(
  game: Game,
  access: ParticipantAccess,
): { giver: Participant; receiver: number }[] {
  const { participant } = access;
  const own = seesPair(game, access) ? participant.receiver : null;
  const gifts = [
    { giver: participant, receiver: own },
    ...keptGifts(game, access)
      .map(({ kept, receiver }) => ({ giver: kept, receiver: receiver?.number ?? null })),
  ];
  return gifts.flatMap(({ giver, receiver }) => receiver === null ? [] : [{ giver, receiver }]);
}

/**
 * Reads the wishes that a participant with their token may see: their own, and those of the receivers of their own gift
 * and of gifts they keep. Marks are read only for these gifts, never for the participant's own list.
 */
export async function readWishes(
  { store }: Pick<Services, "store">,
  game: Game,
  access: ParticipantAccess,
): Promise<ShownWishes> {
  if (game.wishLists.length === 0) return { lists: [], marks: [] };
  const { number } = access.participant;
  const listed = giftsOf(game, access).filter(({ receiver }) => wishHeadOf(game, receiver));
  const owners = [
    ...wishHeadOf(game, number) ? [number] : [],
    ...listed.map(({ receiver }) => receiver),
  ];
  const givers = listed.map(({ giver }) => giver.number);
  const [lists, marks] = await Promise.all([
    owners.length > 0 ? store.readWishLists(game.id, owners) : [],
    givers.length > 0 ? store.readWishMarks(game.id, givers) : [],
  ]);
  return { lists, marks };
}

/** Ids of the photos that a participant has uploaded and may still see, oldest first. */
export async function readOwnPhotos(
  { store }: Pick<Services, "store">,
  game: Game,
  { participant }: Pick<ParticipantAccess, "participant">,
): Promise<string[]> {
  const photos = await store.listPhotos(game.id, participant.number);
  return photos.filter((one) => !isHiddenFromOwner(game, participant, one)).map(({ id }) => id);
}

/** A reader's view of a game, with the wishes that they may see. */
export async function viewWithWishes(
  services: Pick<Services, "store" | "tokens">,
  { game, access, emails }: { game: Game; access: Access; emails?: EmailStatuses },
): Promise<GameView> {
  const wishes = access.role === "participant" && access.hasToken
    ? await readWishes(services, game, access)
    : undefined;
  return viewGame(game, access, services.tokens, new Date(), emails, wishes);
}
