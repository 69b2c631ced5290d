import type { Random } from "../draw/random.ts";
import type { GameFields, PersonFields, ToldField } from "./fields.ts";
import type { Language } from "./limits.ts";
import type { MailKind } from "./mail_kinds.ts";

export * from "./limits.ts";
export { MAIL_KINDS, type MailKind } from "./mail_kinds.ts";

/** Why a scheduled draw failed; codes of the catalogue of errors. */
export const DRAW_PROBLEMS = [
  "TOO_FEW_PARTICIPANTS",
  "DRAW_IMPOSSIBLE",
  "RULES_TELL_PAIRS",
  "EVENT_OVER",
] as const;
export type DrawProblemCode = (typeof DRAW_PROBLEMS)[number];

/** A game's code: six digits, or eight while those of six run short; the first is not 0. */
export const GAME_CODE = /^[1-9][0-9]{5}([0-9]{2})?$/;

/** One person in a game. */
export interface Participant extends PersonFields {
  /** Stable within the game and never reused; internal, never shown. Tokens derive from it. */
  number: number;
  /** Public identifier (UUID). In a protected game it is a key, so it is renewed when protection is switched on. */
  id: string;
  tokenVersion: number;
  /** Number of the person they give to; null only while the game gathers. */
  receiver: number | null;
  hasConfirmedAssignment: boolean;
  /** First confirmation since the last full draw; stays when they get someone else. ISO 8601, UTC. */
  firstConfirmedAt: string | null;
  /** When they asked for someone else; null: no request is pending. ISO 8601, UTC. */
  reassignmentRequestedAt: string | null;
  /** When they first saw their present receiver. ISO 8601, UTC. */
  viewedAt: string | null;
  /** First time they saw any receiver; stays when they get someone else, but see `wrappedAgain`. ISO 8601, UTC. */
  firstViewedAt: string | null;
  /** Numbers of the receivers they saw before, oldest first. In no view. */
  earlierReceivers: number[];
  /** Numbers of the people they must not give to (one-way exclusions). */
  oneWayExclusions: number[];
  /** Numbers of the people whose gifts they also see and open, for example children or grandparents. */
  keeps: number[];
  /** People they said they live with when they joined, as they wrote it; the organizer decides. */
  livesWith: string[];
  /** When they asked to leave; null: they did not. ISO 8601, UTC. */
  leaveRequestedAt: string | null;
  /** Version of the latest claim of their place; 0: there was none. */
  claimVersion: number;
  /** When the latest claim was issued, and when it was used. ISO 8601, UTC. */
  claimIssuedAt: string | null;
  claimOpenedAt: string | null;
  /**
   * In a sealed game: version of the link that opened the gift, while the gift is locked for later links; 0: a former
   * holder who cannot agree opened it; null: it is not locked.
   */
  revealBlockedForTokenVersion: number | null;
  /**
   * Version of the link that lets keepers see the gift after a claim had ended that; 0: they may not see it; -1: no
   * link can let them, see `CLAIMED_LINK_ENDED`; null: no claim was used. A later link ends the permission, because its
   * version differs.
   */
  keepersAllowedForTokenVersion: number | null;
  /** When the gift was last opened on the organizer's phone; see `wrappedAgain`. ISO 8601, UTC. */
  openedInRoomAt: string | null;
  /** True if they want no mail about messages from their receiver, and from their giver. */
  mutesReceiver: boolean;
  mutesGiver: boolean;
  /**
   * Why they got a different receiver after they had opened their gift. null: they did not, or have opened
   * their gift since.
   */
  receiverChange: ReceiverChange | null;
  /**
   * True once the owner of `email` has proved it: opened a link mailed to it, or entered it with their own token. Also
   * true for a participant who joined, or who said with their token that they have no address.
   */
  isEmailProved: boolean;
  /** True if `email` was set with an id alone, in an unprotected game. It may be a stranger's, so it gets no token. */
  isEmailSetById: boolean;
  /** When their data were erased at their own request. ISO 8601, UTC. */
  erasedAt: string | null;
  /** Postal address, encrypted by `AddressCipher`; null: not given. */
  postalAddress: string | null;
  /** Version of the link that entered the address; 0: none, or a keeper entered it. */
  addressTokenVersion: number;
  /** Parcels that were reported as sent to them, one mark for each giver. */
  parcels: ParcelMark[];
  /** When they reported that their parcel has arrived. ISO 8601, UTC. */
  parcelArrivedAt: string | null;
  /** The address, spelled as `email`, at which a mailed link of this game was opened; null: none was. */
  openedEmail: string | null;
}

/** A giver's report that their parcel is sent; see `parcels.ts`. */
export interface ParcelMark {
  /** Number of the giver; 0: someone whose data were erased, or whose link was replaced in a sealed game. */
  giver: number;
  /** When the receiver sees it: 07:00 of a day. ISO 8601, UTC. */
  seenFrom: string;
  /** True if the giver took it back after the receiver had seen it. */
  isTakenBack: boolean;
  /** When the giver sees that it has arrived; null: no one has reported that. ISO 8601, UTC. */
  arrivalSeenFrom: string | null;
}

/** Why a participant who had opened their gift got a different receiver. */
export const RECEIVER_CHANGES = ["left", "joined", "asked", "rules", "redrawn"] as const;
export type ReceiverChange = (typeof RECEIVER_CHANGES)[number];

/** The pairs of an earlier game in the series. */
export interface PairHistory {
  /** YYYY-MM-DD, of the event. */
  date: string;
  /** Whether that game was sealed; absent if an earlier release wrote it: as the game that remembers it. */
  isSealed?: boolean;
  /** Giver and receiver, as keyed hashes of their names: some of them may not be in this game. */
  pairs: [giver: string, receiver: string][];
}

/** A game with everything in it, as the store keeps it: what people set, and what the service does. */
export interface Game extends GameFields {
  id: string;
  /** Like `GAME_CODE`; unique among active games. */
  code: string;
  organizerTokenVersion: number;
  /**
   * The highest version that a mail with a renewed organizer link was written for, whether or not it came
   * into force; 0: none yet. No version is mailed twice.
   */
  organizerTokenReserved: number;
  invitationTokenVersion: number;
  /** The number that the next participant gets. */
  nextNumber: number;
  createdAt: string;
  archivedAt: string | null;
  /** True until the names are drawn; there are no pairs before. */
  isGathering: boolean;
  /** Why the scheduled draw failed; null: it did not. */
  drawProblem: DrawProblemCode | null;
  /** ISO 8601, UTC. */
  sealBrokenAt: string | null;
  /** The event does not end earlier, even if its date has passed; null: unknown. ISO 8601, UTC. */
  earliestEnd: string | null;
  /** The organizer cannot start the finale earlier, even if the date changes; null: unknown. ISO 8601, UTC. */
  earliestStart: string | null;
  /** When the organizer started the finale; null: they did not. ISO 8601, UTC. */
  finaleStartedAt: string | null;
  /** How often all names were drawn; 0 in a game that an earlier release drew: see `countDraws`. */
  drawCount: number;
  /** When all names were last drawn; null: not yet, or by an earlier release. ISO 8601, UTC. */
  lastDrawnAt: string | null;
  /** True if the organizer no longer sees how many people have a parcel on its way: see `withCountHidden`. */
  isParcelCountHidden: boolean;
  /**
   * True in a sealed game whose pairs no further game may remember: one already does, and the organizer could work the
   * pairs out from those that never come in many games; or an address or a place has changed hands since.
   */
  isRemembered: boolean;
  /** Earlier games of the series, oldest first. In no view. */
  memory: PairHistory[];
  /** Since when all mail of the game waits for the operator; null: it does not. ISO 8601, UTC. */
  mailPausedAt: string | null;
  /** The organizer's address, spelled as `organizerEmail`, once its owner has confirmed it. */
  provedEmail: string | null;
  /** In the order in which they joined. */
  participants: Participant[];
  /** Pairs of participant numbers, smaller first, those within a household included. */
  exclusions: [number, number][];
  /** Groups of two or more participant numbers. */
  households: number[][];
  /** Browsers that are notified, oldest first, including those of former links. Written only by verbs of their own. */
  devices: readonly Device[];
  /** Participants who have written a wish list. The lists are stored separately. */
  wishLists: readonly WishHead[];
}

/** A browser that is notified of a game; its push subscription is stored separately. */
export interface Device {
  id: string;
  /** A participant's number, or `ORGANIZER`. */
  recipient: number;
  /** Version of the link with which it was added; the device ends with that link. */
  version: number;
  /** When it was added. ISO 8601, UTC. */
  since: string;
}

/** A participant's wish list; its items are stored separately. */
export interface WishHead {
  /** Number of the participant. */
  participant: number;
  /** Version of the link that wrote the list, and that may read it. */
  version: number;
  /** 0 before it is first written; see `nextRevision`. */
  revision: number;
  /** How many items it has. */
  count: number;
}

/** Returns a person's keys in a pair history, by name: with the current key of the service, then with older ones. */
export type PersonKeys = (name: string) => readonly [string, ...string[]];

/** What a decision takes from the outside world, passed in so that decisions stay pure. */
export interface DecisionContext {
  random: Random;
  now: Date;
  /** A fresh UUID, all of it random: a participant's id may be a key. */
  newId: () => string;
  /**
   * A fresh UUID that begins with the time (RFC 9562, version 7): games that are made one after the other
   * lie side by side in the indexes, so that a new one touches few pages, however many there are.
   */
  newGameId: () => string;
  /** The keys of a person in the pair history. */
  personKeys: PersonKeys;
  /** Encrypts a postal address, as JSON, of this participant. */
  sealAddress: (text: string, place: { gameId: string; participant: number }) => string;
  /** Numbers of the participants whose personal link was mailed, or may be on its way; for decisions about links. */
  mailed?: ReadonlySet<number>;
  /** True when the participant who acts has shown their token. */
  hasToken?: boolean;
  /** True when a keeper acts for someone they keep. */
  isKeeper?: boolean;
  /** Whether the service can send mails; absent: it can. */
  hasMail?: boolean;
  /** True if the operator has blocked the organizer's address that is being set. */
  isSenderBlocked?: boolean;
}

/** A fact that people may have to be notified of. Participants by number. */
export type GameEvent =
  | { type: "gameCreated" }
  /** `isByItself`: at the scheduled time. */
  | { type: "namesDrawn"; isByItself: boolean }
  | { type: "drawFailed" }
  /** `wasMailed`, here and below: mailed even if the game sends no automatic mails. */
  | { type: "participantAdded"; participant: number; wasMailed?: true }
  /** Someone entered their own address with their token and keeps their link, or got the first link of their place. */
  | { type: "addressEntered"; participant: number; wasMailed: true }
  | {
    type: "participantRemoved";
    /** `true` if they had asked to leave. */
    hadAsked?: true;
    name: string;
    email: string | null;
    language: Language;
    wasMailed?: true;
    /** They had opened a mail to this address. */
    wasProved?: true;
    /** They had asked to leave, had opened a gift, or a mail of the game may have reached them. */
    knewGame?: true;
  }
  | { type: "receiverChanged"; participant: number }
  | { type: "detailsChanged"; before: Partial<Record<ToldField, string>> }
  /** `day`: YYYY-MM-DD, in UTC. */
  | { type: "wishChanged"; participant: number; day: string }
  | { type: "reassignmentRequested"; participant: number }
  | { type: "reassignmentApproved"; participant: number }
  | { type: "reassignmentDeclined"; participant: number }
  | { type: "leaveRequested"; participant: number }
  | { type: "leaveDeclined"; participant: number }
  | { type: "assignmentConfirmed"; participant: number }
  | { type: "everyoneConfirmed" }
  /** `wasMailed`: the former link may have been mailed, so this one must be, too. */
  | { type: "participantLinkRenewed"; participant: number; wasMailed?: true }
  /** The former link was mailed. */
  | { type: "organizerLinkRenewed" }
  /** `name` null: the organizer's. `wasProved`: its reader had confirmed it, or opened a mail to it. */
  | {
    type: "addressChanged";
    participant?: number;
    name: string | null;
    email: string;
    language: Language;
    wasProved?: true;
  }
  /** A new link, to be handed over, lets someone take this place. */
  | { type: "claimIssued"; participant: number }
  | { type: "sealBroken" }
  | { type: "finaleStarted" }
  /** `participant` got a message, from their receiver or from their giver. */
  | { type: "messageSent"; participant: number; from: "receiver" | "giver" }
  | ParcelEvent<"parcelSent">
  | ParcelEvent<"parcelArrived">
  /** The organizer asks those who have not sent to do so. `day`: YYYY-MM-DD, in UTC. */
  | { type: "sendingUrged"; day: string }
  | { type: "gameArchived" };

/** What `participant` sees from the next morning on: a parcel is on its way to them, or theirs has arrived. */
interface ParcelEvent<Type extends string> {
  type: Type;
  participant: number;
  /** ISO 8601, UTC. */
  seenFrom: string;
  now: Date;
}

/** Why a mail was not sent yet, or never will be; `mail.failures` of the locales has the words. */
export const MAIL_FAILURES = [
  "addressRefused",
  "mailboxFull",
  "messageRefused",
  "receiverBusy",
  "connectionLost",
  "serverUnreachable",
  "serverRefused",
  "addressDeclined",
  "addressBlocked",
  "addressFlooded",
  "notConfirmed",
  "internal",
] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

/** The state of the latest mail to one person. */
export interface EmailStatus {
  status: "queued" | "sent" | "failed";
  kind: MailKind;
  /** When it was sent or given up; of a queued one, when it was written. ISO 8601, UTC. */
  at: string;
  /** Why it failed; of a queued one, why the last attempt did. */
  reason: MailFailure | null;
  /** How many mails to this person wait until the organizer has confirmed; absent: none. In no view. */
  held?: number;
}

/** The number of the organizer as a recipient of mails: participants start at 1. */
export const ORGANIZER = 0;

/** By participant number, or `ORGANIZER`; people who never got a mail are missing. */
export type EmailStatuses = ReadonlyMap<number, EmailStatus>;

/** A change decided but not yet stored. */
export interface Change {
  game: Game;
  events: GameEvent[];
  /** The requests that an approval of all could not grant. */
  unserved?: UnservedRequest[];
  /** Claims were issued: for this participant or, without an id, for all who needed one. */
  issued?: { participantId: string | undefined };
  /** A participant renewed their own link, or got the first one of their place. */
  renewal?: LinkRenewal;
}

/**
 * A link that its holder has renewed. In a sealed game a later link opens nothing that was entered with an earlier one,
 * but here both belong to one person: what was entered under `from` moves to `to`.
 */
export interface LinkRenewal {
  /** Number of the participant. */
  participant: number;
  from: number;
  to: number;
  /**
   * True if wish list and photos do not move, only messages: with the first link of a place, because no one held one
   * before and only others wrote; after an agreement, because list and photos are handed over separately.
   */
  isMessagesAlone?: boolean;
}

/** A participant who asked for someone else in vain: no one else is possible, or not for all at once. */
export interface UnservedRequest {
  /** Number of the participant. */
  participant: number;
  reason: (typeof UNSERVED_REASONS)[number];
}

/** Codes of the catalogue of errors. */
export const UNSERVED_REASONS = ["NO_OTHER_PERSON", "NOT_ALL_AT_ONCE"] as const;
