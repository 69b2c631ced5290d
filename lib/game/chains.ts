/** A pair of giver and receiver. */
export interface Pair {
  giverId: string;
  receiverId: string;
}

/** Orders pairs so that each receiver is the next giver, until a cycle closes; the longest cycle comes last. */
export function inChains(pairs: readonly Pair[]): Pair[] {
  const byGiver = new Map(pairs.map((pair) => [pair.giverId, pair]));
  const chains: Pair[][] = [];
  for (const { giverId } of pairs) {
    const chain: Pair[] = [];
    for (let next = byGiver.get(giverId); next; next = byGiver.get(next.receiverId)) {
      byGiver.delete(next.giverId);
      chain.push(next);
    }
    if (chain.length > 0) chains.push(chain);
  }
  return chains.toSorted((one, other) => one.length - other.length).flat();
}
