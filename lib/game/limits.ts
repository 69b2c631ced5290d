import { WISH_LIMITS } from "./wish_limits.ts";

/**
 * The languages of pages and mails. A further one takes its code here and its file in `locales/`; its own
 * name, its script and its country are what `Intl` knows of it.
 */
export const LANGUAGES = ["en", "es", "pt", "fr", "it", "ja", "zh", "de", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Limits of decisions.md section 2. Lengths of texts are in Unicode code points: 🎅 counts once. */
export const LIMITS = {
  minParticipants: 3,
  maxParticipants: 1000,
  gameName: 100,
  participantName: 80,
  organizerName: 80,
  location: 200,
  amount: 20,
  notes: 2000,
  wish: 1000,
  email: 254,
  /** How many earlier receivers of a person are remembered. */
  earlierReceivers: 100,
  /** How many people may be kept by one keeper in a sealed game. */
  keptSealed: 3,
  /** Pairs that may be sent at once. */
  exclusions: 20_000,
  /** Earlier games of one line whose pairs are remembered. */
  rememberedGames: 10,
  /**
   * Maximum number of household members in a game; someone in several households counts once for each. Bounds the
   * size of answers and pages.
   */
  householdMembers: 10_000,
  /** How many people someone may name as living with them. */
  livesWith: 20,
  message: 1000,
  /** Messages within a day of one person in one direction. */
  messagesPerDay: 30,
  /** Of a postal address: its lines, and the hint for the carrier. */
  addressLines: 6,
  addressLine: 80,
  addressHint: 120,
  ...WISH_LIMITS,
  /** How many browsers of one person are notified of a game. */
  devices: 5,
  /** Seconds between two mails to one person about messages, at least. */
  betweenMessageMails: 3600,
  /** Seconds between two notices on one device that depend on a pair, at least. */
  betweenPairNotices: 3600,
} as const;

/** How a game looks. */
export const COVERS = [
  "christmas",
  "sinterklaas",
  "winter",
  "office",
  "birthday",
  "newyear",
  "spring",
  "neutral",
] as const;
export type Cover = (typeof COVERS)[number];

/**
 * The last moment that is stored, in ms since the epoch: the end of the year 9999. Neither a backup nor Postgres takes
 * a later one, and as text it would come before all others.
 */
export const LAST_MOMENT = 253_402_300_799_999;

/** When all pairs are shown to those who are in the game. */
export const REVEALS = ["never", "afterEvent"] as const;
export type Reveal = (typeof REVEALS)[number];
