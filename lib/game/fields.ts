import { z } from "zod";
import { type FieldsWith, namesOf } from "./derive.ts";
import { type FieldRow, type Stored } from "./field_rows.ts";
import { bareAddress } from "./identity.ts";
import { problemOfName } from "./names.ts";
import { COVERS, LANGUAGES, LAST_MOMENT, LIMITS, REVEALS } from "./limits.ts";

/** Any control character. */
const CONTROL = /\p{Cc}/u;
/** Control characters that are refused even in multi-line text: all except tab and line feed. */
const CONTROL_IN_LINES = /[^\P{Cc}\t\n]/u;

function isClean(text: string, control: RegExp): boolean {
  return text.isWellFormed() && !control.test(text);
}

/** One line of text, trimmed. */
export function line(max: number, what: string) {
  return z.string(`${what} must be text`)
    .trim()
    .max(max, `${what} may have at most ${max} characters`)
    .refine((text) => isClean(text, CONTROL), `${what} must not contain control characters`);
}

/** Multi-line text, trimmed, with normalized line ends. */
export function lines(max: number, what: string) {
  return z.string(`${what} must be text`)
    .overwrite((text) => text.replace(/\r\n?/g, "\n"))
    .trim()
    .max(max, `${what} may have at most ${max} characters`)
    .refine(
      (text) => isClean(text, CONTROL_IN_LINES),
      `${what} must not contain control characters`,
    );
}

/** An e-mail address that is safe for SMTP and headers, in NFC (RFC 6532); "" means none. */
export const optionalEmail = z.string("The e-mail address must be text")
  .overwrite(bareAddress)
  .trim()
  .normalize("NFC")
  .max(LIMITS.email, `The e-mail address may have at most ${LIMITS.email} characters`)
  .refine(
    (text) => text === "" || isAddress(text),
    "This is not an e-mail address, expected something like name@example.org",
  )
  .meta({ examples: ["ana@example.org"] });

/** True for a well-formed address without characters that are special in a header or an address list. */
function isAddress(text: string): boolean {
  return z.regexes.unicodeEmail.test(text) && isClean(text, CONTROL) &&
    !/[\s<>()[\]\\,;:"]/.test(text) &&
    /^[^@]+@[^@]+\.[^@.]+$/.test(text) &&
    !/^\.|\.\.|\.@|@\.|@-/.test(text);
}

/** A name: one line that must be readable and distinguishable. */
function name(max: number, what: string, missing: string) {
  return readable(max, what).min(1, missing);
}

function readable(max: number, what: string) {
  return line(max, what).superRefine((text, context) => {
    const problem = text && problemOfName(text);
    if (problem) context.addIssue({ code: "custom", message: `${what} ${problem}` });
  });
}

const gameName = name(LIMITS.gameName, "The name of the game", "The game needs a name");
const participantName = name(LIMITS.participantName, "A name", "A participant needs a name");
export const amount = line(LIMITS.amount, "The amount");
export const currency = z.string("The currency must be text").trim()
  .regex(/^[A-Z]{3}$/, "The currency must be three capital letters, for example EUR")
  .meta({ examples: ["EUR"] });
export const date = z.iso.date("The date must be a real calendar date, written YYYY-MM-DD")
  .refine((text) => text >= "0001", "The date must be a real calendar date, written YYYY-MM-DD")
  .meta({ examples: ["2027-12-24"] });
const time = z.string("The time must be text").trim()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, "The time must be HH:MM in 24 hours, for example 18:30")
  .meta({ examples: ["18:30"] });
const location = line(LIMITS.location, "The location");
const generalNotes = lines(LIMITS.notes, "The notes");
export const wish = lines(LIMITS.wish, "The wish");
export const desiredGift = lines(LIMITS.wish, "The desired gift");
export const language = z.enum(LANGUAGES, `The language must be one of ${LANGUAGES.join(", ")}`);
export const flag = z.boolean("Expected true or false");
export const timeZone = z.string("The time zone must be text").refine(
  (text) => text === "" || isTimeZone(text),
  "The time zone must be an IANA name, for example Europe/Berlin",
).meta({ examples: ["Europe/Berlin"] });
export const token = z.string("The token must be text").max(
  200,
  "This is not a token of this service",
);
export const renewLink = flag.default(true).describe(
  "Ends the link mailed to an address that is replaced. The answer has its holder's new token, and a mail has it, " +
    "with or without sendEmails. Without effect where an id alone changes the address in an unprotected game",
);
export const participantId = z.string("participantId must be text")
  .min(1, "participantId is missing").max(100, "This is not a participant id")
  .meta({ format: "uuid" });

function isTimeZone(text: string): boolean {
  try {
    // Both take offsets such as +02:00, which are no names.
    if (/^[+-]/.test(text)) return false;
    // Both must accept it: `Intl` alone takes PST, and `Temporal` alone a whole date with its zone in brackets.
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    new Intl.DateTimeFormat("en", { timeZone: text });
    return text.length <= 64;
  } catch {
    return false;
  }
}

/** A message to the other person of a pair. */
export const messageText = lines(LIMITS.message, "A message").min(1, "A message needs some words");

const personReference = line(100, "A name");
export const pairs = pairsOf("exclusions");
export const oneWayPairs = pairsOf("oneWayExclusions");
export const keepers = firstIssueOnly(
  z.array(
    z.tuple([personReference, personReference], "A keeper and whose gift they open are a pair"),
    "keepers must be an array of pairs",
  ).max(LIMITS.maxParticipants, "There may be at most 1,000 keepers"),
  (length) => length === 2,
).describe("Pairs of who opens and whose gift: that is in the keeper's view, too");
export const groups = firstIssueOnly(
  z.array(
    z.array(personReference, "A household is an array of names").max(LIMITS.maxParticipants),
    "households must be an array of arrays",
  ).max(LIMITS.maxParticipants, "There may be at most 1,000 households"),
  (length) => length <= LIMITS.maxParticipants,
);

function pairsOf(list: string) {
  return firstIssueOnly(
    z.array(
      z.tuple([personReference, personReference], "An exclusion is a pair of two"),
      `${list} must be an array of pairs`,
    ).max(LIMITS.exclusions, "There may be at most 20,000 exclusions"),
    (length) => length === 2,
  );
}

/**
 * Cuts a list after its first invalid element, so that only that one is reported: reporting everything wrong
 * with a hundred thousand names takes far longer than reading them.
 *
 * @param isLength checks the length of an element.
 */
function firstIssueOnly<Names extends z.ZodType<string[]>>(
  list: z.ZodArray<Names>,
  isLength: (length: number) => boolean,
) {
  // Nearly all names are plain ASCII, which is a fast check.
  const isPlain = (name: unknown) => typeof name === "string" && /^[ -~]{1,100}$/.test(name);
  return z.preprocess((value) => {
    if (!Array.isArray(value)) return value;
    const wrong = value.findIndex((names: unknown) =>
      !(Array.isArray(names) && isLength(names.length) && names.every(isPlain)) &&
      !list.element.safeParse(names).success
    );
    return wrong === -1 ? value : value.slice(0, wrong + 1);
  }, list);
}

const organizerName = readable(LIMITS.organizerName, "The organizer's name")
  .describe("Who invites; changes with the name of the participant who has it, if there is one");
const cover = z.enum([...COVERS, ""], `The cover must be one of ${COVERS.join(", ")}`)
  .describe('How the game looks; "": guessed from name and date');

/** A moment, converted to UTC; at most `LAST_MOMENT`. */
const drawAt = z.iso.datetime({
  offset: true,
  error: "drawAt must be an ISO 8601 time with its offset, for example 2027-12-01T18:00:00Z",
}).transform((text) => new Date(Math.min(Date.parse(text), LAST_MOMENT)).toISOString())
  .describe("When the names are drawn by themselves; only of a game that gathers")
  .meta({ examples: ["2027-12-01T18:00:00Z"] });

/** `drawAt`, or empty. */
const optionalDrawAt = z.union([drawAt, z.literal(""), z.null()], {
  error: "drawAt must be an ISO 8601 time with its offset, or empty",
}).describe(
  'When the names are drawn by themselves: where draw is later, while the game gathers. "" or null: when the ' +
    "organizer draws",
);

export const livesWith = z.array(personReference, "livesWith must be an array of names")
  .max(LIMITS.livesWith, `livesWith may name at most ${LIMITS.livesWith} people`);

export const apartFrom = z.array(personReference, "apartFrom must be an array of names")
  .max(LIMITS.maxParticipants, "apartFrom may name at most 1,000 people")
  .describe(
    "Whom they do not draw, and who do not draw them; each one by participant id, or by name",
  );

const isProtected = flag.describe(
  "Whether everyone needs a link of their own. Where creation does not say: false; true in a sealed game, " +
    "which always is",
);
const isSealed = flag.describe(
  "The organizer takes part and must not know the pairs: until they break the seal, which notifies everyone, " +
    "nothing they get contains a pair or a participant's token. Cannot be changed after creation",
);
const keepersMayDraw = flag.describe("Whether keeper and kept may draw each other");

const replyToOrganizer = flag.describe(
  "Puts the organizer's address into Reply-To of mails without a personal link, which a quoted reply would " +
    "pass on. Without effect while a game is sealed",
);

const reveal = z.enum(REVEALS, `reveal must be one of ${REVEALS.join(", ")}`)
  .describe("afterEvent: once it is over, everybody in the game sees all pairs");

const byPost = flag.describe(
  "Whether gifts go by post: people give an address for their giver alone. false erases all addresses",
);
const sendBy = z.union([z.literal(""), date], {
  error: "sendBy must be a real calendar date, written YYYY-MM-DD, or empty",
}).describe('By when to send, from today to the date of the event; "": not said');

export const addressLines = z.array(
  line(LIMITS.addressLine, "A line of the address"),
  "lines must be an array of texts",
).max(LIMITS.addressLines, `An address may have at most ${LIMITS.addressLines} lines`)
  .transform((lines) => lines.filter(Boolean))
  .describe("Of the address, without the country; none: it is erased");
export const country = z.string("The country must be text").trim()
  .regex(/^([A-Z]{2})?$/, "The country must be two capital letters, for example DE")
  .meta({ examples: ["DE"] });
export const addressHint = line(LIMITS.addressHint, "The hint").describe("For who delivers");

export const organizerToken = token.optional().describe(
  "May also come as the header x-organizer-token",
);
export const participantToken = token.optional().describe(
  "In a protected game the assignment is in the answer only if this comes; may also come as the header x-participant-token",
);

/** A field of a game. */
type GameFieldRow = GameFieldCells & TellingCells;

interface GameFieldCells extends FieldRow {
  /** Who sees it. */
  seenBy: "everyone" | "organizer";
  /** Whether an invited person sees it, too, before they join. */
  isForInvited: boolean;
  /** Whether it is copied to the next game in the series. */
  isCarried: boolean;
  /** How updateGameDetails changes it: "rule" names a function of `actions/details.ts`. */
  change: "assign" | "rule" | "never";
}

type TellingCells = { isTold: false } | {
  /** Everyone in the game is notified when it changes. */
  isTold: true;
  /** True if the organizer can write anything in it: first mails leave it out. */
  isFreeText: boolean;
};

const PLAIN = {
  isNullable: false,
  seenBy: "everyone",
  isCarried: true,
  isTold: false,
  change: "assign",
} as const;
/** An invited person sees it, too. */
const FOR_ALL = { ...PLAIN, isForInvited: true } as const;
const TOLD_TO_ALL = { ...FOR_ALL, isTold: true } as const;
const FOR_ORGANIZER = { ...PLAIN, seenBy: "organizer", isForInvited: false } as const;
/** The next game in the series gets its own value. */
const OF_ONE_EVENT = { isCarried: false, change: "rule" } as const;

/** The fields of a game that people set, in the order in which their errors are reported. */
export const GAME_FIELDS = {
  /** Also in first mails, but made inert there. */
  name: { ...TOLD_TO_ALL, isFreeText: false, schema: gameName },
  /** YYYY-MM-DD */
  date: { ...TOLD_TO_ALL, ...OF_ONE_EVENT, isFreeText: false, schema: date },
  /** The inviter's name; "": not given. */
  organizerName: { ...FOR_ALL, schema: organizerName.default("") },
  /** "": guessed from name and date. */
  cover: { ...FOR_ALL, schema: cover.default("") },
  /** Notices show it with its currency. */
  amount: { ...TOLD_TO_ALL, isFreeText: true, schema: amount.default("") },
  currency: { ...FOR_ALL, schema: currency.default("USD") },
  /** HH:MM, or "" */
  time: { ...TOLD_TO_ALL, isFreeText: false, schema: time.default(""), change: "rule" },
  location: { ...TOLD_TO_ALL, isFreeText: true, schema: location.default("") },
  generalNotes: {
    ...PLAIN,
    isTold: true,
    isFreeText: true,
    isForInvited: false,
    schema: generalNotes.default(""),
  },
  /** IANA name; null: unknown. */
  timeZone: { ...FOR_ALL, schema: timeZone.optional(), isNullable: true, change: "rule" },
  organizerEmail: {
    ...FOR_ORGANIZER,
    schema: optionalEmail.default(""),
    isNullable: true,
    change: "rule",
  },
  isProtected: { ...PLAIN, schema: isProtected.optional(), isForInvited: false, change: "rule" },
  /** Whether the pairs are hidden even from the organizer; stays true when the seal is broken. */
  isSealed: { ...FOR_ALL, schema: isSealed.default(false), change: "rule" },
  allowReassignment: { ...PLAIN, schema: flag.default(true), isForInvited: false },
  /** Whether the game sends mails by itself, at creation and later. */
  sendEmails: { ...FOR_ORGANIZER, schema: flag.default(false) },
  /** Whether replies to mails without a personal link go to the organizer's address. */
  replyToOrganizer: { ...FOR_ORGANIZER, schema: replyToOrganizer.default(false) },
  /** When everyone in the game sees all pairs: never, or once the event is over. */
  reveal: { ...FOR_ALL, schema: reveal.default("never"), change: "rule" },
  /** Language of pages and mails; default: that of the creating request. */
  language: { ...FOR_ALL, schema: language.optional() },
  /** Whether gifts go by post. */
  byPost: { ...FOR_ALL, schema: byPost.default(false), change: "rule" },
  /** Day by which to send gifts: YYYY-MM-DD, or "" */
  sendBy: { ...TOLD_TO_ALL, ...OF_ONE_EVENT, isFreeText: false, schema: sendBy.default("") },
  /** Time of the scheduled draw, in the future or the past; null: the organizer draws. ISO 8601, UTC. */
  drawAt: { ...FOR_ALL, ...OF_ONE_EVENT, schema: optionalDrawAt.optional(), isNullable: true },
  /** Whether keeper and kept may draw each other; only `setKeepers` changes it. */
  keepersMayDraw: { ...FOR_ORGANIZER, schema: keepersMayDraw.default(false), change: "never" },
} as const satisfies Record<string, GameFieldRow>;

/** The stored values of the fields that people set. */
export type GameFields = Stored<typeof GAME_FIELDS>;
export type GameField = keyof GameFields;

/** The fields whose changes everyone is notified of. */
export type ToldField = FieldsWith<typeof GAME_FIELDS, "isTold", true>;

/** A field of a person in a game. */
interface PersonFieldRow extends FieldRow {
  /** Who sees it in addition to the organizer; "rule": a function of `views.ts` decides. */
  seenBy: "everyone" | "giver" | "self" | "rule";
  /** Whether it is copied to the next game in the series. */
  isCarried: boolean;
}

const FOR_GIVER = { isNullable: false, seenBy: "giver", isCarried: false } as const;

/** The fields of a participant that people set, in the order in which their errors are reported. */
export const PERSON_FIELDS = {
  name: { schema: participantName, isNullable: false, seenBy: "everyone", isCarried: true },
  email: {
    schema: optionalEmail.default(""),
    isNullable: true,
    seenBy: "rule",
    isCarried: true,
  },
  desiredGift: { ...FOR_GIVER, schema: desiredGift.default("") },
  wish: { ...FOR_GIVER, schema: wish.default("") },
  /** The participant's own language; null: the game's. */
  language: { schema: language.optional(), isNullable: true, seenBy: "self", isCarried: true },
} as const satisfies Record<string, PersonFieldRow>;

/** The stored values of the fields that people set for a participant. */
export type PersonFields = Stored<typeof PERSON_FIELDS>;

/** Formats a field for a notice: the amount with its currency, the day to send by only if gifts go by post. */
export function toldOf(game: GameFields, field: ToldField): string {
  if (field === "amount") return game.amount && `${game.amount} ${game.currency}`;
  return field === "sendBy" && !game.byPost ? "" : game[field];
}

type Changeable = Exclude<GameField, FieldsWith<typeof GAME_FIELDS, "change", "never">>;

/** The fields that updateGameDetails changes. */
export const CHANGEABLE = namesOf(GAME_FIELDS)
  .filter((name): name is Changeable => GAME_FIELDS[name].change !== "never");
