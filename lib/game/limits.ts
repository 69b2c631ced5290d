import { WISH_LIMITS } from "./wish_limits.ts";

/**
 * Languages of pages and mails. A new one needs its code here and a file in `locales/`; `Intl` knows its name, script
 * and country.
 */
export const LANGUAGES = ["en", "es", "pt", "fr", "it", "ja", "zh", "de", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Limits of games; docs/limits.md has more. Lengths of texts are in Unicode code points: 🎅 counts once. */
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
  /** Maximum number of exclusions, those of both kinds together. */
  exclusions: 20_000,
  /** Earlier games of a series whose pairs are remembered. */
  rememberedGames: 10,
  /**
   * Maximum number of household members in a game; someone in several households counts once for each. Bounds the
   * size of answers and pages.
   */
  householdMembers: 10_000,
  /** How many people someone may name as living with them. */
  livesWith: 20,
  message: 1000,
  /** Messages that a person may send within a day to their receiver, and as many to their giver. */
  messagesPerDay: 30,
  /** Lines of a postal address, the length of each, and of the hint for the carrier. */
  addressLines: 6,
  addressLine: 80,
  addressHint: 120,
  ...WISH_LIMITS,
  /** How many browsers of one person are notified of a game. */
  devices: 5,
  /** Minimum seconds between two mails to one person about messages. */
  betweenMessageMails: 3600,
  /** Minimum seconds between two notices on one device that depend on a pair. */
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
 * The latest time that is stored, in ms since the epoch: the end of the year 9999. Neither a backup nor Postgres
 * accepts a later one, and as text it would sort before all others.
 */
export const LAST_MOMENT = 253_402_300_799_999;

/** When everyone in the game sees all pairs. */
export const REVEALS = ["never", "afterEvent"] as const;
export type Reveal = (typeof REVEALS)[number];
