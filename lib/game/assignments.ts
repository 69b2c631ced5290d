import {
  drawAssignments,
  type DrawProblem,
  type DrawResult,
  findImpossible,
  findViolation,
} from "../draw/draw.ts";
import { tellsPairs } from "../draw/disclosure.ts";
import { movableGivers, redrawDiscreetly } from "../draw/discreet_redraw.ts";
import { GameError, type UnservedGroup } from "./errors.ts";
import { keptApart } from "./keepers.ts";
import { pairsInHistory } from "./pair_history.ts";
import { oneWayPairs } from "./one_way.ts";
import { pairsHiddenFromOrganizer } from "./seal.ts";
import {
  type Change,
  type DecisionContext,
  type Game,
  type GameEvent,
  LIMITS,
  type Participant,
  type ReceiverChange,
} from "./types.ts";

/** Whether they know whom they give to; all others can be drawn again without noticing. */
export function hasOpened(
  { viewedAt, hasConfirmedAssignment }: Pick<Participant, "viewedAt" | "hasConfirmedAssignment">,
): boolean {
  return viewedAt !== null || hasConfirmedAssignment;
}

/** True where a participant has not opened their gift since its receiver was drawn or replaced. */
export function hasUnopenedGift(
  { viewedAt, receiverChange }: Pick<Participant, "viewedAt" | "receiverChange">,
): boolean {
  return viewedAt === null || receiverChange !== null;
}

/**
 * Why a participant who gets a different receiver has to be told so; null: they have never opened a gift.
 * Further changes before they look keep the first reason, so that nobody reads from it that there were any.
 */
export function changeToTell(one: Participant, reason: ReceiverChange): ReceiverChange | null {
  return one.receiverChange ?? (hasOpened(one) ? reason : null);
}

/**
 * A fresh draw for everyone; confirmations and requests end with it.
 *
 * @param reason what those who had opened their gift are told.
 * @throws {GameError} 400 `DRAW_IMPOSSIBLE`, naming a group that cannot all be served; `RULES_TELL_PAIRS`.
 */
export function redrawAll(
  game: Game,
  context: DecisionContext,
  reason: ReceiverChange = "redrawn",
): Change {
  const problem = drawProblem(game);
  const change = assign(
    game,
    problem,
    drawAssignments(avoiding(problem, game, context), context.random),
    reason,
  );
  requireSecretRules(game, problem);
  return {
    ...change,
    game: {
      ...change.game,
      drawCount: countDraws(game) + 1,
      lastDrawnAt: context.now.toISOString(),
      participants: change.game.participants.map((one) => ({
        ...one,
        hasConfirmedAssignment: false,
        firstConfirmedAt: null,
        reassignmentRequestedAt: null,
      })),
    },
  };
}

/** How often all names were drawn. A game that an earlier release drew was drawn once, as far as is known. */
export function countDraws({ drawCount, participants }: Pick<Game, "drawCount" | "participants">) {
  return Math.max(drawCount, participants.some(({ receiver }) => receiver !== null) ? 1 : 0);
}

/**
 * A valid draw in which as few as is discreet of those who have opened get someone else, as
 * `redrawDiscreetly` says.
 *
 * Nothing of that while the game gathers.
 *
 * @param free numbers of participants whose receiver is gone or not yet there.
 * @param reason what those who had opened their gift and get a different receiver are told.
 * @throws {GameError} 400 `DRAW_IMPOSSIBLE`, naming a group that cannot all be served; `RULES_TELL_PAIRS`.
 */
export function redrawFor(
  game: Game,
  free: number[],
  context: DecisionContext,
  reason: ReceiverChange,
): Change {
  if (game.isGathering) return { game, events: [] };
  const problem = drawProblem(game);
  const change = assign(game, problem, redraw(game, problem, { free }, context), reason);
  requireSecretRules(game, problem);
  return change;
}

/** Draws everyone who has not opened their gift from scratch, whatever the rules tell. */
export function redrawUnopened(game: Game, context: DecisionContext): Change {
  const free = game.participants.flatMap((one) => hasOpened(one) ? [] : one.number);
  if (game.isGathering || free.length === 0) return { game, events: [] };
  const problem = drawProblem(game);
  const drawn = redraw(game, problem, { free, isSealed: false }, context);
  return assign(game, problem, drawn, "redrawn");
}

/** @throws {GameError} 400 for rules of a sealed game from which alone a pair can be named. */
function requireSecretRules(game: Game, problem: DrawProblem): void {
  if (tellsSealed(game, problem)) throw new GameError("RULES_TELL_PAIRS");
}

function tellsSealed(game: Game, problem: DrawProblem): boolean {
  return pairsHiddenFromOrganizer(game) && tellsPairs(problem, "nothing");
}

/**
 * The same, where this participant gets someone else, and nobody they had before where that is
 * possible; null where they can have nobody else.
 */
export function moveOne(game: Game, number: number, context: DecisionContext): Change | null {
  const problem = drawProblem(game);
  const result = redraw(game, problem, { mustChange: [number] }, context);
  return result.ok ? assign(game, problem, result, "asked", [number]) : null;
}

/**
 * The same, where as many as possible of these get someone else, and nobody they had before where
 * that is possible; of the others, `unserved` says why.
 */
export function moveAsMany(game: Game, numbers: number[], context: DecisionContext): Change {
  const problem = drawProblem(game);
  const result = redraw(game, problem, { shouldChange: numbers }, context);
  const change = assign(game, problem, result, "asked", numbers);
  const asked = new Set(numbers);
  const stayed = game.participants.flatMap(({ number, receiver }, index) =>
    asked.has(number) && change.game.participants[index]?.receiver === receiver
      ? [{ number, index }]
      : []
  );
  if (stayed.length === 0) return { ...change, unserved: [] };
  const movable = movableGivers(problem, presentDraw(game));
  return {
    ...change,
    unserved: stayed.map(({ number, index }) => ({
      participant: number,
      reason: movable.has(index) ? "NOT_ALL_AT_ONCE" : "NO_OTHER_PERSON",
    })),
  };
}

/** Why the names cannot be drawn as the rules are, and they alone; null where they can. */
export function findRefusal(game: Game): GameError | null {
  const problem = drawProblem(game);
  const group = findImpossible(problem);
  if (group) return drawImpossible(game, group);
  return tellsSealed(game, problem) ? new GameError("RULES_TELL_PAIRS") : null;
}

function redraw(
  game: Game,
  problem: DrawProblem,
  { free = [], mustChange = [], shouldChange = [], isSealed = pairsHiddenFromOrganizer(game) }: {
    free?: number[];
    mustChange?: number[];
    shouldChange?: number[];
    /** Whether those who have opened may be moved as a sealed game has it. */
    isSealed?: boolean;
  },
  context: DecisionContext,
): DrawResult {
  const indexOf = indexByNumber(game);
  const { participants } = game;
  const indices = (numbers: number[]) =>
    new Set(numbers.flatMap((number) => indexOf.get(number) ?? []));
  const those = (choose: (one: Participant) => boolean) =>
    new Set(participants.flatMap((one, index) => choose(one) ? index : []));
  const freed = indices(free);
  // Next to pairs that are known, what is avoided could tell the others.
  const isFresh = !participants.some(hasOpened);
  return redrawDiscreetly(isFresh ? avoiding(problem, game, context) : problem, {
    current: participants.map((one, index) =>
      freed.has(index) || one.receiver === null ? null : indexOf.get(one.receiver) ?? null
    ),
    mustChange: indices(mustChange),
    shouldChange: indices(shouldChange),
    opened: those(hasOpened),
    confirmed: those((one) => one.hasConfirmedAssignment),
    // In a sealed game, who never comes back would show the organizer where these people are now.
    earlier: new Map(
      isSealed ? [] : participants.map((one, index) => [index, [...indices(one.earlierReceivers)]]),
    ),
    isSealed,
  }, context.random);
}

function indexByNumber({ participants }: Game): Map<number, number> {
  return new Map(participants.map((one, index) => [one.number, index]));
}

/** Everyone's receiver. @throws {Error} where someone has none: a defect. */
function presentDraw(game: Game): number[] {
  const indexOf = indexByNumber(game);
  return game.participants.map(({ number, receiver }) => {
    const index = receiver === null ? undefined : indexOf.get(receiver);
    if (index === undefined) throw new Error(`Participant number ${number} gives to nobody`);
    return index;
  });
}

/** The people of a game and its rules, by place in the list of people. */
export function drawProblem(game: Game): DrawProblem {
  const indexOf = indexByNumber(game);
  const index = (number: number) => {
    const found = indexOf.get(number);
    if (found === undefined) throw new Error(`Exclusion of unknown participant number ${number}`);
    return found;
  };
  return {
    size: game.participants.length,
    exclusions: [...game.exclusions, ...keptApart(game)].map(([a, b]) => [index(a), index(b)]),
    households: game.households.map((members) => members.map(index)),
    bans: oneWayPairs(game).map(([giver, receiver]) => [index(giver), index(receiver)]),
  };
}

/**
 * The same, with whom people had in earlier games. The oldest are left out until someone who knows them all, and
 * their own receiver, can name nobody else's with a probability above 1/2; all are where the rules alone leave less.
 */
function avoiding(
  problem: DrawProblem,
  game: Game,
  { personKeys }: DecisionContext,
): DrawProblem {
  // Its organizer could else read from many draws of a sealed game what never comes.
  if (
    pairsHiddenFromOrganizer(game) && game.participants.some(({ receiver }) => receiver !== null)
  ) {
    return problem;
  }
  const years = pairsInHistory(game, personKeys);
  if (years.length === 0 || tellsPairs(problem, "ownPair")) return problem;
  const { bans = [] } = problem;
  const avoided = years.map((_, first) => years.slice(first).flat())
    .find((pairs) => !tellsPairs({ ...problem, bans: [...bans, ...pairs] }, "ownPair"));
  return avoided ? { ...problem, avoided: [avoided] } : problem;
}

/**
 * Whoever gets someone else has neither seen nor confirmed them, and has been served if they asked.
 * Told are those who knew another and those who had asked; all others never knew.
 *
 * @param moving numbers of those who are to get someone else, and nobody again whom they had.
 */
function assign(
  game: Game,
  problem: DrawProblem,
  result: DrawResult,
  reason: ReceiverChange,
  moving: readonly number[] = [],
): Change {
  if (!result.ok) throw drawImpossible(game, result);
  const broken = findViolation(problem, result.draw);
  if (broken) throw new Error(`The draw broke a rule: ${broken}`);
  const events: GameEvent[] = [];
  const isMoving = new Set(moving);
  const numbers = new Set(game.participants.map(({ number }) => number));
  const participants = game.participants.map((one, index) => {
    const receiver = game.participants[result.draw[index] ?? -1]?.number;
    if (receiver === undefined) throw new Error("The draw left somebody without a receiver");
    if (receiver === one.receiver) return one;
    const isTold = hasOpened(one) || one.reassignmentRequestedAt !== null;
    if (isTold) events.push({ type: "receiverChanged", participant: one.number });
    const isOver = isTold || isMoving.has(one.number);
    const hadThem = isOver && one.receiver !== null && numbers.has(one.receiver)
      ? one.receiver
      : null;
    // That a request has gone would tell the organizer of a sealed game who was moved.
    const staysAsked = pairsHiddenFromOrganizer(game) && !isMoving.has(one.number);
    return {
      ...one,
      receiver,
      receiverChange: changeToTell(one, reason),
      hasConfirmedAssignment: false,
      reassignmentRequestedAt: staysAsked ? one.reassignmentRequestedAt : null,
      viewedAt: null,
      revealBlockedForTokenVersion: null,
      earlierReceivers: hadThem === null
        ? one.earlierReceivers
        : withLatest(one.earlierReceivers, hadThem),
    };
  });
  return { game: { ...game, participants }, events };
}

/** Whom they had before once they have someone else. */
function withLatest(earlierReceivers: readonly number[], receiver: number): number[] {
  return [...earlierReceivers.filter((earlier) => earlier !== receiver), receiver]
    .slice(-LIMITS.earlierReceivers);
}

function drawImpossible(game: Game, group: IndexGroup): GameError {
  return new GameError("DRAW_IMPOSSIBLE", named(game, group));
}

interface IndexGroup {
  givers: number[];
  receivers: number[];
}

function named(game: Game, { givers, receivers }: IndexGroup): UnservedGroup {
  const names = (indices: number[]) =>
    indices.toSorted((a, b) => a - b).map((index) => game.participants[index]?.name ?? "?");
  return { givers: names(givers), receivers: names(receivers) };
}
