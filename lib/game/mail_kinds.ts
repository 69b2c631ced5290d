import { namesOf } from "./derive.ts";

/** What the organizer of a game may learn about a kind of mail. */
interface MailSecrecy {
  /**
   * Its recipients do not depend on the pairs. The organizer of a sealed game sees the state of such mails only: any
   * other mail shows who was moved, or a pair.
   */
  isShownSealed?: true;
  /**
   * A sealed game hides it, too, although its recipients do not depend on a pair. It is limited together with visible
   * mails, because an organizer can send themselves any number of it. Without this, a kind counts as one about a pair.
   */
  isHiddenWithoutPair?: true;
  /**
   * It is about a changed receiver. The organizer of an open game sees such a mail only if the address's own server
   * refused it, because the person was not notified then.
   */
  isAboutMove?: true;
  /**
   * It is about a gift that was drawn again, or could not be. Its recipients depend on the pairs, so in a sealed game
   * it waits a random time: an organizer who replaces someone at the table must not see the giver's phone light up.
   */
  isAboutPairs?: true;
  /**
   * No organizer sees it, in any game: it shows that someone got a message, was moved, or has not sent a parcel.
   * Participants and strangers can cause some of these at will (changed wishes, lost links): if they saw the state of
   * one in a game of their own, they could tell from the address's limit that it had got others.
   */
  isNeverShown?: true;
  /** It is sent even if the game sends no automatic mails: it brings a new link, or that of a person who joined. */
  isSentAnyway?: true;
  /**
   * It does not wait for the organizer to confirm their address, if its reader has opened a mail of the game: their
   * former link has ended, or the organizer may have entered another, unconfirmed address to break the seal or take
   * a place unnoticed.
   */
  isSentToReaders?: true;
  /** It is about what only a token opens, so it does not go to an address that was set with an id alone. */
  needsToken?: true;
}

const SHOWN = { isShownSealed: true } as const;
const LINK = { isShownSealed: true, isSentAnyway: true } as const;
const LOST_LINK = { isShownSealed: true, isNeverShown: true } as const;
const NEVER = { isNeverShown: true } as const;
const PERSONAL = { isNeverShown: true, needsToken: true } as const;
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
  participantLinkRenewed: { ...LINK, isSentToReaders: true, needsToken: true },
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
  messageWaiting: PERSONAL,
  parcelSent: PERSONAL,
  parcelArrived: PERSONAL,
  sendSoon: PERSONAL,
} as const satisfies Record<string, MailSecrecy>;

export type MailKind = keyof typeof MAIL_SECRECY;

// Marked as pure, so that browser bundles can drop it.
export const MAIL_KINDS: readonly MailKind[] = /* @__PURE__ */ namesOf(MAIL_SECRECY);

/** The kinds of mail whose row sets this cell. */
export function mailsThat(cell: keyof MailSecrecy): readonly MailKind[] {
  const rows: Readonly<Record<MailKind, MailSecrecy>> = MAIL_SECRECY;
  return MAIL_KINDS.filter((kind) => rows[kind][cell]);
}
