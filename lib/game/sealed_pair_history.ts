/**
 * How long a game keeps the pair history of a sealed one. An organizer who can add invented people, rules or
 * links of their own to the later game could read the old pairs from the ones that never occur.
 */
import { rulesOf } from "../draw/draw.ts";
import { drawProblem, redrawUnopened } from "./assignments.ts";
import { isSettled } from "./finale.ts";
import { addressKey, normalizedKey } from "./identity.ts";
import { addToPairHistory, withoutSealed } from "./pair_history.ts";
import { pairsHiddenFromOrganizer } from "./seal.ts";
import type { Change, DecisionContext, Game, PairHistory, Participant } from "./types.ts";

/** True if a game's history has pairs that its organizer has never seen. */
export function hasSealedMemory(game: Game): boolean {
  return withoutSealed(game).length < game.memory.length;
}

/**
 * The pair history of the next game in a series. Sealed pairs are kept only if the same people come again
 * with the same addresses and no rule is added, only in a sealed game, and only after a game that was drawn.
 *
 * @param before the previous game.
 * @param people those of its people who come again.
 * @param after the new game, without a history.
 * @param mayRemember false if another game already continues the pairs of `before`.
 */
export function memoryAfter(
  before: Game,
  people: readonly Participant[],
  after: Game,
  { personKeys }: Pick<DecisionContext, "personKeys">,
  mayRemember: boolean,
): PairHistory[] {
  if (before.isSealed && !after.isSealed) return [];
  const memory = addToPairHistory(before, people, after.date, personKeys);
  if (!before.isSealed) return memory;
  // A game that gathers adds no pairs: a chain of any length would avoid the same old ones.
  const mayContinue = mayRemember && !before.isRemembered && !before.isGathering;
  return mayContinue && comesAgain(before, after)
    ? memory
    : withoutSealed({ memory, isSealed: true });
}

/**
 * True if two games have the same people with the same addresses, and the later one has no additional rule.
 */
function comesAgain(before: Game, after: Game): boolean {
  if (before.participants.length !== after.participants.length) return false;
  const indexOf = new Map(
    before.participants.map(({ name }, index) => [normalizedKey(name), index]),
  );
  const former = after.participants.flatMap(({ name, email }) => {
    const index = indexOf.get(normalizedKey(name));
    const one = index === undefined ? undefined : before.participants[index];
    return index !== undefined && one && email !== null && hasSameAddress(one, email) ? index : [];
  });
  return former.length === after.participants.length && !addsRule(before, after, former);
}

function hasSameAddress({ email: before }: Participant, email: string | null): boolean {
  return addressKey(before ?? "") === addressKey(email ?? "");
}

/** True if a pair that was permitted no longer is. @param former the former index of each person in `after`. */
function addsRule(before: Game, after: Game, former: readonly number[]): boolean {
  const rulesBefore = rulesOf(drawProblem(before));
  const rulesAfter = rulesOf(drawProblem(after));
  return former.some((giver, giverNow) =>
    former.some((receiver, receiverNow) =>
      rulesAfter.forbids(giverNow, receiverNow) && !rulesBefore.forbids(giver, receiver)
    )
  );
}

/**
 * Drops a sealed game's history of sealed games as soon as its people, addresses, claims or rules differ from those it
 * was drawn for, and redraws the pairs that no one has opened. After an address or a place changes hands, no later game
 * continues this one.
 */
export function settleSealedMemory(before: Game, change: Change, context: DecisionContext): Change {
  const { game } = change;
  if (!pairsHiddenFromOrganizer(game) || game === before) return change;
  const isLeft = hasSealedMemory(game) && isForOthers(before, game);
  const { game: settled, events } = isLeft ? endSealedMemory(game, context) : { game, events: [] };
  const isRemembered = game.isRemembered || (!game.isGathering && changesHands(before, game));
  return {
    ...change,
    game: isRemembered === settled.isRemembered ? settled : { ...settled, isRemembered },
    events: [...change.events, ...events],
  };
}

/**
 * Drops the sealed history of a game, and draws everyone who has not opened from scratch, unless the finale has already
 * shown all pairs, or is about to.
 */
export function endSealedMemory(game: Game, context: DecisionContext): Change {
  if (!pairsHiddenFromOrganizer(game) || !hasSealedMemory(game)) return { game, events: [] };
  const after = { ...game, memory: withoutSealed(game) };
  if (isSettled(game, context.now)) return { game: after, events: [] };
  return redrawUnopened(after, context);
}

/** True if, after a change, other people may open the gifts, or other rules apply. */
function isForOthers(before: Game, after: Game): boolean {
  const places = placesIn(before, after);
  if (places.length !== before.participants.length || places.length !== after.participants.length) {
    return true;
  }
  const isOther = places.some(([one, now]) =>
    !hasSameAddress(one, now.email) || one.claimVersion !== now.claimVersion ||
    one.claimOpenedAt !== now.claimOpenedAt
  );
  return isOther || !hasSameRules(before, after, places);
}

/** True if a change gives a link, or the place it leads to, to someone else. */
function changesHands(before: Game, after: Game): boolean {
  const places = placesIn(before, after);
  const isReplaced = places.length < before.participants.length &&
    places.length < after.participants.length;
  return isReplaced ||
    places.some(([one, now]) =>
      !hasSameAddress(one, now.email) || one.claimOpenedAt !== now.claimOpenedAt
    );
}

/** The people in both states of the game, before and after. */
function placesIn(before: Game, after: Game): [Participant, Participant][] {
  const byNumber = new Map(before.participants.map((one) => [one.number, one]));
  return after.participants.flatMap((now): [Participant, Participant][] => {
    const one = byNumber.get(now.number);
    return one ? [[one, now]] : [];
  });
}

/** Compares the lists by identity first: actions that do not change the rules pass the same lists on. */
function hasSameRules(
  before: Game,
  after: Game,
  places: readonly [Participant, Participant][],
): boolean {
  const isUntouched = before.exclusions === after.exclusions &&
    before.households === after.households &&
    places.every(([one, now]) =>
      one.oneWayExclusions === now.oneWayExclusions && one.keeps === now.keeps
    );
  return isUntouched || !addsRule(before, after, places.map((_, index) => index));
}
