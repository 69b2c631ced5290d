import type { Random } from "../draw/random.ts";

/**
 * The languages of pages and mails. A further one takes its code here and its file in `locales/`; its own
 * name, its script and its country are what `Intl` knows of it.
 */
export const LANGUAGES = ["en", "es", "pt", "fr", "it", "ja", "zh", "de", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Limits of decisions.md section 2. Lengths are in UTF-16 code units. */
export const LIMITS = {
  minParticipants: 3,
  maxParticipants: 1000,
  gameName: 100,
  participantName: 80,
  location: 200,
  amount: 20,
  notes: 2000,
  wish: 1000,
  email: 254,
  /** How many of those whom somebody had before are remembered. */
  earlierReceivers: 100,
  /** Pairs that may be sent at once. */
  exclusions: 20_000,
  /**
   * How many people the households of a game name, one who is in several as often: ten households for
   * each of 1,000 people. What a game's answers and pages hold of them stays in proportion.
   */
  householdMembers: 10_000,
} as const;

/** A game's code: six digits, or eight while those of six run short; the first is not 0. */
export const GAME_CODE = /^[1-9][0-9]{5}([0-9]{2})?$/;

/** One person in a game. */
export interface Participant {
  /** Stable within the game and never used again; internal, never shown. Tokens derive from it. */
  number: number;
  /** Public identifier (UUID). In a protected game it is a key, so it is renewed when protection is switched on. */
  id: string;
  name: string;
  email: string | null;
  desiredGift: string;
  wish: string;
  /** Their own language; null: the game's. */
  language: Language | null;
  tokenVersion: number;
  /** Number of the person they give to. */
  receiver: number;
  hasConfirmedAssignment: boolean;
  /** When they asked for somebody else; null: no request is pending. ISO 8601, UTC. */
  reassignmentRequestedAt: string | null;
  /** When they first saw whom they give to now. ISO 8601, UTC. */
  viewedAt: string | null;
  /** Numbers of those in the game whom they knew to be theirs before, oldest first. In no view. */
  earlierReceivers: number[];
}

/** A game with everything in it, as the store keeps it. */
export interface Game {
  id: string;
  /** Like `GAME_CODE`; unique among active games. */
  code: string;
  name: string;
  amount: string;
  currency: string;
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM, or "" */
  time: string;
  location: string;
  generalNotes: string;
  /** IANA name; null: not known. */
  timeZone: string | null;
  language: Language;
  organizerEmail: string | null;
  isProtected: boolean;
  allowReassignment: boolean;
  /** Whether the game sends mails by itself, at creation and later. */
  sendEmails: boolean;
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
  /** In the order in which they joined. */
  participants: Participant[];
  /** Pairs of participant numbers, smaller first, none of which a household already excludes. */
  exclusions: [number, number][];
  /** Groups of two or more participant numbers. */
  households: number[][];
}

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
  /**
   * Whose personal link a mail has carried to them, or may be carrying, by number; for decisions about links.
   */
  mailed?: ReadonlySet<number>;
}

/** What of the event's details a change touched, for the notice that tells what was and what is. */
export type EventDetail = "name" | "date" | "time" | "location" | "amount" | "generalNotes";

/** What happened: the facts of which somebody may have to be told. Participants by number. */
export type GameEvent =
  | { type: "gameCreated" }
  | { type: "participantAdded"; participant: number }
  | { type: "participantRemoved"; name: string; email: string | null; language: Language }
  | { type: "receiverChanged"; participant: number }
  | { type: "detailsChanged"; before: Partial<Record<EventDetail, string>> }
  | { type: "wishChanged"; participant: number }
  | { type: "reassignmentRequested"; participant: number }
  | { type: "reassignmentApproved"; participant: number }
  | { type: "reassignmentDeclined"; participant: number }
  | { type: "assignmentConfirmed"; participant: number }
  | { type: "everyoneConfirmed" }
  /** `wasMailed`: the one before had gone by mail, so that this one must, too. */
  | { type: "participantLinkRenewed"; participant: number; wasMailed?: true }
  /** The one before had gone by mail. */
  | { type: "organizerLinkRenewed" }
  /** `name` null: it was the organizer's. */
  | { type: "addressChanged"; name: string | null; email: string; language: Language }
  | { type: "gameArchived" };

/** Every kind of mail that the service sends. */
export const MAIL_KINDS = [
  "organizerWelcome",
  "assignment",
  "invitation",
  "reminder",
  "receiverChanged",
  "detailsChanged",
  "wishChanged",
  "reassignmentRequested",
  "reassignmentApproved",
  "reassignmentDeclined",
  "assignmentConfirmed",
  "everyoneConfirmed",
  "participantRemoved",
  "participantLinkRenewed",
  "addressChanged",
  "gameArchived",
  "organizerLinkRenewed",
  "organizerRecovery",
  "participantRecovery",
  "eventNear",
  "mailBounced",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

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
  "addressFlooded",
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
}

/** The number that stands for the organizer where mails are addressed: participants start at 1. */
export const ORGANIZER = 0;

/** By participant number, and `ORGANIZER`; who never got a mail is not in it. */
export type EmailStatuses = ReadonlyMap<number, EmailStatus>;

/** A change decided but not yet stored. */
export interface Change {
  game: Game;
  events: GameEvent[];
  /** Of a yes to all who have asked for somebody else: who could not be served. */
  unserved?: UnservedRequest[];
}

/** Somebody who asked for another person and keeps theirs: there is nobody else, or not for all at once. */
export interface UnservedRequest {
  /** By number. */
  participant: number;
  reason: (typeof UNSERVED_REASONS)[number];
}

/** Codes of the catalogue of errors. */
export const UNSERVED_REASONS = ["NO_OTHER_PERSON", "NOT_ALL_AT_ONCE"] as const;
