import { mayBeClaimed } from "./claims.ts";
import { mailsThat } from "./mail_kinds.ts";
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

export const MAILS_VISIBLE_WHEN_SEALED = mailsThat("isShownSealed");
export const MAILS_ABOUT_MOVES = mailsThat("isAboutMove");
export const MAILS_ABOUT_PAIRS = mailsThat("isAboutPairs");
export const MAILS_NEVER_VISIBLE = mailsThat("isNeverShown");
const MAILS_FOR_TOKENS = mailsThat("needsToken");
const HIDDEN_WITHOUT_PAIR = mailsThat("isHiddenWithoutPair");

/** True if a pair may decide whether a hidden mail is sent, or to which address. */
export function bearsOnPair(game: Sealable, kind: MailKind): boolean {
  return isMailHidden(game, kind) && !HIDDEN_WITHOUT_PAIR.includes(kind);
}

/** True if the organizer must not learn that such a mail exists, not even from its delivery state. */
export function isMailHidden(game: Sealable, kind: MailKind): boolean {
  return MAILS_NEVER_VISIBLE.includes(kind) ||
    (pairsHiddenFromOrganizer(game) && !MAILS_VISIBLE_WHEN_SEALED.includes(kind));
}

/**
 * Counts confirmations. In a sealed game everyone counts who has confirmed since the last full draw: otherwise the
 * number would drop with each moved person.
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
  if (one.isEmailSetById && MAILS_FOR_TOKENS.includes(kind)) return false;
  // The mail's reader may hold a later link than the one that opened the gift, or asked for another person.
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
