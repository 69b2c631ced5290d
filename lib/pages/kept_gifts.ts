import type { Credential, ParticipantAccess } from "../game/access.ts";
import { GameError } from "../game/errors.ts";
import { keptGifts } from "../game/keepers.ts";
import type { Game } from "../game/types.ts";
import type { ParticipantView } from "../game/view_schemas.ts";
import { participantView } from "../game/views.ts";
import { openGame } from "../operations/open.ts";
import type { Services } from "../services.ts";

/** A gift that somebody opens for somebody else, as their page has it. */
export interface KeptGift {
  /** Under which the keeper knows them. */
  id: string;
  name: string;
  hasBeenOpened: boolean;
  /** null: it is wrapped. */
  receiver: { name: string; desiredGift: string; wish: string } | null;
}

/** @param opened the id of the one that lies open; it does only where it was opened before */
export function keptGiftsOf(
  game: Game,
  access: ParticipantAccess,
  view: ParticipantView,
  opened: string | null,
): KeptGift[] {
  return keptGifts(game, access).flatMap(({ kept }, index) => {
    const entry = view.keeping[index];
    if (!entry?.receiver) return [];
    const { participantId: id, name, receiver } = entry;
    const hasBeenOpened = kept.viewedAt !== null;
    const { name: whom, desiredGift, wish } = receiver;
    const isOpen = hasBeenOpened && id === opened;
    return [{
      id,
      name,
      hasBeenOpened,
      receiver: isOpen ? { name: whom, desiredGift, wish } : null,
    }];
  });
}

/** How often a game is read again whose pairs change just now. */
const READINGS = 10;

/**
 * Opens a gift for somebody; that is noted as their own opening.
 *
 * @throws {GameError} 403 for who does not keep it.
 */
export async function openKeptGift(
  services: Services,
  code: string,
  credential: Credential,
  id: string,
): Promise<NonNullable<KeptGift["receiver"]>> {
  for (let reading = 1; reading <= READINGS; reading++) {
    const { game, access } = await openGame(services, code, credential, { markViewed: false });
    if (access.role !== "participant") throw new GameError("INVALID_TOKEN");
    const view = participantView(game, access, services.tokens);
    const index = view.keeping.findIndex(({ participantId }) => participantId === id);
    const receiver = view.keeping[index]?.receiver;
    const kept = keptGifts(game, access)[index]?.kept;
    if (!receiver || !kept) throw new GameError("INVALID_TOKEN");
    if (kept.viewedAt || await services.store.markViewed(game, kept, new Date())) {
      const { name, desiredGift, wish } = receiver;
      return { name, desiredGift, wish };
    }
  }
  throw new GameError("DATABASE_UNAVAILABLE");
}
