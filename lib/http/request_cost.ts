import type { GameSize } from "../game/operation.ts";

/** So many people, or exclusions and members of households, are as much work as a small request. */
const UNIT = { people: 100, rules: 500 };

/**
 * What a request costs its client that draws, or shows, the whole of a game: in requests, at least 1. It is 1
 * for a family and an office of a hundred, 12 for a school of a thousand in classes, and 50 for the most
 * that a body may hold.
 */
export function requestCost(
  { participants, exclusions, oneWayExclusions, households }: GameSize,
): number {
  const members = households.reduce((sum, one) => sum + one.length, 0);
  const bans = oneWayExclusions?.length ??
    participants.reduce((sum: number, one) => sum + countBans(one), 0);
  const rules = exclusions.length + bans + members;
  const units = participants.length / UNIT.people + rules / UNIT.rules;
  return Math.max(1, Math.floor(units));
}

function countBans(participant: unknown): number {
  return typeof participant === "object" && participant !== null &&
      "oneWayExclusions" in participant && Array.isArray(participant.oneWayExclusions)
    ? participant.oneWayExclusions.length
    : 0;
}

/** Bytes of a body that are as much work as a small request, whether what is in it is refused or not. */
const BODY_UNIT = 6 * 1024;

/** The same for a body, by its length in bytes. */
export function bodyCost(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / BODY_UNIT));
}

/**
 * What a participant's look at a large game, or their change of it, costs the address that a thousand may share: so
 * little that all of them can open theirs within ten minutes.
 */
export const SHARED_COST = 2;

/**
 * What it costs to show a game to a participant or the public, who see none of its rules: `own` of what a participant
 * may ask by themselves, `shared` of what all at their address may.
 */
export function readingCost(
  { participants }: Pick<GameSize, "participants">,
): { own: number; shared: number } {
  const own = requestCost({ participants, exclusions: [], oneWayExclusions: [], households: [] });
  return { own, shared: Math.min(own, SHARED_COST) };
}

/** The same for a picture that is drawn, which takes some 40 ms. */
export const PICTURE_COST = 10;

/** Links on a page, each with its message to pass on, that are as much work as a small request. */
const LINKS = 20;

/** The same for a page with a link for each person. */
export function linksCost({ participants }: Pick<GameSize, "participants">): number {
  return Math.max(1, Math.floor(participants.length / LINKS));
}

/** Codes to draw that are as much work as a small request. */
const CODES = 4;

/** The same for a sheet that has a QR code for each person. */
export function codesCost({ participants }: Pick<GameSize, "participants">): number {
  return Math.max(1, Math.floor(participants.length / CODES));
}
