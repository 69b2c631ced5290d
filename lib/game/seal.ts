import { mayBeClaimed } from "./claims.ts";
import type { Game, MailKind, Participant } from "./types.ts";

/**
 * True if nothing about the pairs may reach the organizer, who takes part: the one rule for views, pages,
 * mails and previews. What they get must not depend on the pairs, before and after each change.
 */
export function pairsHiddenFromOrganizer({ isSealed, sealBrokenAt }: Sealable): boolean {
  return isSealed && sealBrokenAt === null;
}

/** True if a change of the rules redraws all names, so that it tells the organizer nothing. */
export function redrawsAll(game: Sealable & Pick<Game, "isGathering">): boolean {
  return pairsHiddenFromOrganizer(game) && !game.isGathering;
}

export type Sealable = Pick<Game, "isSealed" | "sealBrokenAt">;

/**
 * Kinds of mail whose recipients do not depend on the pairs. The organizer of a sealed game sees the state of
 * these only: any other mail shows who was moved, or a pair. A new kind is hidden until it is
 * listed here.
 */
export const MAILS_VISIBLE_WHEN_SEALED: readonly MailKind[] = [
  "organizerWelcome",
  "assignment",
  "invitation",
  "joined",
  "reminder",
  "detailsChanged",
  "reassignmentRequested",
  "assignmentConfirmed",
  "everyoneConfirmed",
  "participantLinkRenewed",
  "gameArchived",
  "organizerLinkRenewed",
  "organizerRecovery",
  "participantRecovery",
  "eventNear",
  "mailBounced",
  "claimIssued",
  "sealBroken",
  "finaleStarted",
];

/**
 * Kinds of mail about a receiver who changed. The organizer of an open game may see one that the address's own server
 * refused, since the person has not heard of it then, and nothing else of them.
 */
export const MAILS_ABOUT_MOVES: readonly MailKind[] = [
  "receiverChanged",
  "reassignmentApproved",
  "keptChanged",
];

/**
 * Kinds of mail about a gift that was drawn anew, or could not be: which ones go depends on the pairs. In a sealed game
 * they wait for a random time, since whoever replaces someone at the table would see their giver's phone light up.
 */
export const MAILS_ABOUT_PAIRS: readonly MailKind[] = [
  ...MAILS_ABOUT_MOVES,
  "reassignmentDeclined",
];

/**
 * Kinds of mail that no organizer sees, in any game: someone was written to, was moved, or has not sent. A participant
 * sends a changed wish to their giver's address as often as they like, and a stranger asks for lost links: whoever saw
 * how one fares, in a game of their own, could tell from the address's limit that it had got others.
 */
export const MAILS_NEVER_VISIBLE: readonly MailKind[] = [
  "organizerRecovery",
  "participantRecovery",
  "ownLinks",
  ...MAILS_ABOUT_MOVES,
  "wishChanged",
  "messageWaiting",
  "parcelSent",
  "parcelArrived",
  "sendSoon",
];

/**
 * Kinds that a sealed game hides, too, though no pair decides whom they go to. Its organizer can send themselves any
 * number of these. A new kind counts as one about a pair until it is listed here.
 */
const HIDDEN_WITHOUT_PAIR: readonly MailKind[] = [
  "drawFailed",
  "participantRemoved",
  "addressChanged",
  "leaveRequested",
  "leaveDeclined",
];

/** True if a hidden mail may go out, or to this address, because of a pair. */
export function bearsOnPair(game: Sealable, kind: MailKind): boolean {
  return isMailHidden(game, kind) && !HIDDEN_WITHOUT_PAIR.includes(kind);
}

/** True if the organizer must not learn that there was such a mail, be it by how it fares. */
export function isMailHidden(game: Sealable, kind: MailKind): boolean {
  return MAILS_NEVER_VISIBLE.includes(kind) ||
    (pairsHiddenFromOrganizer(game) && !MAILS_VISIBLE_WHEN_SEALED.includes(kind));
}

/**
 * How many have confirmed. In a sealed game everyone who has since the last full draw: otherwise the number
 * would drop with each moved person.
 */
export function countConfirmed(game: Game): number {
  const hasConfirmed = pairsHiddenFromOrganizer(game)
    ? (one: Participant) => one.firstConfirmedAt !== null
    : (one: Participant) => one.hasConfirmedAssignment;
  return game.participants.filter(hasConfirmed).length;
}

/** True if an opened gift stays locked for the holder of a later link. */
export function isRevealBlocked(
  game: Sealable,
  { revealBlockedForTokenVersion }: Participant,
): boolean {
  return revealBlockedForTokenVersion !== null && pairsHiddenFromOrganizer(game);
}

/**
 * True if news of their receiver may reach the holder of a link. In a sealed game an unopened gift passes unlocked to
 * the next link, so nothing may tell who is in it until it is opened.
 */
export function mayHearOfReceiver(
  game: Sealable,
  one: Pick<Participant, "revealBlockedForTokenVersion" | "viewedAt" | "receiverChange">,
): boolean {
  const { revealBlockedForTokenVersion, viewedAt, receiverChange } = one;
  return !pairsHiddenFromOrganizer(game) ||
    (revealBlockedForTokenVersion === null && viewedAt !== null && receiverChange === null);
}

/**
 * True if a participant's link may be mailed to their address. In a sealed game the organizer may have
 * entered an address of their own; after the place was claimed, its link goes nowhere else.
 */
export function ownsAddress(game: Sealable, one: Participant): boolean {
  return !pairsHiddenFromOrganizer(game) || one.isEmailProved || !mayBeClaimed(one);
}

/**
 * True if a mail of this kind may go to a participant's address. In a sealed game a mail that is sent because
 * of a pair reveals it to the mailbox's reader, so it needs a proved address.
 */
export function mayMail(game: Sealable, one: Participant, kind: MailKind): boolean {
  // Its reader may hold a later link than the one that has opened the gift, or has asked for another.
  if (MAILS_ABOUT_PAIRS.includes(kind) && isRevealBlocked(game, one)) return false;
  if (!pairsHiddenFromOrganizer(game) || one.isEmailProved) return true;
  // The organizer has changed the address or renewed the link, which ended the claimed one.
  if (!ownsAddress(game, one)) return kind === "participantLinkRenewed";
  return MAILS_VISIBLE_WHEN_SEALED.includes(kind);
}

/**
 * True if a request proves its sender's address: in a sealed game only the reader of the mailbox has the
 * current link, unless the place was claimed.
 */
export function provesAddress(
  game: Sealable,
  { participant, hasToken }: { participant: Participant; hasToken: boolean },
): boolean {
  const { email, isEmailProved } = participant;
  return hasToken && pairsHiddenFromOrganizer(game) && email !== null && !isEmailProved &&
    ownsAddress(game, participant);
}
