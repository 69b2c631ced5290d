/** A pair of giver and receiver. */
export interface Pair {
  giverId: string;
  receiverId: string;
}

/**
 * Orders pairs so that each receiver is the next giver, until a cycle closes; the longest cycle comes last.
 *
 * @param ownId id of a person whose cycle comes first, beginning with the pair in which they receive
 */
export function inChains(pairs: readonly Pair[], ownId?: string): Pair[] {
  const byGiver = new Map(pairs.map((pair) => [pair.giverId, pair]));
  const chains: Pair[][] = [];
  const toOwn = pairs.filter(({ receiverId }) => receiverId === ownId);
  for (const { giverId } of [...toOwn, ...pairs]) {
    const chain: Pair[] = [];
    for (let next = byGiver.get(giverId); next; next = byGiver.get(next.receiverId)) {
      byGiver.delete(next.giverId);
      chain.push(next);
    }
    if (chain.length > 0) chains.push(chain);
  }
  const own = chains.splice(0, toOwn.length);
  return [...own, ...chains.toSorted((one, other) => one.length - other.length)].flat();
}
