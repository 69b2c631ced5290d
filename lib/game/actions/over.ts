import { findParticipant } from "../access.ts";
import type { ActionName, GameAction } from "../action_schemas.ts";
import { GameError } from "../errors.ts";
import { isRevealed } from "../finale.ts";
import { findProposal } from "../proposals.ts";
import type { Game } from "../types.ts";

type Changes = (game: Game, action: GameAction) => boolean;

const always: Changes = () => true;

/**
 * What would move the pairs or the end of the event, and so is refused once all pairs are revealed: a revealed
 * pair stays what it was, and no pair is hidden again. Of actions that can do other things as well, whether
 * this one does.
 */
const OVER_RULES: Partial<Record<ActionName, Changes>> = {
  updateGameDetails: movesEnd,
  updateParticipantDetails: (game, action) =>
    action.action === "updateParticipantDetails" && action.name !== undefined &&
    action.name !== findParticipant(game, action.participantId).name,
  joinInvitation: always,
  addParticipant: always,
  removeParticipant: always,
  replaceParticipant: always,
  requestReassignment: always,
  leaveGame: always,
  approveReassignment: always,
  approveAllReassignments: always,
  forceReassignParticipant: always,
  reassignAll: always,
  drawNames: always,
  setExclusions: always,
  acceptHousehold: always,
  setKeepers: always,
};

/**
 * Refuses what would move the pairs or the end of a game whose pairs are revealed.
 *
 * @throws {GameError} 404 for a target that does not exist, 400 for the change itself.
 */
export function requireNotOver(game: Game, action: GameAction, now: Date): void {
  const changes = OVER_RULES[action.action];
  if (!changes || !isRevealed(game, now)) return;
  const { participantId, proposalId } = { participantId: "", proposalId: "", ...action };
  if (participantId) findParticipant(game, participantId);
  if (proposalId) findProposal(game, proposalId);
  if (changes(game, action)) throw new GameError("EVENT_OVER", { isDrawn: true });
}

function movesEnd(game: Game, action: GameAction): boolean {
  if (action.action !== "updateGameDetails") return false;
  const { date, time, reveal, timeZone, drawAt } = action;
  return isOther(date, game.date) || isOther(time, game.time) || isOther(reveal, game.reveal) ||
    isOther(timeZone, game.timeZone ?? "") || isOther(drawAt, game.drawAt);
}

/** @param asked undefined: to be left as it is. */
function isOther<Value>(asked: Value | undefined, present: Value): boolean {
  return asked !== undefined && (asked || null) !== (present || null);
}
