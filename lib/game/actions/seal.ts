import { z } from "zod";
import { findParticipant } from "../access.ts";
import { claimIssuedSchema, claimsIssuedSchema, handedOverSchema } from "../action_answers.ts";
import { hasOpened } from "../assignments.ts";
import { changeEach, changeParticipant, withoutEvents } from "../changes.ts";
import {
  CLAIMED_LINK_ENDED,
  hasHadNoLink,
  mayBeClaimed,
  stateOfClaim,
  wasOpenedByKeeperAlone,
  wentNowhere,
} from "../claims.ts";
import { GameError } from "../errors.ts";
import { participantId, token } from "../fields.ts";
import { addressKey } from "../identity.ts";
import { hasKeeper, keptNow, stillApart, wasEndedByClaim } from "../keepers.ts";
import { nextVersion } from "../link_versions.ts";
import { memberByNumber } from "../members.ts";
import { KEEPS_PAIRS, operation, organizerBody, SECRET } from "../operation.ts";
import { withoutSender } from "../parcels.ts";
import { isRevealBlocked, pairsHiddenFromOrganizer } from "../seal.ts";
import { hasOpenedMail } from "../senders.ts";
import type { Change, DecisionContext, Game, GameEvent, Participant } from "../types.ts";

const issueBody = organizerBody("issueClaim", {
  participantId: participantId.optional().describe(
    "Without it: all who have no address, and no link that opens their place",
  ),
});

export const issueClaimRow = operation(issueBody, {
  by: { organizer: issueClaim },
  ...KEEPS_PAIRS,
  answers: [claimIssuedSchema, claimsIssuedSchema],
  refusals: ["NOT_SEALED"],
});

export const breakSealRow = operation(organizerBody("breakSeal", {}), {
  by: { organizer: breakSeal },
  ...KEEPS_PAIRS,
  refusals: ["NOT_SEALED"],
});

const claimBody = z.object({
  action: z.literal("claimPlace"),
  claimToken: token.optional().describe("The end of the claim's link"),
});

export const claimPlaceRow = operation(claimBody, {
  by: { claiming: claimPlace },
  ...KEEPS_PAIRS,
  refusals: ["CLAIM_ENDED", "KEY_REUSED"],
});

const handoverBody = z.object({
  action: z.literal("agreeHandover"),
  participantToken: token.optional().describe(
    "Of the link that opened the gift or, where none is locked, entered the wishes or the address, and has ended since; " +
      "may also come as the header x-participant-token",
  ),
});

export const agreeHandoverRow = operation(handoverBody, {
  by: { formerHolder: null },
  ...SECRET,
  answers: [handedOverSchema],
});

/** Value of `revealBlockedForTokenVersion` if no one has a link that opened the gift and could agree. */
export const NOBODY = 0;

/**
 * Replaces a link in a sealed game by one that another person may hold: a gift opened with the old link stays
 * locked for the new one, and so do kept gifts.
 */
export function withhold(
  game: Pick<Game, "participants" | "organizerTokenReserved">,
  participant: Participant,
): Pick<
  Participant,
  "tokenVersion" | "revealBlockedForTokenVersion" | "viewedAt" | "isEmailProved" | "keeps"
> {
  const { tokenVersion, viewedAt, firstViewedAt, keeps } = participant;
  const hadNoLink = hasHadNoLink(participant) || wentNowhere(participant);
  const opener = hadNoLink ? NOBODY : tokenVersion;
  const lockedFor = participant.revealBlockedForTokenVersion ??
    (wasEverOpened(participant) ? opener : null);
  // An earlier permission after a claim was meant for the holder of the former link.
  const opened = new Set(
    game.participants.flatMap((one) =>
      wasEverOpened(one) || wasEndedByClaim(one) ? one.number : []
    ),
  );
  return {
    tokenVersion: nextVersion(game, tokenVersion),
    revealBlockedForTokenVersion: lockedFor,
    // It counts as opened even if a draw has moved its former holder: the holder of the later link sees this time.
    viewedAt: lockedFor === null ? viewedAt : firstViewedAt ?? viewedAt,
    isEmailProved: false,
    keeps: keeps.filter((number) => !opened.has(number)),
  };
}

/**
 * True if a participant has opened this or an earlier gift. Whether a later link finds the gift locked must not depend
 * on whether the latest draw changed it: the organizer would learn who kept their receiver.
 */
function wasEverOpened(participant: Participant): boolean {
  return participant.firstViewedAt !== null || hasOpened(participant);
}

/**
 * The block for a newcomer who takes over a place with a link of their own: the leaver cannot agree any more,
 * so the gift stays locked until the next draw.
 */
export function blockedForNewcomer(game: Game, leaver: Participant): number | null {
  const isOpened = leaver.revealBlockedForTokenVersion !== null || wasEverOpened(leaver);
  return pairsHiddenFromOrganizer(game) && isOpened ? NOBODY : null;
}

/**
 * Locks gifts that a participant no longer keeps, and that only keepers have opened: their page names the other keepers
 * alone, so the lock is the only trace that this one has looked.
 *
 * @param kept numbers of those whom the participant still keeps.
 */
export function lockedAfterKeeping(
  game: Game,
  { keeps }: Participant,
  kept: readonly number[] = [],
): Game {
  if (!pairsHiddenFromOrganizer(game)) return game;
  const lost = keeps.filter((number) => !kept.includes(number));
  return changeEach(
    game,
    (one) =>
      lost.includes(one.number) && wasOpenedByKeeperAlone(one) && wasEverOpened(one)
        ? { revealBlockedForTokenVersion: NOBODY }
        : null,
  );
}

/** Changes for a link that goes to no one: a claim that was used no longer opens the place. */
function withoutUsedClaim(one: Participant): Partial<Participant> {
  return {
    ...one.claimOpenedAt !== null && { claimIssuedAt: null, claimOpenedAt: null },
    ...mayBeClaimed(one) && { keepersAllowedForTokenVersion: CLAIMED_LINK_ENDED },
  };
}

/** Issues claim links; earlier ones end. */
export function issueClaim(
  game: Game,
  { participantId }: z.infer<typeof issueBody>,
  { now, hasMail = true }: DecisionContext,
): Change {
  const sendsMails = game.sendEmails && hasMail;
  const chosen = participantId === undefined
    ? game.participants.filter((one) => lacksLink(one, sendsMails, now))
    : [findParticipant(game, participantId)];
  if (!pairsHiddenFromOrganizer(game)) throw new GameError("NOT_SEALED");
  chosen.forEach(requireNotErased);
  const numbers = new Set(chosen.map(({ number }) => number));
  return {
    game: changeEach(game, (one) =>
      !numbers.has(one.number) ? null : {
        claimVersion: nextVersion(game, one.claimVersion),
        claimIssuedAt: now.toISOString(),
        claimOpenedAt: null,
        // An instance of an earlier release leaves no mark of a used claim.
        keepersAllowedForTokenVersion: one.keepersAllowedForTokenVersion ??
          (one.claimOpenedAt === null ? null : NOBODY),
      }),
    events: chosen.map(({ number }) => ({ type: "claimIssued", participant: number })),
    issued: { participantId },
  };
}

/**
 * @throws {GameError} 404 for a participant who has erased their data: no one holds this place any more, so the
 * organizer could take it unnoticed, and have the giver send a parcel, or open a wish, that tells the pair. A
 * replacement is allowed, because it changes the name that the giver sees.
 */
function requireNotErased({ erasedAt }: Participant): void {
  if (erasedAt !== null) throw new GameError("PARTICIPANT_NOT_FOUND");
}

/**
 * True if a participant of a sealed game has no way to their place: no address that gets mails, no link with which they
 * joined or opened their gift, and no claim that is open or was used. A gift that only a keeper opened took no link.
 *
 * @param sendsMails true if this game, on this service, sends mails at all.
 */
export function lacksLink(one: Participant, sendsMails: boolean, now: Date): boolean {
  const claim = stateOfClaim(one, now);
  const isMailed = sendsMails && one.email !== null;
  const hasOpened = one.firstViewedAt !== null && !wentNowhere(one) && !wasOpenedByKeeperAlone(one);
  return !isMailed && !one.isEmailProved && one.erasedAt === null && !hasOpened &&
    claim !== "open" && claim !== "opened";
}

/**
 * A participant takes their place with its claim, which ends together with the former link. In a game that is still
 * sealed the address is removed: the organizer may have entered one of their own, and each mail would carry the new link.
 */
export function claimPlace(game: Game, participant: Participant, { now }: DecisionContext): Change {
  const claimOpenedAt = claimingAt(game, participant, now);
  if (!pairsHiddenFromOrganizer(game)) {
    const tokenVersion = nextVersion(game, participant.tokenVersion);
    const events = participant.email === null ? [] : [linkRenewed(participant)];
    return changeParticipant(game, participant, { tokenVersion, claimOpenedAt }, events);
  }
  const unopened = { viewedAt: null, firstViewedAt: null, receiverChange: null };
  // The page names a present keeper. Of a former one, whom the organizer may have invented, only the lock tells.
  const isKept = wasOpenedByKeeperAlone(participant) && hasKeeper(game, participant) &&
    !isRevealBlocked(game, participant);
  const seen = isKept ? unopened : {};
  const change = replaceLink(game, { ...participant, ...seen }, {
    ...seen,
    ...hasHadNoLink(participant) && { keeps: keptAfterFirstLink(game, participant) },
    email: null,
    claimOpenedAt,
    keepersAllowedForTokenVersion: NOBODY,
  }, addressGone(game, participant));
  return withMessagesSoFar(change, participant);
}

/**
 * Returns the time to store for a claim. It is after any stored opening or draw, whose time another clock may have
 * given.
 */
function claimingAt(
  { lastDrawnAt }: Pick<Game, "lastDrawnAt">,
  { firstViewedAt }: Participant,
  now: Date,
): string {
  const after = [firstViewedAt, lastDrawnAt].map((at) => at === null ? 0 : Date.parse(at) + 1);
  return new Date(Math.max(now.getTime(), ...after)).toISOString();
}

/**
 * Moves the messages that were written to a participant without a link to their first link. Before they open the gift,
 * nothing may show that there are any: the pages see to that. Nothing moves if the gift was opened and becomes locked
 * for the new link: the person who opened it may also have read and written messages.
 *
 * @param change that gives them a link.
 * @param before the same participant before it.
 */
function withMessagesSoFar(change: Change, before: Participant): Change {
  const { id, number, tokenVersion: from } = before;
  const { tokenVersion: to, revealBlockedForTokenVersion } = findParticipant(change.game, id);
  const isLockedNow = revealBlockedForTokenVersion !== before.revealBlockedForTokenVersion;
  if (!hasHadNoLink(before) || isLockedNow) return change;
  return { ...change, renewal: { participant: number, from, to, isMessagesAlone: true } };
}

/** The kept people after the first link of a place, which replaces no other: all whose keeping no claim has ended. */
function keptAfterFirstLink(game: Game, { keeps }: Participant): number[] {
  const find = memberByNumber(game, (one) => one);
  return keeps.filter((number) => !wasEndedByClaim(find(number)));
}

/** Replaces a link in a sealed game by one that another person may hold: see `withhold` and `withoutSender`. */
function replaceLink(
  game: Game,
  participant: Participant,
  patch: Partial<Participant>,
  events: GameEvent[],
): Change {
  const replaced = { ...withhold(game, participant), ...patch };
  const left = lockedAfterKeeping(withoutSender(game, participant), participant, replaced.keeps);
  const change = changeParticipant(left, participant, replaced, events);
  return { ...change, game: stillApart(game, change.game) };
}

/**
 * The holder of a former link agrees to show the holder of the current link what they opened or entered with it: the
 * gift, if it is locked, and the address. An address that another link entered stays hidden: the organizer may hold the
 * two later links.
 *
 * @param version of the former link, from a `findFormerHolder` result that is asked.
 */
export function agreeHandover(game: Game, participant: Participant, version: number): Game {
  const { addressTokenVersion, tokenVersion } = participant;
  return changeParticipant(game, participant, {
    revealBlockedForTokenVersion: null,
    ...addressTokenVersion === version && { addressTokenVersion: tokenVersion },
  }).game;
}

/** The organizer sees the pairs from now on, and everyone is notified. Permanent. */
export function breakSeal(game: Game, _: unknown, { now }: DecisionContext): Change {
  if (!game.isSealed) throw new GameError("NOT_SEALED");
  if (!pairsHiddenFromOrganizer(game)) return withoutEvents(game);
  const find = memberByNumber(game, (one) => one);
  const opened = changeEach(game, (one) => ({
    // Drops those that a claim has ended: from now on no one can allow them again.
    keeps: keptNow(game, one, find).map(({ number }) => number),
    keepersAllowedForTokenVersion: null,
    revealBlockedForTokenVersion: null,
    // From now on the organizer has everyone's link, and these were entered under the promise of the seal.
    postalAddress: null,
    addressTokenVersion: 0,
    parcels: [],
    parcelArrivedAt: null,
  }));
  // Earlier games were sealed, too: visible draws that avoid their pairs would reveal them.
  const memory: Game["memory"] = [];
  return {
    game: { ...stillApart(game, opened), sealBrokenAt: now.toISOString(), memory },
    events: [{ type: "sealBroken" }],
  };
}

/**
 * The organizer of a sealed game renews a participant's link, which is only ever sent to their address. A gift that
 * they have opened stays locked for the new link until the holder of the old one agrees. Without an address, a claim
 * that was used no longer opens the place.
 */
export function renewLinkSealed(game: Game, participant: Participant): Change {
  requireNotErased(participant);
  const events = participant.email === null ? [] : [linkRenewed(participant)];
  const patch = participant.email === null ? withoutUsedClaim(participant) : {};
  return replaceLink(game, participant, patch, events);
}

/**
 * The organizer changes a participant's address: their link ends, the new one is sent to the new address, and
 * the old address is notified.
 */
export function changeAddressSealed(
  game: Game,
  participant: Participant,
  email: string | undefined,
): Change {
  if (email === undefined) return withoutEvents(game);
  const address = email || null;
  if (addressKey(participant.email ?? "") === addressKey(email)) {
    return changeParticipant(game, participant, { email: address });
  }
  requireNotErased(participant);
  const patch = { email: address, ...address === null && withoutUsedClaim(participant) };
  const change = replaceLink(game, participant, patch, [
    ...addressGone(game, participant),
    ...address === null ? [] : [linkEntered(participant)],
  ]);
  return withMessagesSoFar(change, participant);
}

/** The event that a participant's address, if they had one, is no longer theirs. */
export function addressGone(game: Game, one: Participant): GameEvent[] {
  const { number, name, email, language } = one;
  if (email === null) return [];
  return [{
    type: "addressChanged",
    participant: number,
    name,
    email,
    language: language ?? game.language,
    ...hasOpenedMail(one) && { wasProved: true },
  }];
}

/** The mail for a new address: a welcome with the first link, unless another device has opened the gift. */
function linkEntered(participant: Participant): GameEvent {
  const { number, viewedAt } = participant;
  return hasHadNoLink(participant) && viewedAt === null
    ? { type: "addressEntered", participant: number, wasMailed: true }
    : linkRenewed(participant);
}

/** Sent even if the game sends no automatic mails: there is no other way to the new link. */
export function linkRenewed({ number }: Participant): GameEvent {
  return { type: "participantLinkRenewed", participant: number, wasMailed: true };
}
