import { z } from "zod";
import { redrawAll } from "../assignments.ts";
import { addDays, ARCHIVE_AFTER_DAYS, todayIn } from "../calendar.ts";
import { withoutEvents } from "../changes.ts";
import { GameError } from "../errors.ts";
import { requireStillToCome } from "../finale.ts";
import { KEEPS_PAIRS, MAY_DRAW, operation, organizerBody } from "../operation.ts";
import { findProposal, referencesOf, withoutAccepted, withoutDeclined } from "../proposals.ts";
import { type Change, type DecisionContext, DRAW_PROBLEMS, type Game, LIMITS } from "../types.ts";
import { setExclusions } from "./exclusions.ts";

const proposalId = z.string("proposalId must be text").min(1, "proposalId is missing")
  .max(1000, "This is not an id of a proposal").describe("Of one of householdProposals");

/** An action on a proposed household. */
interface Proposed {
  action: string;
  proposalId: string;
}

export const drawNamesRow = operation(organizerBody("drawNames", {}), {
  by: { organizer: drawNames },
  ...MAY_DRAW,
  refusals: ["ALREADY_DRAWN", "TOO_FEW_PARTICIPANTS"],
});

export const acceptHouseholdRow = operation(organizerBody("acceptHousehold", { proposalId }), {
  by: { organizer: acceptHousehold },
  ...MAY_DRAW,
  refusals: ["PROPOSAL_NOT_FOUND", "TOO_MANY_HOUSEHOLDS"],
});

export const declineHouseholdRow = operation(organizerBody("declineHousehold", { proposalId }), {
  by: { organizer: declineHousehold },
  ...KEEPS_PAIRS,
  refusals: ["PROPOSAL_NOT_FOUND"],
});

/** Ends the gathering and draws. @throws {GameError} 400 as `draw` does */
export function drawNames(game: Game, _: unknown, context: DecisionContext): Change {
  // A scheduled time in the future no longer applies.
  return draw({ ...game, drawAt: null }, false, context);
}

/**
 * Decides a scheduled draw that may be due. It happens once, on the first instance that tries it.
 *
 * @returns null if nothing is due: it is drawn, has another time now, or its failure was reported.
 */
export function drawWhenDue(game: Game, context: DecisionContext): Change | null {
  const { isGathering, drawAt, drawProblem } = game;
  if (!isGathering || drawProblem !== null) return null;
  if (drawAt === null || Date.parse(drawAt) > context.now.getTime()) return null;
  // After long downtime the game is about to be archived, and no one could open a gift.
  if (game.date <= addDays(todayIn(null, context.now), -ARCHIVE_AFTER_DAYS)) return null;
  try {
    return draw(game, true, context);
  } catch (error) {
    const problem = error instanceof GameError && DRAW_PROBLEMS.find((code) => code === error.code);
    if (!problem) throw error;
    // The game stays undrawn; its organizer is notified of the reason.
    return { game: { ...game, drawProblem: problem }, events: [{ type: "drawFailed" }] };
  }
}

/**
 * @throws {GameError} 400 if it is already drawn, its finale has passed, it has too few people, or the
 * exclusions allow no draw.
 */
function draw(game: Game, isByItself: boolean, context: DecisionContext): Change {
  if (!game.isGathering) throw new GameError("ALREADY_DRAWN");
  requireStillToCome(game, context.now);
  if (game.participants.length < LIMITS.minParticipants) {
    throw new GameError("TOO_FEW_PARTICIPANTS", {});
  }
  const change = redrawAll({ ...game, isGathering: false, drawProblem: null }, context);
  return { ...change, events: [{ type: "namesDrawn", isByItself }, ...change.events] };
}

/** Accepts a participant's `livesWith` as a household. Names of people who have not joined yet stay. */
export function acceptHousehold(
  game: Game,
  { proposalId }: Proposed,
  context: DecisionContext,
): Change {
  const members = findProposal(game, proposalId);
  const { exclusions, households } = referencesOf(game);
  const { game: grouped, events } = setExclusions(game, {
    action: "setExclusions",
    exclusions,
    households: [...households, members.map(({ id }) => id)],
  }, context);
  return { game: withoutAccepted(grouped, members), events };
}

/** Declines a proposed household: the organizer is not asked about these people again. */
export function declineHousehold(game: Game, { proposalId }: Proposed): Change {
  const members = findProposal(game, proposalId);
  return withoutEvents(withoutDeclined(game, members));
}
