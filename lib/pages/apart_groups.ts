import type { OrganizerView } from "../game/views.ts";

/** Groups of participant ids that are kept apart: households, and the pairs that no household covers. */
export function groupsOf(
  { households, exclusions }: Pick<OrganizerView, "households" | "exclusions">,
): string[][] {
  const inHousehold = households.map((members) => new Set(members));
  const pairs = exclusions.filter(([a, b]) =>
    !inHousehold.some((members) => members.has(a) && members.has(b))
  );
  return [...households, ...pairs];
}
