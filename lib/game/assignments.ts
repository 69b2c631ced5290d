import { drawAssignments, type DrawProblem, type DrawResult, findViolation } from "../draw/draw.ts";
import { movableGivers, redrawDiscreetly } from "../draw/discreet_redraw.ts";
import { GameError } from "./errors.ts";
import {
  type Change,
  type DecisionContext,
  type Game,
  type GameEvent,
  LIMITS,
  type Participant,
} from "./types.ts";

/** Whether they know whom they give to; all others can be drawn anew without noticing. */
export function hasOpened({ viewedAt, hasConfirmedAssignment }: Participant): boolean {
  return viewedAt !== null || hasConfirmedAssignment;
}

/**
 * A fresh draw for everybody; confirmations and requests end with it.
 *
 * @throws {GameError} 400 `DRAW_IMPOSSIBLE`, naming a group that cannot all be served.
 */
export function redrawAll(game: Game, { random }: DecisionContext): Change {
  const change = assign(game, drawAssignments(drawProblem(game), random));
  return {
    ...change,
    game: {
      ...change.game,
      participants: change.game.participants.map((one) => ({
        ...one,
        hasConfirmedAssignment: false,
        reassignmentRequestedAt: null,
      })),
    },
  };
}

/**
 * A valid draw in which as few as is discreet of those who have opened get somebody else, as
 * `redrawDiscreetly` says.
 *
 * @param free numbers of participants whose receiver is gone or not yet there.
 * @throws {GameError} 400 `DRAW_IMPOSSIBLE`, naming a group that cannot all be served.
 */
export function redrawFor(game: Game, free: number[], context: DecisionContext): Change {
  return assign(game, redraw(game, { free }, context));
}

/**
 * The same, where this participant gets somebody else, and nobody they had before where that is
 * possible; null where they can have nobody else.
 */
export function moveOne(game: Game, number: number, context: DecisionContext): Change | null {
  const result = redraw(game, { mustChange: [number] }, context);
  return result.ok ? assign(game, result, [number]) : null;
}

/**
 * The same, where as many as possible of these get somebody else, and nobody they had before where
 * that is possible; of the others, `unserved` says why.
 */
export function moveAsMany(game: Game, numbers: number[], context: DecisionContext): Change {
  const change = assign(game, redraw(game, { shouldChange: numbers }, context), numbers);
  const asked = new Set(numbers);
  const stayed = game.participants.flatMap(({ number, receiver }, index) =>
    asked.has(number) && change.game.participants[index]?.receiver === receiver
      ? [{ number, index }]
      : []
  );
  if (stayed.length === 0) return { ...change, unserved: [] };
  const movable = movableGivers(drawProblem(game), presentDraw(game));
  return {
    ...change,
    unserved: stayed.map(({ number, index }) => ({
      participant: number,
      reason: movable.has(index) ? "NOT_ALL_AT_ONCE" : "NO_OTHER_PERSON",
    })),
  };
}

function redraw(
  game: Game,
  { free = [], mustChange = [], shouldChange = [] }: {
    free?: number[];
    mustChange?: number[];
    shouldChange?: number[];
  },
  { random }: DecisionContext,
): DrawResult {
  const indexOf = indexByNumber(game);
  const { participants } = game;
  const indices = (numbers: number[]) =>
    new Set(numbers.flatMap((number) => indexOf.get(number) ?? []));
  const those = (choose: (one: Participant) => boolean) =>
    new Set(participants.flatMap((one, index) => choose(one) ? index : []));
  const freed = indices(free);
  return redrawDiscreetly(drawProblem(game), {
    current: participants.map((one, index) =>
      freed.has(index) ? null : indexOf.get(one.receiver) ?? null
    ),
    mustChange: indices(mustChange),
    shouldChange: indices(shouldChange),
    opened: those(hasOpened),
    confirmed: those((one) => one.hasConfirmedAssignment),
    earlier: new Map(
      participants.map((one, index) => [index, [...indices(one.earlierReceivers)]]),
    ),
  }, random);
}

function indexByNumber({ participants }: Game): Map<number, number> {
  return new Map(participants.map((one, index) => [one.number, index]));
}

/** Everybody's receiver. @throws {Error} where somebody has none: a defect. */
function presentDraw(game: Game): number[] {
  const indexOf = indexByNumber(game);
  return game.participants.map(({ number, receiver }) => {
    const index = indexOf.get(receiver);
    if (index === undefined) throw new Error(`Participant number ${number} gives to nobody`);
    return index;
  });
}

function drawProblem(game: Game): DrawProblem {
  const indexOf = indexByNumber(game);
  const index = (number: number) => {
    const found = indexOf.get(number);
    if (found === undefined) throw new Error(`Exclusion of unknown participant number ${number}`);
    return found;
  };
  return {
    size: game.participants.length,
    exclusions: game.exclusions.map(([a, b]) => [index(a), index(b)]),
    households: game.households.map((members) => members.map(index)),
  };
}

/**
 * Whoever gets somebody else has neither seen nor confirmed them, and has been served if they asked.
 * Told are those who knew another and those who had asked; all others never knew.
 *
 * @param moving numbers of those who are to get somebody else, and nobody again whom they had.
 */
function assign(game: Game, result: DrawResult, moving: readonly number[] = []): Change {
  if (!result.ok) throw drawImpossible(game, result);
  const broken = findViolation(drawProblem(game), result.draw);
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
    const hadThem = (isTold || isMoving.has(one.number)) && numbers.has(one.receiver);
    return {
      ...one,
      receiver,
      hasConfirmedAssignment: false,
      reassignmentRequestedAt: null,
      viewedAt: null,
      earlierReceivers: hadThem ? withLatest(one) : one.earlierReceivers,
    };
  });
  return { game: { ...game, participants }, events };
}

/** Whom they had before once they have somebody else. */
function withLatest({ earlierReceivers, receiver }: Participant): number[] {
  return [...earlierReceivers.filter((earlier) => earlier !== receiver), receiver]
    .slice(-LIMITS.earlierReceivers);
}

function drawImpossible(
  game: Game,
  { givers, receivers }: { givers: number[]; receivers: number[] },
): GameError {
  const names = (indices: number[]) =>
    indices.toSorted((a, b) => a - b).map((index) => game.participants[index]?.name ?? "?");
  return new GameError("DRAW_IMPOSSIBLE", { givers: names(givers), receivers: names(receivers) });
}
