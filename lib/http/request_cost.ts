import type { GameSize } from "../game/operation.ts";

/** Numbers of people, and of exclusions and household members, that each cause the work of a small request. */
const UNIT = { people: 100, rules: 500 };

/**
 * The cost of a request that draws or shows a whole game, in small requests: 1 for a family or an office of a hundred,
 * 12 for a school of a thousand in classes, 50 for the largest possible body. At least 1.
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

/** Bytes of a body that cause the work of a small request, even if the body is refused. */
const BODY_UNIT = 6 * 1024;

/** The cost of reading a body with this many bytes, in small requests, at least 1. */
export function bodyCost(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / BODY_UNIT));
}

/**
 * The cost of a participant's request for a large game to their address. A thousand participants may share an address;
 * the cost is low enough for all of them to open their page within ten minutes.
 */
export const SHARED_COST = 2;

/**
 * The cost of showing a game to a participant or the public, who see none of its rules: `own` is charged to
 * the participant, `shared` to their address.
 */
export function readingCost(
  { participants }: Pick<GameSize, "participants">,
): { own: number; shared: number } {
  const own = requestCost({ participants, exclusions: [], oneWayExclusions: [], households: [] });
  return { own, shared: Math.min(own, SHARED_COST) };
}

/** The cost of drawing a preview picture, some 40 ms. */
export const PICTURE_COST = 10;

/** Number of links on a page, each with its message, that cause the work of a small request. */
const LINKS = 20;

/** The cost of a page with a link for each person, in small requests, at least 1. */
export function linksCost({ participants }: Pick<GameSize, "participants">): number {
  return Math.max(1, Math.floor(participants.length / LINKS));
}

/** Number of QR codes that cause the work of a small request. */
const CODES = 4;

/** The cost of a sheet with a QR code for each person, in small requests, at least 1. */
export function codesCost({ participants }: Pick<GameSize, "participants">): number {
  return Math.max(1, Math.floor(participants.length / CODES));
}
