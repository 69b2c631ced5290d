/**
 * How long a game remembers the pairs of a sealed one. An organizer who can put invented people, rules or links of
 * their own into the later game would read the old pairs from what never comes.
 */
import { rulesOf } from "../draw/draw.ts";
import { drawProblem, redrawUnopened } from "./assignments.ts";
import { normalizedKey } from "./identity.ts";
import { addToPairHistory, withoutSealed } from "./pair_history.ts";
import { pairsHiddenFromOrganizer } from "./seal.ts";
import type { Change, DecisionContext, Game, PairHistory, Participant } from "./types.ts";

/** Whether a game remembers pairs that its organizer has never seen. */
export function hasSealedMemory(game: Game): boolean {
  return withoutSealed(game).length < game.memory.length;
}

/**
 * What a further game of a line remembers. After a sealed game that is what was sealed only where the same people
 * come again, each with the same address, and no rule is added; nothing at all in a game that is not sealed.
 *
 * @param before the game that is played again.
 * @param people those of it who are still known.
 * @param after the new game, without a memory.
 * @param mayRemember false where another game remembers the pairs of `before` already.
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
  return mayRemember && !before.isRemembered && comesAgain(before, after)
    ? memory
    : withoutSealed({ memory, isSealed: true });
}

/** Whether the people of a game are those of another, with the same addresses, under no further rule. */
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
  return normalizedKey(before ?? "") === normalizedKey(email ?? "");
}

/** Whether someone may no longer give to someone. @param former by place in `after`: the place of that person before. */
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
 * What a change of a sealed game ends: its memory of sealed games as soon as people, addresses, places, claims or
 * rules are others than those it was drawn for, and with it the pairs that nobody has opened. Where an address or a
 * place changes hands, no further game remembers this one.
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

/** The game without what it remembers of sealed ones: whoever has not opened is drawn from scratch. */
export function endSealedMemory(game: Game, context: DecisionContext): Change {
  if (!pairsHiddenFromOrganizer(game) || !hasSealedMemory(game)) return { game, events: [] };
  return redrawUnopened({ ...game, memory: withoutSealed(game) }, context);
}

/** Whether others may open gifts after a change than those for whom they were drawn, or other rules hold. */
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

/** Whether after a change a link of someone leads to someone else. */
function changesHands(before: Game, after: Game): boolean {
  const places = placesIn(before, after);
  const isReplaced = places.length < before.participants.length &&
    places.length < after.participants.length;
  return isReplaced ||
    places.some(([one, now]) =>
      !hasSameAddress(one, now.email) || one.claimOpenedAt !== now.claimOpenedAt
    );
}

/** Who is in both games, as they were and as they are. */
function placesIn(before: Game, after: Game): [Participant, Participant][] {
  const byNumber = new Map(before.participants.map((one) => [one.number, one]));
  return after.participants.flatMap((now): [Participant, Participant][] => {
    const one = byNumber.get(now.number);
    return one ? [[one, now]] : [];
  });
}

/** Actions that leave the rules alone hand on their lists, which are then not compared pair by pair. */
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
