import { GameError } from "./errors.ts";
import { FIRST_VERSION, type Tokens } from "./tokens.ts";
import type { Game, Participant } from "./types.ts";

/** How long a claim is valid. */
const CLAIM_DAYS = 30;
const DAY = 86_400_000;

/** How many ended claims and links of a place are recognized, to say that they have ended. */
const KNOWN_AGAIN = 3;

/** State of the latest claim link of a place. */
export type ClaimState = "none" | "open" | "opened" | "expired";

export function stateOfClaim(
  { claimIssuedAt, claimOpenedAt }: Pick<Participant, "claimIssuedAt" | "claimOpenedAt">,
  now: Date,
): ClaimState {
  if (claimIssuedAt === null) return "none";
  if (claimOpenedAt !== null) return "opened";
  return now.toISOString() < endOfClaim(claimIssuedAt) ? "open" : "expired";
}

/**
 * True if a claim of this place was used: the latest one or, as far as known, an earlier one. Versions that a restore
 * has skipped count as earlier ones.
 */
export function mayBeClaimed(
  { claimOpenedAt, claimVersion, tokenVersion }: Pick<
    Participant,
    "claimOpenedAt" | "claimVersion" | "tokenVersion"
  >,
): boolean {
  return claimOpenedAt !== null || (claimVersion > 1 && tokenVersion > FIRST_VERSION);
}

/**
 * True if a former link has ended, and the one that replaced it went to no one: the place has no address, and no claim
 * of it is used. Concerns sealed games, in which only a claim opens such a place.
 */
export function wentNowhere(
  { email, isEmailProved, claimOpenedAt, tokenVersion }: Pick<
    Participant,
    "email" | "isEmailProved" | "claimOpenedAt" | "tokenVersion"
  >,
): boolean {
  return email === null && !isEmailProved && claimOpenedAt === null && tokenVersion > FIRST_VERSION;
}

/** When a claim expires. ISO 8601, UTC. */
export function endOfClaim(claimIssuedAt: string): string {
  return new Date(Date.parse(claimIssuedAt) + CLAIM_DAYS * DAY).toISOString();
}

/** The participant a claim is for, and whether it is still valid. */
export interface Claim {
  participant: Participant;
  /** `none`: replaced by a later one. */
  state: ClaimState;
}

/** @throws {GameError} 401 without a token, 403 if it never was a claim of this game. */
export function findClaim(
  game: Game,
  given: string | undefined,
  tokens: Tokens,
  now: Date,
): Claim {
  if (!given) throw new GameError("TOKEN_REQUIRED", { which: "claim" });
  let found: Claim | undefined;
  for (const participant of game.participants) {
    const { number, claimVersion } = participant;
    for (let age = 0; age <= KNOWN_AGAIN && age < claimVersion; age++) {
      if (tokens.isClaim(game, { number, claimVersion: claimVersion - age }, given)) {
        found = { participant, state: age === 0 ? stateOfClaim(participant, now) : "none" };
      }
    }
  }
  if (!found) throw new GameError("INVALID_TOKEN");
  return found;
}

/** A participant of a sealed game whose link was replaced. */
export interface FormerHolder {
  participant: Participant;
  /** True if the gift they opened stays locked until they agree. */
  isAsked: boolean;
}

/** The participant whose former link this is; null if unknown. */
export function findFormerHolder(
  game: Game,
  given: string,
  tokens: Tokens,
): FormerHolder | null {
  let found: FormerHolder | null = null;
  for (const participant of game.participants) {
    const { number, tokenVersion: present, revealBlockedForTokenVersion } = participant;
    const known = Array.from({ length: KNOWN_AGAIN }, (_, age) => present - 1 - age);
    for (const tokenVersion of new Set([...known, revealBlockedForTokenVersion ?? 0])) {
      if (tokenVersion > 0 && tokens.isParticipant(game, { number, tokenVersion }, given)) {
        found = { participant, isAsked: tokenVersion === revealBlockedForTokenVersion };
      }
    }
  }
  return found;
}
