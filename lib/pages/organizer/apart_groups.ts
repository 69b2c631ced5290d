import type { OrganizerView } from "../../game/view_schemas.ts";

/** Groups of participant ids that are kept apart: households, and the pairs that no household covers. */
export function groupsOf(
  { households, exclusions }: Pick<OrganizerView, "households" | "exclusions">,
): string[][] {
  return [...households, ...exclusions];
}
