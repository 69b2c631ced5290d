import { namesOf } from "./derive.ts";

/** What the organizer of a game may learn of a kind of mail. */
interface MailSecrecy {
  /**
   * Its recipients do not depend on the pairs. The organizer of a sealed game sees the state of these only: any other
   * mail shows who was moved, or a pair.
   */
  isShownSealed?: true;
  /**
   * A sealed game hides it, too, though no pair decides whom it goes to: its organizer can send themselves any number
   * of these. A new kind counts as one about a pair until its row says this.
   */
  isHiddenWithoutPair?: true;
  /**
   * It is about a receiver who changed. The organizer of an open game may see one that the address's own server
   * refused, since the person has not heard of it then, and nothing else of them.
   */
  isAboutMove?: true;
  /**
   * It is about a gift that was drawn anew, or could not be: which ones go depends on the pairs. In a sealed game they
   * wait for a random time, since whoever replaces someone at the table would see their giver's phone light up.
   */
  isAboutPairs?: true;
  /**
   * No organizer sees it, in any game: someone was written to, was moved, or has not sent. A participant sends a changed
   * wish to their giver's address as often as they like, and a stranger asks for lost links: whoever saw how one fares,
   * in a game of their own, could tell from the address's limit that it had got others.
   */
  isNeverShown?: true;
  /** It goes out even if the game sends no mails of its own accord: the links of those who join, and new ones. */
  isSentAnyway?: true;
  /**
   * It does not wait for the organizer to confirm their address, if its reader has opened a mail of the game: their
   * former link has ended, or the organizer may have entered another address to break the seal, or to take a place,
   * unheard.
   */
  isSentToReaders?: true;
}

const SHOWN = { isShownSealed: true } as const;
const LINK = { isShownSealed: true, isSentAnyway: true } as const;
const LOST_LINK = { isShownSealed: true, isNeverShown: true } as const;
const NEVER = { isNeverShown: true } as const;
const MOVE = { isAboutMove: true, isAboutPairs: true, isNeverShown: true } as const;
const HARMLESS = { isHiddenWithoutPair: true } as const;

/** Every kind of mail that the service sends. A new one is hidden until its row says otherwise. */
export const MAIL_SECRECY = {
  organizerWelcome: SHOWN,
  assignment: SHOWN,
  invitation: LINK,
  joined: LINK,
  drawFailed: HARMLESS,
  reminder: SHOWN,
  receiverChanged: MOVE,
  detailsChanged: SHOWN,
  wishChanged: NEVER,
  reassignmentRequested: SHOWN,
  reassignmentApproved: MOVE,
  reassignmentDeclined: { isAboutPairs: true },
  assignmentConfirmed: SHOWN,
  everyoneConfirmed: SHOWN,
  participantRemoved: HARMLESS,
  participantLinkRenewed: { ...LINK, isSentToReaders: true },
  addressChanged: HARMLESS,
  gameArchived: SHOWN,
  organizerLinkRenewed: SHOWN,
  organizerRecovery: LOST_LINK,
  participantRecovery: LOST_LINK,
  eventNear: SHOWN,
  mailBounced: SHOWN,
  leaveRequested: HARMLESS,
  leaveDeclined: HARMLESS,
  ownLinks: NEVER,
  claimIssued: { ...SHOWN, isSentToReaders: true },
  sealBroken: { ...SHOWN, isSentToReaders: true },
  finaleStarted: SHOWN,
  keptChanged: MOVE,
  messageWaiting: NEVER,
  parcelSent: NEVER,
  parcelArrived: NEVER,
  sendSoon: NEVER,
} as const satisfies Record<string, MailSecrecy>;

export type MailKind = keyof typeof MAIL_SECRECY;

// Pages in a browser do without it.
export const MAIL_KINDS: readonly MailKind[] = /* @__PURE__ */ namesOf(MAIL_SECRECY);

/** The kinds whose row says this. */
export function mailsThat(cell: keyof MailSecrecy): readonly MailKind[] {
  const rows: Readonly<Record<MailKind, MailSecrecy>> = MAIL_SECRECY;
  return MAIL_KINDS.filter((kind) => rows[kind][cell]);
}
