import { GameError } from "./errors.ts";
import { SKIPPED_LINKS } from "./link_versions.ts";
import { FIRST_VERSION, type Tokens } from "./tokens.ts";
import type { Game, Participant } from "./types.ts";

/** How long a claim is valid. */
const CLAIM_DAYS = 30;
const DAY = 86_400_000;

/** How many former claims and links of a place are recognized, to tell their holders that they have ended. */
const KNOWN_AGAIN = 3;

/** State of the latest claim link of a place. */
type ClaimState = "none" | "open" | "opened" | "expired";

export function stateOfClaim(
  { claimIssuedAt, claimOpenedAt }: Pick<Participant, "claimIssuedAt" | "claimOpenedAt">,
  now: Date,
): ClaimState {
  if (claimIssuedAt === null) return "none";
  if (claimOpenedAt !== null) return "opened";
  return now.toISOString() < endOfClaim(claimIssuedAt) ? "open" : "expired";
}

/**
 * True if a claim of this place was used, the latest or an earlier one. An earlier one has left its mark in
 * `keepersAllowedForTokenVersion`; a migration added the mark to claims that were used under earlier releases.
 */
export function mayBeClaimed(
  { claimOpenedAt, keepersAllowedForTokenVersion }: Pick<
    Participant,
    "claimOpenedAt" | "keepersAllowedForTokenVersion"
  >,
): boolean {
  return claimOpenedAt !== null || keepersAllowedForTokenVersion !== null;
}

/**
 * Value of `keepersAllowedForTokenVersion` if a claim was used, its link has ended since, and the new link went to no
 * one. The next claim that is used replaces this value.
 */
export const CLAIMED_LINK_ENDED = -1;

/**
 * True if a link has ended and the new one went to no one: the place has no address, and no claim opens it. Concerns
 * sealed games, in which only a claim opens such a place.
 */
export function wentNowhere(one: Participant): boolean {
  const { email, isEmailProved, keepersAllowedForTokenVersion, tokenVersion } = one;
  // A later claim does not end the link until it is used.
  const isClaimed = mayBeClaimed(one) && keepersAllowedForTokenVersion !== CLAIMED_LINK_ENDED;
  return email === null && !isEmailProved && !isClaimed && tokenVersion > FIRST_VERSION;
}

/** True if a participant of a sealed game has never had a link, unlike one who joined. */
export function hasHadNoLink({ email, isEmailProved, tokenVersion }: Participant): boolean {
  return email === null && !isEmailProved && tokenVersion === FIRST_VERSION;
}

/** True if only a keeper can have opened the gift: its person has never had a link, nor opened it in the room. */
export function wasOpenedByKeeperAlone(one: Participant): boolean {
  const { openedInRoomAt, firstViewedAt, firstConfirmedAt } = one;
  // A gift that was opened in the room before the latest full draw was another one.
  const wasInRoom = openedInRoomAt !== null && openedInRoomAt === firstViewedAt;
  return hasHadNoLink(one) && !wasInRoom && firstConfirmedAt === null;
}

/** When a claim expires. ISO 8601, UTC. */
export function endOfClaim(claimIssuedAt: string): string {
  return new Date(Date.parse(claimIssuedAt) + CLAIM_DAYS * DAY).toISOString();
}

/** The former versions that are recognized: the latest and, shortly after a gap that a restore left, the first. */
function versionsBefore(present: number): number[] {
  const latest = Array.from({ length: KNOWN_AGAIN }, (_, age) => present - 1 - age);
  const sinceGap = present % SKIPPED_LINKS;
  if (present < SKIPPED_LINKS || sinceGap > KNOWN_AGAIN) return latest;
  return [...latest, ...Array.from({ length: KNOWN_AGAIN }, (_, index) => index + 1)];
}

/** The participant a claim is for, and whether it is still valid. */
export interface Claim {
  participant: Participant;
  /** `none`: replaced by a later one, or ended together with its link or its person's data. */
  state: ClaimState;
}

/** @throws {GameError} 401 without a token, 403 if it is not a current or recently ended claim of this game. */
export function findClaim(
  game: Game,
  given: string | undefined,
  tokens: Tokens,
  now: Date,
): Claim {
  if (!given) throw new GameError("TOKEN_REQUIRED", { which: "claim" });
  let found: Claim | undefined;
  for (const participant of game.participants) {
    const { number, claimVersion: present } = participant;
    for (const claimVersion of [present, ...versionsBefore(present)]) {
      if (claimVersion > 0 && tokens.isClaim(game, { number, claimVersion }, given)) {
        const isPresent = claimVersion === present && participant.erasedAt === null;
        found = { participant, state: isPresent ? stateOfClaim(participant, now) : "none" };
      }
    }
  }
  if (!found) throw new GameError("INVALID_TOKEN");
  return found;
}

/** A participant of a sealed game whose link was replaced. */
export interface FormerHolder {
  participant: Participant;
  /** Version of the former link. */
  version: number;
  /** True if this holder is asked: until they agree, the current link does not show what they opened or entered. */
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
    const { number, tokenVersion: present } = participant;
    const asked = askedVersions(game, participant);
    // While no one has the current link, consent would be lost: the next link finds the gift locked again.
    const mayAgree = !wentNowhere(participant);
    for (const version of new Set([...versionsBefore(present), ...asked])) {
      if (version <= 0 || version >= present) continue;
      if (tokens.isParticipant(game, { number, tokenVersion: version }, given)) {
        found = { participant, version, isAsked: mayAgree && asked.includes(version) };
      }
    }
  }
  return found;
}

/**
 * Versions of the links whose holders are asked to hand over: of a locked gift, only the link that opened it, because
 * the organizer may hold a later one; otherwise those that entered the postal address and the wish list.
 */
function askedVersions(
  { wishLists }: Pick<Game, "wishLists">,
  { number, postalAddress, addressTokenVersion, revealBlockedForTokenVersion }: Participant,
): number[] {
  if (revealBlockedForTokenVersion !== null) return [revealBlockedForTokenVersion];
  return [
    ...postalAddress === null ? [] : [addressTokenVersion],
    ...wishLists.flatMap(({ participant, count, version }) =>
      participant === number && count > 0 ? [version] : []
    ),
  ];
}
