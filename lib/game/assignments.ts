import { drawAssignments, type DrawProblem, type DrawResult, findViolation } from "../draw/draw.ts";
import { redrawGently } from "../draw/gentle_redraw.ts";
import { GameError } from "./errors.ts";
import type { Change, DecisionContext, Game, GameEvent } from "./types.ts";

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
 * The gentlest valid draw: keeps each pair that may stay, and above all the confirmed ones.
 *
 * @param changes `free`: participants whose receiver is gone or not yet there; `mustChange`: those who
 * get somebody else than before.
 * @throws {GameError} 400 `DRAW_IMPOSSIBLE`, naming a group that cannot all be served.
 */
export function keepPairs(
  game: Game,
  { free = [], mustChange = [] }: { free?: number[]; mustChange?: number[] },
  { random }: DecisionContext,
): Change {
  const indexOf = new Map(game.participants.map((one, index) => [one.number, index]));
  const indices = (numbers: number[]) =>
    new Set(numbers.flatMap((number) => indexOf.get(number) ?? []));
  const freed = indices(free);
  const confirmed = game.participants.flatMap((one, index) =>
    one.hasConfirmedAssignment ? [index] : []
  );
  return assign(
    game,
    redrawGently(drawProblem(game), {
      current: game.participants.map((one, index) =>
        freed.has(index) ? null : indexOf.get(one.receiver) ?? null
      ),
      mustChange: indices(mustChange),
      confirmed: new Set(confirmed),
    }, random),
  );
}

function drawProblem(game: Game): DrawProblem {
  const indexOf = new Map(game.participants.map((one, index) => [one.number, index]));
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
 */
function assign(game: Game, result: DrawResult): Change {
  if (!result.ok) throw drawImpossible(game, result);
  const broken = findViolation(drawProblem(game), result.draw);
  if (broken) throw new Error(`The draw broke a rule: ${broken}`);
  const events: GameEvent[] = [];
  const participants = game.participants.map((one, index) => {
    const receiver = game.participants[result.draw[index] ?? -1]?.number;
    if (receiver === undefined) throw new Error("The draw left somebody without a receiver");
    if (receiver === one.receiver) return one;
    events.push({ type: "receiverChanged", participant: one.number });
    return {
      ...one,
      receiver,
      hasConfirmedAssignment: false,
      reassignmentRequestedAt: null,
      viewedAt: null,
    };
  });
  return { game: { ...game, participants }, events };
}

function drawImpossible(
  game: Game,
  { givers, receivers }: { givers: number[]; receivers: number[] },
): GameError {
  const names = (indices: number[]) =>
    indices.toSorted((a, b) => a - b).map((index) => game.participants[index]?.name ?? "?");
  return new GameError("DRAW_IMPOSSIBLE", { givers: names(givers), receivers: names(receivers) });
}
