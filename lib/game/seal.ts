import { mayBeClaimed } from "./claims.ts";
import type { Game, MailKind, Participant } from "./types.ts";

/**
 * Whether nothing of the pairs may reach the organizer, who takes part: the one rule for views, pages, mails
 * and previews. What they get must be the same whoever gives to whom, before and after each change.
 */
export function pairsHiddenFromOrganizer({ isSealed, sealBrokenAt }: Sealable): boolean {
  return isSealed && sealBrokenAt === null;
}

export type Sealable = Pick<Game, "isSealed" | "sealBrokenAt">;

/**
 * Kinds of mail whose recipients do not depend on the pairs. Of a sealed game's mails the organizer
 * learns how these fare: that there was another one tells who was moved, or who gives to whom. A new kind is
 * hidden until it stands here.
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
];

/**
 * How many have said yes. In a sealed game whoever has ever done so since all was last drawn, as the number
 * would else go down with those who are moved.
 */
export function countConfirmed(game: Game): number {
  const hasConfirmed = pairsHiddenFromOrganizer(game)
    ? (one: Participant) => one.firstConfirmedAt !== null
    : (one: Participant) => one.hasConfirmedAssignment;
  return game.participants.filter(hasConfirmed).length;
}

/** Whether a gift that someone opened stays closed for who holds a later link to it. */
export function isRevealBlocked(
  game: Sealable,
  { revealBlockedForTokenVersion }: Participant,
): boolean {
  return revealBlockedForTokenVersion !== null && pairsHiddenFromOrganizer(game);
}

/**
 * Whether a participant's link may be mailed to their address. In a sealed game the organizer may have entered an
 * address of their own; once the place was taken by a claim, its link is for no one else.
 */
export function ownsAddress(game: Sealable, one: Participant): boolean {
  return !pairsHiddenFromOrganizer(game) || one.isEmailProved || !mayBeClaimed(one);
}

/**
 * Whether a mail of this kind may go to a participant's address. In a sealed game a mail that is sent because of
 * a pair tells it to whoever reads the mailbox, so it needs an address that its owner has proved.
 */
export function mayMail(game: Sealable, one: Participant, kind: MailKind): boolean {
  if (!pairsHiddenFromOrganizer(game) || one.isEmailProved) return true;
  // The organizer has changed the address or renewed the link, which has ended the one of the claim.
  if (!ownsAddress(game, one)) return kind === "participantLinkRenewed";
  return MAILS_VISIBLE_WHEN_SEALED.includes(kind);
}

/**
 * Whether a request proves the address of its sender: in a sealed game nobody but the reader of the mailbox has
 * the present link, unless the place was taken by a claim.
 */
export function provesAddress(
  game: Sealable,
  { participant, hasToken }: { participant: Participant; hasToken: boolean },
): boolean {
  const { email, isEmailProved } = participant;
  return hasToken && pairsHiddenFromOrganizer(game) && email !== null && !isEmailProved &&
    ownsAddress(game, participant);
}
