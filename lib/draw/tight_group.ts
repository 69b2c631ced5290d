import type { Matching } from "./matching.ts";
import { NOBODY, type Rules } from "./rules.ts";

/** Givers who may only give to `receivers`, who are fewer: the reason, by Hall's theorem, why no draw exists. */
export interface TightGroup {
  givers: number[];
  receivers: number[];
}

/** Checks of pairs that the search for a smallest group may make: about 20 ms. */
const GROUP_WORK = 1_000_000;
/** How many unmatched givers' groups are compared if that search is too long. */
const GROUPS_COMPARED = 8;

/**
 * Finds a group of givers that no draw can serve, given a maximum matching that leaves someone out.
 *
 * It is always minimal: without any one of its givers the others could be served. It is also a smallest group if the
 * search for smaller ones ends within its budget, as it always does for up to 10 people and nearly always beyond. This
 * cannot hold for all sizes: finding a shortest circuit of a transversal matroid is NP-hard (McCormick 1983).
 */
export function tightGroup(rules: Rules, matching: Matching): TightGroup {
  // No group has fewer receivers: all choices of each of its givers are among them.
  const fewest = rules.choices().reduce((one, other) => Math.min(one, other));
  const unmatched = [...matching.receiverOf.keys()]
    .filter((giver) => matching.receiverOf[giver] === NOBODY);
  let best: TightGroup | undefined;
  for (const giver of unmatched.slice(0, GROUPS_COMPARED)) {
    const group = circuit(rules, matching, giver);
    if (!best || group.givers.length < best.givers.length) best = group;
    if (best.receivers.length === fewest) return best;
  }
  if (!best) throw new Error("Cannot name a group: the matching leaves nobody out");
  return smallerGroup(rules, best.receivers.length) ?? best;
}

/**
 * The givers reached by alternating paths from an unmatched one. Each giver reached could be the one left
 * out instead, so that without any one of them the rest can be served.
 */
function circuit(rules: Rules, { giverOf }: Matching, unmatched: number): TightGroup {
  const givers = [unmatched];
  const receivers: number[] = [];
  let unreached = Array.from({ length: rules.size }, (_, person) => person);
  for (const giver of givers) {
    unreached = unreached.filter((receiver) => {
      if (rules.forbids(giver, receiver)) return true;
      receivers.push(receiver);
      givers.push(giverOf[receiver]!);
      return false;
    });
  }
  // In the order of the people, not of the random search.
  return { givers: givers.sort((a, b) => a - b), receivers: receivers.sort((a, b) => a - b) };
}

/**
 * A smallest group with fewer than `bound` receivers, or undefined if there is none or the search
 * would be too long. Receivers are gathered giver by giver, for each number of receivers in turn;
 * givers without any other receiver belong to the group in any case.
 */
function smallerGroup(rules: Rules, bound: number): TightGroup | undefined {
  const choices = rules.choices();
  const candidates: number[] = [];
  choices.forEach((count, giver) => {
    if (count < bound) candidates.push(giver);
  });
  let work = GROUP_WORK - candidates.length * rules.size;
  if (work < 0) return undefined;
  candidates.sort((one, other) => choices[one]! - choices[other]!);
  const receiversOf = candidates.map((giver) => rules.receiversFor(giver));
  const receivers = new Set<number>();

  function search(from: number, limit: number): TightGroup | undefined {
    const members = candidates.filter((_, i) => {
      const those = receiversOf[i]!;
      work -= 1 + those.length;
      return those.every((receiver) => receivers.has(receiver));
    });
    if (members.length > receivers.size) {
      return { givers: members.slice(0, receivers.size + 1), receivers: [...receivers] };
    }
    for (let i = from; i < candidates.length && work > 0; i++) {
      const added = receiversOf[i]!.filter((receiver) => !receivers.has(receiver));
      work -= 1 + receiversOf[i]!.length;
      if (added.length === 0 || receivers.size + added.length > limit) continue;
      for (const receiver of added) receivers.add(receiver);
      const found = search(i + 1, limit);
      if (found) return found;
      for (const receiver of added) receivers.delete(receiver);
    }
    return undefined;
  }

  for (let limit = 0; limit < bound && work > 0; limit++) {
    const found = search(0, limit);
    if (found) return found;
  }
  return undefined;
}
