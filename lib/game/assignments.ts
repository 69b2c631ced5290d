import {
  type Ban,
  drawAssignments,
  type DrawProblem,
  type DrawResult,
  findImpossible,
  findViolation,
} from "../draw/draw.ts";
import { tellsPairs } from "../draw/disclosure.ts";
import { movableGivers, redrawDiscreetly } from "../draw/discreet_redraw.ts";
import { hasHadNoLink } from "./claims.ts";
import { GameError } from "./errors.ts";
import { hasKeeper, keptApart } from "./keepers.ts";
import { pairsInHistory } from "./pair_history.ts";
import { oneWayPairs } from "./one_way.ts";
import { isRevealBlocked, pairsHiddenFromOrganizer, type Sealable } from "./seal.ts";
import {
  type Change,
  type DecisionContext,
  type Game,
  type GameEvent,
  LIMITS,
  type Participant,
  type ReceiverChange,
} from "./types.ts";

/** True if a participant knows their receiver. Anyone else can be drawn again without noticing. */
export function hasOpened(
  { viewedAt, hasConfirmedAssignment }: Pick<Participant, "viewedAt" | "hasConfirmedAssignment">,
): boolean {
  return viewedAt !== null || hasConfirmedAssignment;
}

/** True if a participant has not opened their gift since its receiver was drawn or replaced. */
export function hasUnopenedGift(
  { viewedAt, receiverChange }: Pick<Participant, "viewedAt" | "receiverChange">,
): boolean {
  return viewedAt === null || receiverChange !== null;
}

/**
 * Returns the time to store for a gift that is opened now. It is never before the claim of its place, whose time another
 * instance's clock may have given: otherwise the page would say that someone else opened the gift first.
 */
export function openingAt(
  { claimOpenedAt }: Pick<Participant, "claimOpenedAt">,
  now: Date,
): string {
  const at = now.toISOString();
  return claimOpenedAt !== null && claimOpenedAt > at ? claimOpenedAt : at;
}

/**
 * True if a gift shows its holder nothing: it is locked or unopened. While it is locked, nothing may depend on whether
 * it is also unopened: the holder of a later link could tell whether the receiver was replaced, and so who it was.
 */
export function isGiftClosed(game: Sealable, one: Participant): boolean {
  return isRevealBlocked(game, one) || hasUnopenedGift(one);
}

/**
 * Returns the reason to show a participant for a different receiver; null if they have not opened a gift. Further
 * changes before they look keep the first reason, which hides the number of changes.
 */
export function changeToTell(one: Participant, reason: ReceiverChange): ReceiverChange | null {
  return one.receiverChange ?? (hasOpened(one) ? reason : null);
}

/**
 * Draws everyone from scratch, and ends confirmations.
 *
 * @param reason shown to people who had opened their gift.
 * @throws {GameError} 400 `DRAW_IMPOSSIBLE`, naming a group that cannot be served; `RULES_TELL_PAIRS`.
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
    drawAssignments(withPromised(avoiding(problem, game, context), game), context.random),
    reason,
    context,
    [],
    true,
  );
  requireSecretRules(game, problem);
  return change;
}

/** Returns how often all names were drawn; 1 for a game that an earlier release drew. */
export function countDraws({ drawCount, participants }: Pick<Game, "drawCount" | "participants">) {
  return Math.max(drawCount, participants.some(({ receiver }) => receiver !== null) ? 1 : 0);
}

/**
 * Redraws, and changes as few opened gifts as discretion allows: see `redrawDiscreetly`. Does nothing while the game
 * gathers.
 *
 * @param free numbers of participants whose receiver is missing.
 * @param reason shown to people whose opened gift gets a different receiver.
 * @throws {GameError} 400 `DRAW_IMPOSSIBLE`, naming a group that cannot be served; `RULES_TELL_PAIRS`.
 */
export function redrawFor(
  game: Game,
  free: number[],
  context: DecisionContext,
  reason: ReceiverChange,
): Change {
  if (game.isGathering) return { game, events: [] };
  const problem = drawProblem(game);
  const drawn = redraw(game, problem, { free }, context);
  const change = assign(game, problem, drawn, reason, context);
  requireSecretRules(game, problem);
  return change;
}

/**
 * Draws all unopened gifts from scratch, even if the rules reveal pairs. Everyone else keeps their receiver, even in a
 * sealed game. A locked gift was opened by its former holder, so it keeps its receiver and stays locked.
 */
export function redrawUnopened(game: Game, context: DecisionContext): Change {
  const free = game.participants.flatMap((one) =>
    hasOpened(one) || isRevealBlocked(game, one) ? [] : one.number
  );
  if (game.isGathering || free.length === 0) return { game, events: [] };
  const problem = drawProblem(game);
  const drawn = redraw(game, problem, { free, keepsOpened: true }, context);
  return assign(game, problem, drawn, "redrawn", context, [], false);
}

/** @throws {GameError} 400 if the rules of a sealed game alone reveal a pair. */
function requireSecretRules(game: Game, problem: DrawProblem): void {
  if (tellsSealed(game, problem)) throw new GameError("RULES_TELL_PAIRS");
}

function tellsSealed(game: Game, problem: DrawProblem): boolean {
  return pairsHiddenFromOrganizer(game) && tellsPairs(problem, "nothing");
}

/**
 * Gives this participant someone else, if possible no one they had before; or anyone, if `isUnseen`. Returns null if
 * there is no one else.
 */
export function moveOne(game: Game, number: number, context: DecisionContext): Change | null {
  const problem = drawProblem(game);
  const result = redraw(game, problem, { mustChange: [number] }, context);
  return result.ok ? assign(game, problem, result, "asked", context, [number]) : null;
}

/**
 * Gives as many of these participants as possible someone else, if possible no one they had before; or anyone, if
 * `isUnseen`. `unserved` gives the reason for the others.
 */
export function moveAsMany(game: Game, numbers: number[], context: DecisionContext): Change {
  const problem = drawProblem(game);
  const result = redraw(game, problem, { shouldChange: numbers }, context);
  const change = assign(game, problem, result, "asked", context, numbers);
  const asked = new Set(numbers);
  const stayed = game.participants.flatMap((one, index) =>
    asked.has(one.number) && !isUnseen(game, one) &&
      change.game.participants[index]?.receiver === one.receiver
      ? [{ number: one.number, index }]
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

/** Returns why the rules alone do not allow a draw; null if they do. */
export function findRefusal(game: Game): GameError | null {
  const problem = drawProblem(game);
  const group = findImpossible(problem);
  if (group) return drawImpossible(game, group);
  return tellsSealed(game, problem) ? new GameError("RULES_TELL_PAIRS") : null;
}

function redraw(
  game: Game,
  problem: DrawProblem,
  { free = [], mustChange = [], shouldChange = [], keepsOpened = false }: {
    free?: number[];
    mustChange?: number[];
    shouldChange?: number[];
    /** True if people whose gift is opened or locked keep their receivers even in a sealed game. */
    keepsOpened?: boolean;
  },
  context: DecisionContext,
): DrawResult {
  const indexOf = indexByNumber(game);
  const { participants } = game;
  const indices = (numbers: number[]) =>
    new Set(numbers.flatMap((number) => indexOf.get(number) ?? []));
  const those = (choose: (one: Participant) => boolean) =>
    new Set(participants.flatMap((one, index) => choose(one) ? index : []));
  const isSealed = pairsHiddenFromOrganizer(game);
  const unseen = [...mustChange, ...shouldChange].filter((number) =>
    isUnseen(game, participants[indexOf.get(number) ?? -1])
  );
  const freed = indices([...free, ...unseen]);
  // Together with known pairs, avoided pairs could reveal others.
  const isFresh = !participants.some(hasOpened);
  const base = isFresh ? avoiding(problem, game, context) : problem;
  const earlierOf = ({ earlierReceivers }: Participant) => [...indices(earlierReceivers)];
  return redrawDiscreetly(withPromised(base, game), {
    current: participants.map((one, index) =>
      freed.has(index) || one.receiver === null ? null : indexOf.get(one.receiver) ?? null
    ),
    mustChange: indices(mustChange),
    shouldChange: indices(shouldChange),
    opened: those((one) => hasOpened(one) || keepsOpened && isRevealBlocked(game, one)),
    confirmed: those((one) => one.hasConfirmedAssignment),
    // In a sealed game, receivers that never come back would show the organizer where these people are now.
    earlier: new Map(
      isSealed ? [] : participants.map((one, index) => [index, earlierOf(one)]),
    ),
    isSealed,
    keepsOpened: keepsOpened || !isSealed,
  }, context.random);
}

/**
 * True in a sealed game if not even the giver has seen their receiver: any new receiver will do, the same one included.
 * If the same one were forbidden, an organizer who forces one person again and again could work out the pairs.
 */
function isUnseen(game: Game, giver: Participant | undefined): boolean {
  return pairsHiddenFromOrganizer(game) && giver !== undefined && !hasOpened(giver);
}

function indexByNumber({ participants }: Game): Map<number, number> {
  return new Map(participants.map((one, index) => [one.number, index]));
}

/** Everyone's receiver, by index in the list of people. @throws {Error} if someone has none: a defect. */
function presentDraw(game: Game): number[] {
  const indexOf = indexByNumber(game);
  return game.participants.map(({ number, receiver }) => {
    const index = receiver === null ? undefined : indexOf.get(receiver);
    if (index === undefined) throw new Error(`Participant number ${number} gives to nobody`);
    return index;
  });
}

/** The draw problem of a game, with people as indices in the list of people. */
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
 * Adds the pairs of earlier games to avoid. Drops the oldest games until someone who knows all of these pairs and their
 * own receiver can name no other pair with a probability above 1/2. Adds none if the rules alone reveal more.
 */
function avoiding(
  problem: DrawProblem,
  game: Game,
  { personKeys }: DecisionContext,
): DrawProblem {
  // Otherwise the organizer could see from many draws which pairs never occur.
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
 * Adds, as the last pairs to be dropped, what people had who have not looked since they were moved: they are promised a
 * new name. In smaller games it would tell pairs.
 */
function withPromised(problem: DrawProblem, game: Game): DrawProblem {
  const { size, exclusions, households, bans = [], avoided = [] } = problem;
  const isRuled = exclusions.length + households.length + bans.length > 0;
  if (pairsHiddenFromOrganizer(game) || size <= (isRuled ? 6 : 5)) return problem;
  const indexOf = indexByNumber(game);
  const left = game.participants.flatMap((one, giver) =>
    one.receiverChange === null ? [] : one.earlierReceivers.flatMap((number): Ban[] => {
      const had = indexOf.get(number);
      return had === undefined ? [] : [[giver, had]];
    })
  );
  return left.length > 0 ? { ...problem, avoided: [...avoided, left] } : problem;
}

/**
 * Assigns the drawn receivers. A participant with a new receiver has neither seen nor confirmed them, and their request
 * ends. They are notified if they knew another receiver, or had asked. A sealed game treats some gifts as new even with
 * the same receiver: a locked gift in a full draw, or its holder would know that the receiver is the same; and an
 * unopened one that was to move, or the organizer would know. A full draw ends all confirmations, and is counted for
 * everyone to see. See also `wrappedAgain`.
 *
 * @param moving numbers of participants who should get someone else; see also `isUnseen`.
 * @param isFullDraw true if everyone was drawn from scratch, whatever had to change; default: true in a sealed game if
 * anything changes, else false.
 */
function assign(
  game: Game,
  problem: DrawProblem,
  result: DrawResult,
  reason: ReceiverChange,
  { now }: Pick<DecisionContext, "now">,
  moving: readonly number[] = [],
  isFullDraw?: boolean,
): Change {
  if (!result.ok) throw drawImpossible(game, result);
  const broken = findViolation(problem, result.draw);
  if (broken) throw new Error(`The draw broke a rule: ${broken}`);
  const events: GameEvent[] = [];
  const isMoving = new Set(moving);
  const receivers = result.draw.map((index) => game.participants[index]?.number);
  const isNewUnseen = (one: Participant) => isMoving.has(one.number) && isUnseen(game, one);
  const isChanged = game.participants.some((one, index) =>
    one.receiver !== receivers[index] || isNewUnseen(one)
  );
  const isWhole = isFullDraw ?? (pairsHiddenFromOrganizer(game) && isChanged);
  const counted = isWhole
    ? { drawCount: countDraws(game) + 1, lastDrawnAt: now.toISOString() }
    : {};
  const unconfirmed = { hasConfirmedAssignment: false, firstConfirmedAt: null };
  const numbers = new Set(game.participants.map(({ number }) => number));
  const participants = game.participants.map((one, index) => {
    const receiver = receivers[index];
    if (receiver === undefined) throw new Error("The draw left someone without a receiver");
    const isNew = isWhole && isRevealBlocked(game, one) || isNewUnseen(one);
    if (receiver === one.receiver && !isNew) {
      return isWhole ? { ...one, ...unconfirmed, ...wrappedAgain(game, one) } : one;
    }
    const isTold = hasOpened(one) || one.reassignmentRequestedAt !== null;
    if (isTold) events.push({ type: "receiverChanged", participant: one.number });
    const isOver = isTold || isMoving.has(one.number);
    const hadThem =
      isOver && one.receiver !== null && one.receiver !== receiver && numbers.has(one.receiver)
        ? one.receiver
        : null;
    // A request that disappears would show the organizer of a sealed game who was moved.
    const staysAsked = pairsHiddenFromOrganizer(game) && !isMoving.has(one.number);
    return {
      ...one,
      receiver,
      // Changes while the gift was locked would tell the holder of a later link who was in it.
      receiverChange: changeToTell(
        isRevealBlocked(game, one) ? { ...one, receiverChange: null } : one,
        reason,
      ),
      ...isWhole ? unconfirmed : { hasConfirmedAssignment: false },
      reassignmentRequestedAt: staysAsked ? one.reassignmentRequestedAt : null,
      viewedAt: null,
      ...isWhole && wrappedAgain(game, one),
      revealBlockedForTokenVersion: null,
      earlierReceivers: hadThem === null
        ? one.earlierReceivers
        : [...one.earlierReceivers.filter((earlier) => earlier !== hadThem), hadThem]
          .slice(-LIMITS.earlierReceivers),
    };
  });
  return { game: { ...game, ...counted, participants }, events };
}

/**
 * Closes gifts that people without a link opened in the room, so that they can open them again, there or with their
 * first link: nothing else tells them that a sealed game was drawn again. Unchanged receivers are included, or it would
 * show who kept theirs. `openedInRoomAt` stays, and shows that the gift was opened before.
 *
 * Also closes gifts that only former keepers opened: no one has seen the new receivers, which a lock would suggest.
 */
function wrappedAgain(game: Game, one: Participant): Partial<Participant> {
  if (!pairsHiddenFromOrganizer(game) || !hasHadNoLink(one)) return {};
  const unopened = { viewedAt: null, firstViewedAt: null };
  if (one.openedInRoomAt !== null) return unopened;
  return one.firstViewedAt === null || hasKeeper(game, one)
    ? {}
    : { ...unopened, receiverChange: null };
}

/**
 * True if a participant has a new pair after a change: another receiver, or a locked gift that was drawn from scratch.
 * Everything that belongs to the old pair ends then, even if the receiver is the same: earlier marks and messages would
 * show the holder of a later link the earlier holder's receiver.
 *
 * @param game after the change
 */
export function isNewPair(game: Game, before: Participant, after: Participant): boolean {
  if (before.receiver !== after.receiver) return true;
  // After an agreement the gift is unlocked but still opened.
  return isRevealBlocked(game, before) && !isRevealBlocked(game, after) && !hasOpened(after);
}

/** @param group by index in the list of people */
function drawImpossible(game: Game, group: Record<"givers" | "receivers", number[]>): GameError {
  const names = (indices: number[]) =>
    indices.toSorted((a, b) => a - b).map((index) => game.participants[index]?.name ?? "?");
  const [givers, receivers] = [names(group.givers), names(group.receivers)];
  return new GameError("DRAW_IMPOSSIBLE", { givers, receivers });
}
