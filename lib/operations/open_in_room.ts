import { requireOrganizer } from "../game/access.ts";
import { openInRoom as decideOpening } from "../game/actions/room.ts";
import { GameError } from "../game/errors.ts";
import type { Participant } from "../game/types.ts";
import type { Services } from "../services.ts";
import { isCode } from "./open.ts";

/**
 * Opens somebody's gift on the organizer's phone, once.
 *
 * @returns whom they give to.
 * @throws {GameError} 404, 401 or 403 for game, token and participant; 400 where it was opened before.
 */
export async function openInRoom(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  code: string,
  participantId: string,
  organizerToken: string | undefined,
): Promise<Participant> {
  if (!isCode(code)) throw new GameError("GAME_NOT_FOUND");
  return await store.changeGame(code, (game) => {
    if (!game) throw new GameError("GAME_NOT_FOUND");
    requireOrganizer(game, organizerToken, tokens);
    const opened = decideOpening(game, participantId, { now: new Date() });
    return { game: opened.game, outbox: null, result: opened.receiver };
  });
}
