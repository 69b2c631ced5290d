import type { Game } from "./types.ts";

/**
 * A restored game skips at least this many link versions and participant numbers: since the backup its source may have
 * issued the next ones, and such a link would open someone else’s place.
 */
export const SKIPPED_LINKS = 10_000;

type Restored = Pick<Game, "organizerTokenReserved">;

/** Returns a version that no link of this game has had. */
export function nextVersion(game: Restored, version: number): number {
  return Math.max(version, skippedVersions(game)) + 1;
}

/** The versions that restores have skipped. The organizer’s reserved version records them for all links and lists. */
export function skippedVersions({ organizerTokenReserved }: Restored): number {
  return organizerTokenReserved - organizerTokenReserved % SKIPPED_LINKS;
}
