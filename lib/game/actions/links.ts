import { findParticipant } from "../access.ts";
import { changeParticipant, withoutEvents } from "../changes.ts";
import { renewedSchema } from "../action_answers.ts";
import { participantId } from "../fields.ts";
import { nextVersion } from "../link_versions.ts";
import { KEEPS_PAIRS, operation, organizerBody, type Target } from "../operation.ts";
import { pairsHiddenFromOrganizer } from "../seal.ts";
import type { Change, Game } from "../types.ts";
import { renewLinkSealed } from "./seal.ts";

export const regenerateTokenRow = operation(organizerBody("regenerateToken", { participantId }), {
  by: { organizer: regenerateToken },
  ...KEEPS_PAIRS,
});

const invitationBody = organizerBody("regenerateInvitationToken", {});
export const regenerateInvitationTokenRow = operation(invitationBody, {
  by: { organizer: regenerateInvitationToken },
  ...KEEPS_PAIRS,
});

const ownLinkBody = organizerBody("regenerateOrganizerToken", {});
/** The old link ends only once the mail with the new one is accepted. */
export const regenerateOrganizerTokenRow = operation(ownLinkBody, {
  by: { organizer: null },
  ...KEEPS_PAIRS,
  answers: [renewedSchema],
  refusals: [
    "LINK_NOT_RENEWABLE",
    "ORGANIZER_EMAIL_MISSING",
    "EMAIL_NOT_ACCEPTED",
    "TOO_MANY_MAILS",
  ],
});

/*
 * No version of a link is used twice, not even after a restore: see `nextVersion`. A participant's and the
 * invitation's are stored in the transaction that writes the mail, which is composed from what is stored. The
 * organizer's becomes valid only once its mail was accepted, so it is reserved first.
 */

/** Reserves the next version of the organizer's link for a mail; the current one stays valid. */
export function reserveOrganizerToken(game: Game): Game {
  return { ...game, organizerTokenReserved: nextOrganizerVersion(game) };
}

/** A version of the organizer's link that was never mailed. */
export function nextOrganizerVersion(
  { organizerTokenReserved, organizerTokenVersion }: Game,
): number {
  return Math.max(organizerTokenReserved, organizerTokenVersion) + 1;
}

/** Ends a participant's personal link; a new one takes its place. */
export function regenerateToken(game: Game, { participantId }: Target): Change {
  const participant = findParticipant(game, participantId);
  if (pairsHiddenFromOrganizer(game)) return renewLinkSealed(game, participant);
  const tokenVersion = nextVersion(game, participant.tokenVersion);
  return changeParticipant(game, participant, { tokenVersion }, [
    { type: "participantLinkRenewed", participant: participant.number },
  ]);
}

/** Ends the invitation that has gone round; a new one takes its place. */
export function regenerateInvitationToken(game: Game): Change {
  const invitationTokenVersion = nextVersion(game, game.invitationTokenVersion);
  return withoutEvents({ ...game, invitationTokenVersion });
}
