import { belowLarge, type Random } from "./random.ts";
import type { Rules } from "./rules.ts";
import type { Part } from "./sampling.ts";

/** Maximum number of open receivers: their sets are bits of small integers. */
const MOST_OPEN = 30;

/** One giver's stage, with sets of open receivers as bits. */
interface Stage {
  giver: number;
  /** The permitted receivers, by their bit at this stage. */
  choices: { bit: number; receiver: number }[];
  /** Receivers that no later giver may give to: all of them must be taken by now. */
  closing: number;
}

/**
 * Counts the ways in which the first givers can take each set of receivers, and then chooses from the last
 * giver back to the first in proportion (the permanent by dynamic programming). Returns null if that would
 * take more than `work` steps.
 *
 * A receiver is open only from the first giver who may give to them until the last. So there are few sets if
 * few pairs are permitted, or if they form a chain of any length.
 */
export function byCounting(
  rules: Rules,
  part: Part,
  random: Random,
  work = Infinity,
): number[] | null {
  const stages = stagesOf(rules, part);
  if (!stages) return null;
  /** Before each stage: the number of ways to each set of taken open receivers. */
  const waysBefore: Map<number, number>[] = [];
  let ways = new Map([[0, 1]]);
  let steps = 0;
  for (const [index, { choices, closing }] of stages.entries()) {
    waysBefore.push(ways);
    const added = ways.size * choices.length;
    steps += added;
    // If a quarter of the remaining stages with this many sets would exceed the work, give up.
    if (steps + added * (stages.length - 1 - index) / 4 > work) return null;
    const next = new Map<number, number>();
    let most = 0;
    for (const [taken, count] of ways) {
      for (const { bit } of choices) {
        const set = taken | bit;
        if (set === taken || (set & closing) !== closing) continue;
        const sum = (next.get(set ^ closing) ?? 0) + count;
        next.set(set ^ closing, sum);
        if (sum > most) most = sum;
      }
    }
    // Only proportions matter: large counts are scaled, and are no longer integers then.
    if (most > 1e200) { for (const [set, count] of next) next.set(set, count / most); }
    ways = next;
  }

  const receiverOf = new Map<number, number>();
  let set = 0;
  for (const [index, { giver, choices, closing }] of [...stages.entries()].reverse()) {
    set |= closing;
    const before = choices
      .filter(({ bit }) => (set & bit) !== 0)
      .map((one) => ({ ...one, count: waysBefore[index]!.get(set ^ one.bit) ?? 0 }))
      .filter(({ count }) => count > 0);
    let choice = below(before.reduce((sum, { count }) => sum + count, 0), random);
    const chosen = before.find(({ count }) => (choice -= count) < 0) ?? before.at(-1);
    if (!chosen) throw new Error("Cannot count draws: there is none");
    set ^= chosen.bit;
    receiverOf.set(giver, chosen.receiver);
  }
  return part.givers.map((giver) => receiverOf.get(giver)!);
}

/** A uniform number in [0, total): an integer if the total is an exact count. */
function below(total: number, random: Random): number {
  return Number.isSafeInteger(total)
    ? belowLarge(total, random)
    : belowLarge(2 ** 53, random) / 2 ** 53 * total;
}

/**
 * Orders the givers so that few receivers are open: the next one has the fewest new receivers. Null if too
 * many are open at a time.
 */
function stagesOf(rules: Rules, { givers, receivers }: Part): Stage[] | null {
  const count = givers.length;
  const choices: number[][] = givers.map(() => []);
  const giversOf: number[][] = givers.map(() => []);
  for (let giver = 0; giver < count; giver++) {
    for (let receiver = 0; receiver < count; receiver++) {
      if (rules.forbids(givers[giver]!, receivers[receiver]!)) continue;
      choices[giver]!.push(receiver);
      giversOf[receiver]!.push(giver);
    }
    if (choices[giver]!.length > MOST_OPEN) return null;
  }
  /** For each giver, the choices that are not open yet; for each receiver, the remaining givers. */
  const fresh = choices.map(({ length }) => length);
  const left = giversOf.map(({ length }) => length);
  const bitOf = new Int32Array(receivers.length);
  const waiting = new Set(givers.keys());
  let unused = 2 ** MOST_OPEN - 1;

  const stages: Stage[] = [];
  while (waiting.size > 0) {
    let next = -1;
    for (const giver of waiting) {
      if (next === -1 || fresh[giver]! < fresh[next]!) next = giver;
    }
    waiting.delete(next);
    let closing = 0;
    for (const receiver of choices[next]!) {
      if (bitOf[receiver] === 0) {
        if (unused === 0) return null;
        bitOf[receiver] = unused & -unused;
        unused &= unused - 1;
        for (const giver of giversOf[receiver]!) fresh[giver]!--;
      }
      if (--left[receiver]! === 0) closing |= bitOf[receiver]!;
    }
    stages.push({
      giver: givers[next]!,
      choices: choices[next]!.map((index) => ({ bit: bitOf[index]!, receiver: receivers[index]! })),
      closing,
    });
    unused |= closing;
  }
  return stages;
}
