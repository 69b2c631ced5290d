import type { Game } from "./types.ts";

/**
 * A restored game skips at least this many link versions and participant numbers: since the backup its source may have
 * issued the next ones, and such a link would open someone else’s place.
 */
export const SKIPPED_LINKS = 10_000;

/**
 * Returns a version that no link of this game has had. The organizer’s reserved version records what a restore skipped,
 * for all links.
 */
export function nextVersion(
  { organizerTokenReserved }: Pick<Game, "organizerTokenReserved">,
  version: number,
): number {
  const skipped = organizerTokenReserved - organizerTokenReserved % SKIPPED_LINKS;
  return Math.max(version, skipped) + 1;
}
