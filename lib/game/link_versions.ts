import type { Game } from "./types.ts";

/**
 * A restored game goes on at least this many versions of links and numbers of people later: since the backup its
 * source may have given the next ones, and whoever holds such a link would open another’s place.
 */
export const SKIPPED_LINKS = 10_000;

/**
 * A version of a link of this game that was never given. What a restore has skipped is in the organizer’s reserved
 * version, and goes for all links.
 */
export function nextVersion(
  { organizerTokenReserved }: Pick<Game, "organizerTokenReserved">,
  version: number,
): number {
  const skipped = organizerTokenReserved - organizerTokenReserved % SKIPPED_LINKS;
  return Math.max(version, skipped) + 1;
}
