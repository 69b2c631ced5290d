import { z } from "zod";
import { problemOfName } from "./names.ts";
import { GAME_CODE, LANGUAGES, LIMITS } from "./types.ts";

/** Any control character. */
const CONTROL = /\p{Cc}/u;
/** Control characters that have no place even in text of several lines (tab and line feed are at home there). */
const CONTROL_IN_LINES = /[^\P{Cc}\t\n]/u;

function isClean(text: string, control: RegExp): boolean {
  return text.isWellFormed() && !control.test(text);
}

/** One line of text, trimmed. */
function line(max: number, what: string) {
  return z.string(`${what} must be text`)
    .trim()
    .max(max, `${what} may have at most ${max} characters`)
    .refine((text) => isClean(text, CONTROL), `${what} must not contain control characters`);
}

/** Text of several lines, trimmed, line ends made one kind. */
function lines(max: number, what: string) {
  return z.string(`${what} must be text`)
    .overwrite((text) => text.replace(/\r\n?/g, "\n"))
    .trim()
    .max(max, `${what} may have at most ${max} characters`)
    .refine(
      (text) => isClean(text, CONTROL_IN_LINES),
      `${what} must not contain control characters`,
    );
}

/** An address that SMTP can carry and that cannot smuggle a header; "" means none. */
const optionalEmail = z.string("The e-mail address must be text")
  .trim()
  .max(LIMITS.email, `The e-mail address may have at most ${LIMITS.email} characters`)
  .refine(
    (text) => text === "" || isAddress(text),
    "This is not an e-mail address, expected something like name@example.org",
  )
  .meta({ examples: ["ana@example.org"] });

/** Shaped like an address, and without characters that mean something in a header or a list of them. */
function isAddress(text: string): boolean {
  return z.regexes.unicodeEmail.test(text) && isClean(text, CONTROL) &&
    !/[\s<>()[\]\\,;:"]/.test(text) &&
    /^[^@]+@[^@]+\.[^@.]+$/.test(text) &&
    !/^\.|\.\.|\.@|@\.|@-/.test(text);
}

/** A line that people are to be told apart by. */
function name(max: number, what: string, missing: string) {
  return line(max, what).min(1, missing).superRefine((text, context) => {
    const problem = text && problemOfName(text);
    if (problem) context.addIssue({ code: "custom", message: `${what} ${problem}` });
  });
}

const gameName = name(LIMITS.gameName, "The name of the game", "The game needs a name");
const participantName = name(LIMITS.participantName, "A name", "A participant needs a name");
const amount = line(LIMITS.amount, "The amount");
const currency = z.string("The currency must be text").trim()
  .regex(/^[A-Z]{3}$/, "The currency must be three capital letters, for example EUR")
  .meta({ examples: ["EUR"] });
const date = z.iso.date("The date must be a real calendar date, written YYYY-MM-DD")
  .refine((text) => text >= "0001", "The date must be a real calendar date, written YYYY-MM-DD")
  .meta({ examples: ["2027-12-24"] });
const time = z.string("The time must be text").trim()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, "The time must be HH:MM in 24 hours, for example 18:30")
  .meta({ examples: ["18:30"] });
const location = line(LIMITS.location, "The location");
const generalNotes = lines(LIMITS.notes, "The notes");
const wish = lines(LIMITS.wish, "The wish");
const desiredGift = lines(LIMITS.wish, "The desired gift");
const language = z.enum(LANGUAGES, `The language must be one of ${LANGUAGES.join(", ")}`);
const flag = z.boolean("Expected true or false");
const timeZone = z.string("The time zone must be text").refine(
  isTimeZone,
  "The time zone must be an IANA name, for example Europe/Berlin",
).meta({ examples: ["Europe/Berlin"] });
const token = z.string("The token must be text").max(200, "This is not a token of this service");
const renewLink = flag.default(true).describe(
  "Ends the link mailed to an address that is replaced. The answer has its holder's new token, as has a mail whatever sendEmails says",
);
const participantId = z.string("participantId must be text")
  .min(1, "participantId is missing").max(100, "This is not a participant id")
  .meta({ format: "uuid" });

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return text.length <= 64;
  } catch {
    return false;
  }
}

const personReference = line(100, "A name");
const pairs = firstIssueOnly(
  z.array(
    z.tuple([personReference, personReference], "An exclusion is a pair of two"),
    "exclusions must be an array of pairs",
  ).max(LIMITS.exclusions, "There may be at most 20,000 exclusions"),
  (length) => length === 2,
);
const groups = firstIssueOnly(
  z.array(
    z.array(personReference, "A household is an array of names").max(LIMITS.maxParticipants),
    "households must be an array of arrays",
  ).max(LIMITS.maxParticipants, "There may be at most 1,000 households"),
  (length) => length <= LIMITS.maxParticipants,
);

/**
 * Ends a list behind its first wrong element, which is then what it is refused for: to tell all that is
 * wrong with a hundred thousand names takes far longer than to read them.
 *
 * @param isLength how long an element may be.
 */
function firstIssueOnly<Names extends z.ZodType<string[]>>(
  list: z.ZodArray<Names>,
  isLength: (length: number) => boolean,
) {
  // Nearly all names are plain, which is soon seen.
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

const gameDetails = {
  amount,
  currency,
  time,
  location,
  generalNotes,
  timeZone,
  organizerEmail: optionalEmail,
  isProtected: flag,
  allowReassignment: flag,
  sendEmails: flag,
  language,
};

const newParticipant = z.object({
  name: participantName,
  email: optionalEmail.default(""),
  desiredGift: desiredGift.default(""),
  wish: wish.default(""),
  language: language.optional(),
}, "A participant is an object with a name and, if there is one, an e-mail address");

/** Body of POST /api/games. `language` stays open where the body names none: the request's headers decide. */
export const createGameSchema = z.object({
  name: gameName,
  date,
  participants: z.array(newParticipant, "participants must be an array of {name, email}")
    .min(LIMITS.minParticipants, `A game needs at least ${LIMITS.minParticipants} participants`)
    .max(LIMITS.maxParticipants, `A game may have at most ${LIMITS.maxParticipants} participants`),
  amount: amount.default(""),
  currency: currency.default("USD"),
  time: time.default(""),
  location: location.default(""),
  generalNotes: generalNotes.default(""),
  timeZone: timeZone.optional(),
  organizerEmail: optionalEmail.default(""),
  isProtected: flag.default(false),
  allowReassignment: flag.default(true),
  sendEmails: flag.default(false),
  language: language.optional(),
  exclusions: pairs.default([]).describe("Pairs of names: neither draws the other"),
  households: groups.default([]).describe(
    "Groups of names: nobody draws anybody of the same group",
  ),
}, "The body must be a JSON object").meta({ id: "CreateGame" });

export type CreateGame = z.infer<typeof createGameSchema>;

const organizerToken = token.optional().describe("May also come as the header x-organizer-token");
const participantToken = token.optional().describe(
  "In a protected game the assignment is in the answer only if this comes; may also come as the header x-participant-token",
);

function participantAction<Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  shape: Shape,
) {
  return z.object({ action: z.literal(name), participantId, participantToken, ...shape });
}

function organizerAction<Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  shape: Shape,
) {
  return z.object({ action: z.literal(name), organizerToken, ...shape });
}

const actionSchemas = [
  participantAction("requestReassignment", {}),
  z.object({
    action: z.literal("cancelReassignmentRequest"),
    participantId,
    participantToken,
    organizerToken: token.optional().describe("With it the organizer declines the request"),
  }),
  participantAction("confirmAssignment", {}),
  participantAction("updateWish", { wish, desiredGift: desiredGift.optional() }),
  participantAction("updateParticipantEmail", {
    email: optionalEmail,
    language: language.optional(),
    renewLink,
  }),
  z.object({
    action: z.literal("joinInvitation"),
    invitationToken: token.optional(),
    participantName,
    participantEmail: optionalEmail.default(""),
    desiredGift: desiredGift.default(""),
    wish: wish.default(""),
    language: language.optional(),
  }),
  organizerAction("updateGameDetails", {
    name: gameName.optional(),
    date: date.optional(),
    ...z.object(gameDetails).partial().shape,
    timeZone: z.union([timeZone, z.literal("")]).optional(),
    renewLink,
  }),
  organizerAction("updateParticipantDetails", {
    participantId,
    name: participantName.optional(),
    email: optionalEmail.optional(),
    desiredGift: desiredGift.optional(),
    wish: wish.optional(),
    language: language.optional(),
    renewLink,
  }),
  organizerAction("addParticipant", {
    participantName,
    participantEmail: optionalEmail.default(""),
    desiredGift: desiredGift.default(""),
    wish: wish.default(""),
    language: language.optional(),
  }),
  organizerAction("removeParticipant", { participantId }),
  organizerAction("regenerateToken", { participantId }),
  organizerAction("approveReassignment", { participantId }),
  organizerAction("approveAllReassignments", {}),
  organizerAction("forceReassignParticipant", { participantId }),
  organizerAction("reassignAll", {}),
  organizerAction("setExclusions", {
    exclusions: pairs.default([]).describe(
      "The whole list from now on; each one by participant id, or by name",
    ),
    households: groups.default([]).describe(
      "The whole list from now on; each one by participant id, or by name",
    ),
  }),
  organizerAction("regenerateInvitationToken", {}),
] as const;

/**
 * What no active game can decide by itself: the old link ends only once the mail with the new one is accepted,
 * and what is erased may be archived.
 */
const furtherSchemas = [
  organizerAction("regenerateOrganizerToken", {}),
  organizerAction("eraseGame", {
    confirmName: z.string("confirmName must be text, the name of the game")
      .max(LIMITS.gameName * 10, "This is not the name of the game")
      .describe("The name of the game, so that no other one goes by mistake"),
  }),
  z.object({
    action: z.literal("eraseMe"),
    participantToken: token.optional().describe(
      "Always needed; may also come as the header x-participant-token",
    ),
    participantId: participantId.optional(),
  }),
] as const;

const unknownAction = {
  error: (issue: z.core.$ZodRawIssue) =>
    issue.code === "invalid_union"
      ? `Unknown action, expected one of ${ACTION_NAMES.join(", ")}`
      : "The body must be a JSON object",
};

/** What can be done with a game. */
export const gameActionSchema = z.discriminatedUnion("action", actionSchemas, unknownAction);

/** Body of PATCH /api/games/{code}. */
export const patchGameSchema = z.discriminatedUnion(
  "action",
  [...actionSchemas, ...furtherSchemas],
  unknownAction,
).meta({ id: "GameAction" });

/** Of everything that a PATCH can ask for. */
export const ACTION_NAMES = [...actionSchemas, ...furtherSchemas]
  .map((schema) => schema.shape.action.value);
export type GameAction = z.infer<typeof gameActionSchema>;
export type ActionName = GameAction["action"];
/** The body of one action. */
export type ActionOf<Name extends ActionName> = Extract<GameAction, { action: Name }>;

/** The kinds of mail that can be asked for. */
export const EMAIL_TYPES = [
  "organizer",
  "participant",
  "allParticipants",
  "failedParticipants",
  "reminder",
  "reminderAll",
  "recoverOrganizerLink",
  "recoverParticipantLink",
] as const;

/** Body of POST /api/email/send. */
export const sendEmailSchema = z.object({
  code: z.string("The game code must be text").trim().max(20, "This is not a game code")
    .meta({ pattern: GAME_CODE.source }),
  type: z.enum(EMAIL_TYPES, `The type must be one of ${EMAIL_TYPES.join(", ")}`).describe(
    "failedParticipants: their own link again to all whose latest mail has failed",
  ),
  language: language.optional().describe("Instead of each reader's own language"),
  organizerToken,
  participantId: participantId.optional(),
  customMessage: lines(LIMITS.notes, "The message").default(""),
  email: optionalEmail.optional().describe("For the two recoveries: the address on file"),
}, "The body must be a JSON object").superRefine((body, context) => {
  if (body.type === "participant" && !body.participantId) {
    context.addIssue({
      code: "custom",
      path: ["participantId"],
      message: "type participant needs a participantId",
    });
  }
  if (body.type.startsWith("recover") && !body.email) {
    context.addIssue({ code: "custom", path: ["email"], message: "A recovery needs an email" });
  }
}).meta({ id: "SendEmail" });

export type SendEmail = z.infer<typeof sendEmailSchema>;
