import { findParticipant, requireOrganizer } from "../game/access.ts";
import { openInRoom as decideOpening } from "../game/actions/room.ts";
import { GameError } from "../game/errors.ts";
import { memberByNumber } from "../game/members.ts";
import { OPERATIONS } from "../game/operations.ts";
import { endSealedMemory } from "../game/sealed_pair_history.ts";
import type { Game, Participant } from "../game/types.ts";
import { newsOf, wake } from "../mail/push.ts";
import type { Services } from "../services.ts";
import { decisionContext } from "./decision_context.ts";
import { type RequestKey, toKnownRequest } from "./idempotency.ts";
import { isCode } from "./open.ts";

/** How long the same form shows a gift again, in ms: long enough for a second press, too short for the next person. */
const SAME_PRESS = 5_000;

/**
 * Opens a participant's gift on the organizer's phone, once.
 *
 * @param key key of the form. A second press shows the gift again, because the browser has dropped the first response.
 * @returns the receiver.
 * @throws {GameError} 404, 401 or 403 for game, token and participant; 400 before the draw, or if the gift was
 * opened before.
 */
export async function openInRoom(
  { store, mail, push, tokens }: Pick<Services, "store" | "mail" | "push" | "tokens">,
  code: string,
  participantId: string,
  organizerToken: string | undefined,
  key?: RequestKey,
): Promise<Participant> {
  if (!isCode(code)) throw new GameError("GAME_NOT_FOUND");
  const { body } = OPERATIONS.openInRoom;
  const request = key &&
    toKnownRequest(tokens, `openInRoom ${code}`, key, body, {
      action: "openInRoom",
      participantId,
    });
  const receiver = await store.changeGame(code, (game, { request: kept }) => {
    if (!game) throw new GameError("GAME_NOT_FOUND");
    requireOrganizer(game, organizerToken, tokens);
    const context = decisionContext(tokens);
    const again = kept?.gameId === game.id ? justOpened(game, participantId, context.now) : null;
    if (again) return { game: null, outbox: null, result: again };
    const drawn = endSealedMemory(game, context);
    const opened = decideOpening(drawn.game, participantId, context);
    return {
      game: opened.game,
      outbox: newsOf({ mail, push }, { ...drawn, game: opened.game }),
      ...request && !kept && {
        record: { ...request.record, participant: findParticipant(game, participantId).number },
      },
      result: opened.receiver,
    };
  }, { keys: request?.keys ?? [] });
  wake({ mail, push });
  return receiver;
}

/** Returns the receiver of a gift that was opened in the room a moment ago and is unchanged; otherwise null. */
function justOpened(game: Game, participantId: string, now: Date): Participant | null {
  const { openedInRoomAt, viewedAt, receiver } = findParticipant(game, participantId);
  const since = now.getTime() - Date.parse(openedInRoomAt ?? "");
  // Another instance's faster clock may have stored a time in the future.
  const isSame = viewedAt === openedInRoomAt && since >= 0 && since < SAME_PRESS;
  return isSame && receiver !== null ? memberByNumber(game, (one) => one)(receiver) : null;
}
