import type { OrganizerView } from "../../game/view_schemas.ts";

/** Groups of participant ids that are kept apart: households, and the pairs that no household covers. */
export function groupsOf(
  { households, exclusions }: Pick<OrganizerView, "households" | "exclusions">,
): string[][] {
  return [...households, ...exclusions];
}

/** Counts the pairs of people who are kept apart, each once even if both are in several groups. */
export function countPairs(groups: readonly (readonly string[])[]): number {
  const companions = new Map<string, Set<string>>();
  for (const group of groups) {
    for (const member of group) {
      const known = companions.get(member) ?? new Set();
      companions.set(member, known);
      for (const other of group) known.add(other);
    }
  }
  const ends = [...companions.values()].reduce((sum, known) => sum + known.size - 1, 0);
  return ends / 2;
}
