import { findParticipant } from "../access.ts";
import type { ActionOf } from "../action_schemas.ts";
import { changeParticipant } from "../changes.ts";
import type { Change, Game } from "../types.ts";

/** Whether someone wants mails about messages in one of their threads; the messages come all the same. */
export function muteThread(
  game: Game,
  { participantId = "", to, muted }: ActionOf<"muteThread">,
): Change {
  const participant = findParticipant(game, participantId);
  return changeParticipant(
    game,
    participant,
    to === "receiver" ? { mutesReceiver: muted } : { mutesGiver: muted },
  );
}
