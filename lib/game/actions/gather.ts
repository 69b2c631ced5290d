import { findParticipant } from "../access.ts";
import type { ActionOf } from "../action_schemas.ts";
import { redrawAll } from "../assignments.ts";
import { withoutEvents } from "../changes.ts";
import { GameError } from "../errors.ts";
import { requireStillToCome } from "../finale.ts";
import { normalizedKey } from "../identity.ts";
import { findProposal, referencesOf } from "../proposals.ts";
import {
  type Change,
  type DecisionContext,
  DRAW_PROBLEMS,
  type DrawProblemCode,
  type Game,
  LIMITS,
  type Participant,
} from "../types.ts";
import { setExclusions } from "./exclusions.ts";

/** Ends the gathering: everyone who is in is drawn someone. @throws {GameError} 400 as `draw` says */
export function drawNames(
  game: Game,
  _: ActionOf<"drawNames">,
  context: DecisionContext,
): Change {
  // A time that is still to come tells of no draw any more.
  return draw({ ...game, drawAt: null }, false, context);
}

/**
 * What becomes of a game whose time to be drawn may have come: the one rule that it is drawn once, by
 * whichever instance is first.
 *
 * @returns null where nothing is due: it is drawn, has another time by now, or its failure was told.
 */
export function drawWhenDue(game: Game, context: DecisionContext): Change | null {
  const { isGathering, drawAt, drawProblem } = game;
  if (!isGathering || drawProblem !== null) return null;
  if (drawAt === null || Date.parse(drawAt) > context.now.getTime()) return null;
  try {
    return draw(game, true, context);
  } catch (error) {
    const problem = error instanceof GameError && DRAW_PROBLEMS.find((code) => code === error.code);
    if (!problem) throw error;
    return failed(game, problem);
  }
}

/** The game stays as it is, and its organizer hears why. */
function failed(game: Game, drawProblem: DrawProblemCode): Change {
  return { game: { ...game, drawProblem }, events: [{ type: "drawFailed" }] };
}

/** @throws {GameError} 400 where it is drawn already or its finale has passed, has too few people, or no draw keeps all exclusions. */
function draw(game: Game, isByItself: boolean, context: DecisionContext): Change {
  if (!game.isGathering) throw new GameError("ALREADY_DRAWN");
  requireStillToCome(game, context.now);
  if (game.participants.length < LIMITS.minParticipants) {
    throw new GameError("TOO_FEW_PARTICIPANTS", {});
  }
  const change = redrawAll({ ...game, isGathering: false, drawProblem: null }, context);
  return { ...change, events: [{ type: "namesDrawn", isByItself }, ...change.events] };
}

/** An action that needs pairs. @throws {GameError} 404 for its target, then 400 while the game gathers */
export function whenDrawn<Action extends object>(
  act: (game: Game, action: Action, context: DecisionContext) => Change,
): (game: Game, action: Action, context: DecisionContext) => Change {
  return (game, action, context) => {
    if (!game.isGathering) return act(game, action, context);
    const { participantId } = { participantId: undefined, ...action };
    if (typeof participantId === "string") findParticipant(game, participantId);
    throw new GameError("NOT_DRAWN_YET");
  };
}

/**
 * Takes what someone said of who lives with them as a household. Names of people who are not in yet wait for
 * them.
 */
export function acceptHousehold(
  game: Game,
  { proposalId }: ActionOf<"acceptHousehold">,
  context: DecisionContext,
): Change {
  const members = findProposal(game, proposalId);
  const { exclusions, households } = referencesOf(game);
  const { game: grouped, events } = setExclusions(game, {
    action: "setExclusions",
    exclusions,
    households: [...households, members.map(({ id }) => id)],
  }, context);
  const said = changeSaid(
    grouped,
    members,
    (livesWith, isMember) => livesWith.every(isMember) ? [] : livesWith,
  );
  return { game: said, events };
}

/** Nobody is asked again whether these live together. */
export function declineHousehold(
  game: Game,
  { proposalId }: ActionOf<"declineHousehold">,
): Change {
  const members = findProposal(game, proposalId);
  return withoutEvents(changeSaid(
    game,
    members,
    (livesWith, isMember) => livesWith.filter((name) => !isMember(name)),
  ));
}

/** Changes what some people have said of who lives with them. @param change is told who is one of them */
function changeSaid(
  game: Game,
  members: readonly Participant[],
  change: (livesWith: string[], isMember: (name: string) => boolean) => string[],
): Game {
  const numbers = new Set(members.map(({ number }) => number));
  const names = new Set(members.map(({ name }) => normalizedKey(name)));
  const isMember = (name: string) => names.has(normalizedKey(name));
  return {
    ...game,
    participants: game.participants.map((one) =>
      numbers.has(one.number) ? { ...one, livesWith: change(one.livesWith, isMember) } : one
    ),
  };
}
