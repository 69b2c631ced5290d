import { findParticipant } from "../access.ts";
import { openedInRoomSchema } from "../action_answers.ts";
import { hasOpened, openingAt } from "../assignments.ts";
import { changeParticipant } from "../changes.ts";
import { GameError } from "../errors.ts";
import { participantId } from "../fields.ts";
import { memberByNumber } from "../members.ts";
import { operation, organizerBody } from "../operation.ts";
import { pairsHiddenFromOrganizer, type Sealable } from "../seal.ts";
import type { DecisionContext, Game, Participant } from "../types.ts";

export const openInRoomRow = operation(organizerBody("openInRoom", { participantId }), {
  by: { organizer: null },
  needsPairs: true,
  whenOver: "allowed",
  sealedOrganizerLearns: "thatDone",
  answers: [openedInRoomSchema],
  refusals: ["ALREADY_OPENED_IN_ROOM"],
});

/**
 * True if a participant can open their gift on the shared phone. In a sealed game no one with an address can:
 * the organizer would see on their own device what a mail leads to.
 */
export function canOpenInRoom(game: Sealable, one: Participant): boolean {
  return !(pairsHiddenFromOrganizer(game) && one.email !== null) && one.erasedAt === null &&
    one.receiver !== null &&
    one.revealBlockedForTokenVersion === null &&
    // Once for each full draw: if it were possible again after another change, that would show who was moved.
    one.firstViewedAt === null && !hasOpened(one);
}

/**
 * A participant opens their gift on the organizer's phone, once for each draw of all names. It counts as any other
 * opening, and their own page says that it happened there.
 *
 * @throws {GameError} 400 if they cannot open it here, or the names are not drawn.
 */
export function openInRoom(
  game: Game,
  participantId: string,
  { now }: Pick<DecisionContext, "now">,
): { game: Game; receiver: Participant } {
  const participant = findParticipant(game, participantId);
  const { receiver, name } = participant;
  if (game.isGathering) throw new GameError("NOT_DRAWN_YET");
  if (!canOpenInRoom(game, participant) || receiver === null) {
    throw new GameError("ALREADY_OPENED_IN_ROOM", { name, path: "participantId" });
  }
  const at = openingAt(participant, now);
  const change = changeParticipant(game, participant, {
    openedInRoomAt: at,
    viewedAt: at,
    firstViewedAt: at,
    receiverChange: null,
  });
  return { game: change.game, receiver: memberByNumber(game, (one) => one)(receiver) };
}
