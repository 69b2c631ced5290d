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
  /** Stable within the game and never used again; internal, never shown. Tokens derive from it. */
  number: number;
  /** Public identifier (UUID). In a protected game it is a key, so it is renewed when protection is switched on. */
  id: string;
  tokenVersion: number;
  /** Number of the person they give to; null while the game gathers, and nowhere else. */
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
  /** Numbers of those whose gift they see and open, too: children, grandparents. */
  keeps: number[];
  /** People they said they live with when they joined, as they wrote it; the organizer decides. */
  livesWith: string[];
  /** When they asked to leave; null: they did not. ISO 8601, UTC. */
  leaveRequestedAt: string | null;
  /** Of the latest link by which their place can be claimed; 0: there was none. */
  claimVersion: number;
  /** When the latest claim was made, and when someone took it. ISO 8601, UTC. */
  claimIssuedAt: string | null;
  claimOpenedAt: string | null;
  /**
   * In a sealed game: the version of the link whose holder opened the gift, while it is withheld from those who
   * hold a later one; 0: someone who has left opened it; null: it is withheld from no one.
   */
  revealBlockedForTokenVersion: number | null;
  /**
   * The version of the link whose holder lets keepers see the gift after a claim had ended that; 0: they do not;
   * -1: nor can they, see `CLAIMED_LINK_ENDED`; null: no claim has ended it, as none was used. A later link ends it
   * again, as its version is another.
   */
  keepersAllowedForTokenVersion: number | null;
  /** When it was last opened on the phone that went round; see `wrappedAgain`. ISO 8601, UTC. */
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
   * True once the owner of `email` has proved it: opened a link mailed to it, or entered it with their own token.
   * Also true for a participant who joined, or said with their token, that they have none.
   */
  isEmailProved: boolean;
  /** True where `email` was set with an id alone, in a game that was not protected. */
  isEmailSetById: boolean;
  /** When their data were erased at their own request. ISO 8601, UTC. */
  erasedAt: string | null;
  /** Where to send to: encrypted by `AddressCipher`; null: not given. */
  postalAddress: string | null;
  /** The version of the link by which it was given; 0: none, or a keeper entered it. */
  addressTokenVersion: number;
  /** What givers have sent them, a mark for each. */
  parcels: ParcelMark[];
  /** When they said that it has arrived. ISO 8601, UTC. */
  parcelArrivedAt: string | null;
  /** The address, spelled as `email`, at which a mailed link of this game was opened; null: none was. */
  openedEmail: string | null;
}

/** That a giver has sent their parcel; see `parcels.ts`. */
export interface ParcelMark {
  /** By number; 0: someone whose data were erased, or whose link was replaced in a sealed game. */
  giver: number;
  /** When the receiver sees it: 07:00 of a day. ISO 8601, UTC. */
  seenFrom: string;
  /** True if the giver took it back after the receiver had seen it. */
  isTakenBack: boolean;
  /** When the giver sees that it has arrived; null: it has not, as far as known. ISO 8601, UTC. */
  arrivalSeenFrom: string | null;
}

/** Why a participant who had opened their gift got a different receiver. */
export const RECEIVER_CHANGES = ["left", "joined", "asked", "rules", "redrawn"] as const;
export type ReceiverChange = (typeof RECEIVER_CHANGES)[number];

/** The pairs of an earlier game in the series. */
export interface PairHistory {
  /** YYYY-MM-DD, of the event. */
  date: string;
  /** Whether that game was sealed; absent where an earlier release wrote it: as the game that remembers it. */
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
  /** Whether people come together still: there are no pairs yet, nowhere. */
  isGathering: boolean;
  /** Why the draw at `drawAt` came to nothing; null: it did not. */
  drawProblem: DrawProblemCode | null;
  /** ISO 8601, UTC. */
  sealBrokenAt: string | null;
  /** The event is not over earlier, even if its date has passed; null: not known. ISO 8601, UTC. */
  earliestEnd: string | null;
  /** The organizer cannot start the finale earlier, even if the event's date changes; null: not known. ISO 8601, UTC. */
  earliestStart: string | null;
  /** When the organizer started the finale; null: they did not. ISO 8601, UTC. */
  finaleStartedAt: string | null;
  /** How often all names were drawn; 0 in a game that an earlier release drew: see `countDraws`. */
  drawCount: number;
  /** When all names were last drawn; null: not yet, or by an earlier release. ISO 8601, UTC. */
  lastDrawnAt: string | null;
  /** True where the organizer is not told any more how many have a parcel on its way: see `withCountHidden`. */
  isParcelCountHidden: boolean;
  /**
   * Of a sealed game: whether its pairs are for no further game to remember. One remembers them already, and from
   * what never comes in many the organizer could read them; or an address or a place has changed hands since.
   */
  isRemembered: boolean;
  /** Earlier games of the same line, the oldest first. In no view. */
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
  /** Which browsers are notified, the oldest first; those of former links included. Written by verbs of their own. */
  devices: readonly Device[];
  /** Who has written a wish list, by number. The lists are stored apart. */
  wishLists: readonly WishHead[];
}

/** A browser that is notified of a game; where it is reached is stored apart. */
export interface Device {
  id: string;
  /** A participant's number, or `ORGANIZER`. */
  recipient: number;
  /** The version of the link by which it was added: it ends with that link. */
  version: number;
  /** When it was added. ISO 8601, UTC. */
  since: string;
}

/** The list of things that a participant wishes for; its items are stored apart. */
export interface WishHead {
  /** By number. */
  participant: number;
  /** Version of the link that may read it: of the one that wrote it. */
  version: number;
  /** 0 before it is first written; see `nextRevision`. */
  revision: number;
  /** How many items it has. */
  count: number;
}

/** By what someone is known in a memory, by their name: with the present key of the service, then with older ones. */
export type PersonKeys = (name: string) => readonly [string, ...string[]];

/** What a decision takes from the outside world, handed in so that decisions stay pure. */
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
  /** By what the memory of earlier games knows someone. */
  personKeys: PersonKeys;
  /** Encrypts a postal address, as JSON, of this participant. */
  sealAddress: (text: string, place: { gameId: string; participant: number }) => string;
  /**
   * Whose personal link a mail has carried to them, or may be carrying, by number; for decisions about links.
   */
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

/** What happened: the facts of which someone may have to be told. Participants by number. */
export type GameEvent =
  | { type: "gameCreated" }
  /** `isByItself`: at the time that was set. */
  | { type: "namesDrawn"; isByItself: boolean }
  | { type: "drawFailed" }
  /** `wasMailed`, here and below: mailed even if the game sends no mails of its own accord. */
  | { type: "participantAdded"; participant: number; wasMailed?: true }
  /** Their own one, by their token, and with the link that they have. */
  | { type: "addressEntered"; participant: number; wasMailed: true }
  | {
    type: "participantRemoved";
    /** `true` if they had asked to leave. */
    hadAsked?: true;
    name: string;
    email: string | null;
    language: Language;
    wasMailed?: true;
    /** They had opened a mail that went to this address. */
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
  /** `wasMailed`: the one before had gone by mail, so that this one must, too. */
  | { type: "participantLinkRenewed"; participant: number; wasMailed?: true }
  /** The one before had gone by mail. */
  | { type: "organizerLinkRenewed" }
  /** `name` null: it was the organizer's. `wasProved`: its reader had confirmed it, or opened a mail that went there. */
  | {
    type: "addressChanged";
    participant?: number;
    name: string | null;
    email: string;
    language: Language;
    wasProved?: true;
  }
  /** By a new link, to be handed over, this place can be taken. */
  | { type: "claimIssued"; participant: number }
  | { type: "sealBroken" }
  | { type: "finaleStarted" }
  /** `participant` got one, from their receiver or from their giver. */
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

/** Why a mail has not gone yet or never will; pages say it in words (`mail.failures` of the locales). */
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

/** How the latest mail to one person fares. */
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

/** The number that stands for the organizer where mails are addressed: participants start at 1. */
export const ORGANIZER = 0;

/** By participant number, and `ORGANIZER`; who never got a mail is not in it. */
export type EmailStatuses = ReadonlyMap<number, EmailStatus>;

/** A change decided but not yet stored. */
export interface Change {
  game: Game;
  events: GameEvent[];
  /** Of a yes to all who have asked for someone else: who could not be served. */
  unserved?: UnservedRequest[];
  /** Claims were issued: of this participant, or without an id of all who needed one. */
  issued?: { participantId: string | undefined };
  /** Someone has renewed their own link, or got the first one of their place. */
  renewal?: LinkRenewal;
}

/**
 * A link that its holder has renewed themselves. In a sealed game a later link opens nothing that an earlier one has
 * entered, but here both are theirs: what was entered under the one version moves to the other.
 */
export interface LinkRenewal {
  /** By number. */
  participant: number;
  from: number;
  to: number;
  /**
   * True where list and photos stay. Under the first link of a place: nobody held one before, so only what others wrote
   * to them moves. After an agreement: list and photos are handed over by themselves.
   */
  isMessagesAlone?: boolean;
}

/** Someone who asked for a different person and keeps theirs: no one else is possible, or not for all at once. */
export interface UnservedRequest {
  /** By number. */
  participant: number;
  reason: (typeof UNSERVED_REASONS)[number];
}

/** Codes of the catalogue of errors. */
export const UNSERVED_REASONS = ["NO_OTHER_PERSON", "NOT_ALL_AT_ONCE"] as const;
