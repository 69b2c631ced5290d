import { requireOrganizer } from "../game/access.ts";
import { openInRoom as decideOpening } from "../game/actions/room.ts";
import { GameError } from "../game/errors.ts";
import { endSealedMemory } from "../game/sealed_pair_history.ts";
import type { Participant } from "../game/types.ts";
import { newsOf, wake } from "../mail/push.ts";
import type { Services } from "../services.ts";
import { decisionContext } from "./decision_context.ts";
import { isCode } from "./open.ts";

/**
 * Opens a participant's gift on the organizer's phone, once.
 *
 * @returns the receiver.
 * @throws {GameError} 404, 401 or 403 for game, token and participant; 400 before the draw, or if the gift was
 * opened before.
 */
export async function openInRoom(
  { store, mail, push, tokens }: Pick<Services, "store" | "mail" | "push" | "tokens">,
  code: string,
  participantId: string,
  organizerToken: string | undefined,
): Promise<Participant> {
  if (!isCode(code)) throw new GameError("GAME_NOT_FOUND");
  const receiver = await store.changeGame(code, (game) => {
    if (!game) throw new GameError("GAME_NOT_FOUND");
    requireOrganizer(game, organizerToken, tokens);
    const context = decisionContext(tokens);
    const drawn = endSealedMemory(game, context);
    const opened = decideOpening(drawn.game, participantId, context);
    return {
      game: opened.game,
      outbox: newsOf({ mail, push }, { ...drawn, game: opened.game }),
      result: opened.receiver,
    };
  });
  wake({ mail, push });
  return receiver;
}
