import type { Rules } from "./rules.ts";

/**
 * Splits givers into parts that can exchange receivers only among themselves: however `givers` are matched with the
 * receivers they have together, each part keeps its receivers.
 *
 * These are the strongly connected components of the graph that leads from a giver to everyone whose receiver they
 * might have instead (Dulmage & Mendelsohn 1958), found by two traversals (Sharir 1981).
 */
export function independentParts(
  rules: Rules,
  givers: readonly number[],
  receiverOf: ArrayLike<number>,
): number[][] {
  const wants = (one: number, other: number) =>
    !rules.forbids(givers[one]!, receiverOf[givers[other]!]!);
  const order = forest(givers.keys(), givers.length, wants).flat();
  return forest(order.reverse(), givers.length, (one, other) => wants(other, one))
    .map((tree) => tree.map((index) => givers[index]!));
}

/**
 * The trees of a depth-first traversal of the graph over 0 to count - 1, each in the order in which
 * their nodes are left. Nodes already visited are skipped at once, through a union-find structure.
 */
function forest(
  roots: Iterable<number>,
  count: number,
  leads: (from: number, to: number) => boolean,
): number[][] {
  const next = Int32Array.from({ length: count + 1 }, (_, node) => node);
  function unvisitedFrom(node: number): number {
    while (next[node] !== node) node = next[node] = next[next[node]!]!;
    return node;
  }
  const visit = (node: number) => {
    next[node] = node + 1;
    return { node, cursor: 0 };
  };

  const trees: number[][] = [];
  for (const root of roots) {
    if (next[root] !== root) continue;
    const tree: number[] = [];
    const path = [visit(root)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const to = unvisitedFrom(top.cursor);
      if (to === count) {
        tree.push(top.node);
        path.pop();
      } else {
        top.cursor = to + 1;
        if (leads(top.node, to)) path.push(visit(to));
      }
    }
    trees.push(tree);
  }
  return trees;
}
