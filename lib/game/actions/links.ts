import { findParticipant } from "../access.ts";
import { changeParticipant, unannounced } from "../changes.ts";
import type { ActionOf } from "../schemas.ts";
import type { Change, Game } from "../types.ts";

/** Ends a participant's personal link; a new one takes its place. */
export function regenerateToken(
  game: Game,
  { participantId }: ActionOf<"regenerateToken">,
): Change {
  const participant = findParticipant(game, participantId);
  return changeParticipant(game, participant, { tokenVersion: participant.tokenVersion + 1 }, [
    { type: "participantLinkRenewed", participant: participant.number },
  ]);
}

/** Ends the invitation that has gone round; a new one takes its place. */
export function regenerateInvitationToken(game: Game): Change {
  return unannounced({ ...game, invitationTokenVersion: game.invitationTokenVersion + 1 });
}
