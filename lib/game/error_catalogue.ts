import { derive, namesOf } from "./derive.ts";
import { LIMITS } from "./types.ts";

/** One problem of a request, with its path: `participants.2.name`. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/**
 * Every error with its HTTP status and its English sentence for the API. Pages show `onPages` errors at a form, with
 * the text `errors.code.X` of the locales.
 */
export const CATALOGUE = {
  ...entriesOf(400, "apiOnly", {
    MALFORMED_JSON: ({ what }: { what: string }) => `The body is ${what}`,
    MALFORMED_FORM: "Expected a form submission from this page",
    VALIDATION_FAILED: ({ details: [first] }: { details: readonly ErrorDetail[] }) =>
      first?.message ?? "The body is not valid",
    MALFORMED_ADDRESS: "This address is malformed",
    DRAW_IMPOSSIBLE: ({ givers, receivers }: UnservedGroup) =>
      `No draw can keep all exclusions: ${list(givers)} ${
        receivers.length === 0 ? "cannot give to anyone" : `may only give to ${list(receivers)}`
      }. Remove an exclusion or add more participants`,
    NOT_ALL_AT_ONCE: ({ name }: { name: string }) =>
      `Only some of these requests can be granted together because of the exclusions (${name} is one of the others): approve them one by one`,
    SEAL_NEEDS_PROTECTION: "A sealed game is always protected",
    CANNOT_SEAL: "A game can be sealed only when it is created: someone may have seen its pairs",
    USE_BREAK_SEAL: "To unseal a game, use the breakSeal action; everyone's view says so",
    NOT_SEALED: "This game is not sealed: its organizer already has everyone's link",
    GIFT_WITHHELD:
      "This gift was opened with an earlier link: it stays locked until the holder of that link agrees, or the names are drawn again",
    UNKNOWN_WISH: "No item on the list has this id",
    UNKNOWN_PHOTO: "No photo of yours has this id",
    TOO_MANY_HOUSEHOLDS: `The households may name ${
      LIMITS.householdMembers.toLocaleString("en-GB")
    } people in total (counting anyone in several households once for each): merge households, or leave some out`,
    NOT_DRAWN_YET: "The names in this game have not been drawn yet",
    NOT_BY_POST: "In this game gifts do not go by post: its organizer can set byPost",
    REASSIGNMENT_NOT_ALLOWED:
      "The organizer has turned off requests for a different person in this game",
    PUSH_HOST: "endpoint must be the https address that a known push service gave to the browser",
    TOO_EARLY: ({ from }: { from: string }) =>
      `The finale can be started from ${from} on, and starts by itself once the event is over`,
  }),
  ...entriesOf(400, "onPages", {
    DATE_IN_PAST: "The date of the event must be today or later",
    NAME_TAKEN: ({ name }: { name: string }) =>
      `The name "${name}" is used twice: names must be unique within a game`,
    UNKNOWN_PERSON: ({ reference }: { reference: string }) =>
      `"${reference}" is not a participant of this game`,
    TOO_FEW_PARTICIPANTS: ({ name }: { name?: string }) =>
      `A game needs at least ${LIMITS.minParticipants} participants: ${
        name === undefined
          ? "let more people join before the names are drawn"
          : `add someone before you remove ${name}, or archive the game`
      }`,
    TOO_MANY_PARTICIPANTS: `A game may have at most ${LIMITS.maxParticipants} participants`,
    NO_PENDING_REQUEST: ({ name }: { name: string }) => `${name} has not asked for another person`,
    // Does not name their receiver: the reader may not have looked at the pairs.
    NO_OTHER_PERSON: ({ name }: { name: string }) =>
      `The exclusions leave nobody else for ${name} to give to: remove an exclusion or add a participant`,
    ALREADY_DRAWN: "The names in this game have already been drawn",
    DRAW_AT_IN_PAST: "drawAt must be in the future",
    KEEPERS_ARE_SEALED:
      `In a sealed game one person can keep up to ${LIMITS.keptSealed} others, who have no e-mail address and have not joined by themselves, keeper and kept never draw each other, and nobody can be added as a keeper after the draw`,
    ALREADY_OPENED_IN_ROOM: ({ name }: { name: string }) =>
      `${name} has opened their gift before, or cannot open it here`,
    PHOTO_TYPE:
      `A photo must be one whole still picture, as JPEG, PNG or WebP, of at most ${LIMITS.photoSide} pixels a side`,
    PHOTO_HAS_METADATA:
      "A photo must hold nothing but the picture: no Exif, XMP, comments, text or colour profile",
    TOO_MANY_PHOTOS: `One person may have at most ${LIMITS.photos} photos in a game`,
    WISHES_TOO_LARGE: `A list may have at most ${LIMITS.wishBytes} bytes as JSON`,
    TOO_EARLY_TO_THANK: "You can send a thank-you note once the event is over",
    ALREADY_THANKED: "A thank-you note has already been sent for this gift",
    ADDRESS_BY_OWNER: "This person has entered their own address: only they can change it",
    SEND_BY_OUT_OF_RANGE: "sendBy must be between today and the date of the event",
    CANNOT_REVEAL:
      "Someone has already opened their gift on the understanding that the pairs stay secret, so reveal can no longer be changed",
    NO_FINALE: "In this game the pairs stay secret: there is no finale to start",
    EVENT_OVER: ({ isDrawn, isJoining }: { isDrawn: boolean; isJoining?: boolean }) =>
      isJoining
        ? "The event is over or about to end: nobody can join by the invitation any more"
        : isDrawn
        ? "The event is over or about to end: nothing about the names or the date can be changed any more"
        : "The event is already over: choose a later date or time, or keep the pairs secret",
    RULES_TELL_PAIRS:
      "The rules leave so few draws that someone could work out a pair: remove a rule or add a participant",
    TIME_ZONE_IS_SEALED:
      "In a sealed game, the time zone cannot be changed once the names are drawn",
    WISH_IS_SEALED:
      "In a sealed game, only participants themselves can change their wish after the draw",
    NAME_MISMATCH: "This is not the name of the game: nothing was erased",
    // Before that day, someone gives to them and someone waits for their gift.
    TOO_EARLY_TO_ERASE: "Until the day of the event you can only leave the game: use leaveGame",
    LINK_NOT_RENEWABLE:
      "The organizer link cannot be renewed: this service has no e-mail set up to send the new one",
    ORGANIZER_EMAIL_MISSING: "The organizer has no e-mail address: add it to the game first",
    ORGANIZER_EMAIL_NEEDED:
      "The organizer needs an e-mail address: mails to others wait until it is confirmed",
    EMAIL_MISSING: ({ name }: { name: string }) =>
      `${name} has no e-mail address: add one, or pass the personal link on by hand`,
    UNSUBSCRIBED: ({ name }: { name: string }) =>
      `${name} has opted out of reminders for this game`,
    SENDER_BLOCKED: "This address cannot be an organizer's on this service",
  }),
  ...entriesOf(401, "apiOnly", {
    TOKEN_REQUIRED: ({ which }: { which: "organizer" | "invitation" | "participant" | "claim" }) =>
      `This operation needs the ${which} token`,
    PROTECTED_GAME:
      "This game is protected: open it with your personal link or your participant token",
    CREATE_KEY_REQUIRED:
      "Creating a game here takes a key, in the header x-create-key or as createKey: ask the operator",
    UNAUTHORIZED: "Unauthorized",
  }),
  ...entriesOf(403, "apiOnly", {
    FOREIGN_FORM: "This form was not sent by a page of this service",
    INVALID_TOKEN: "This token is not valid for this game",
    INVALID_CREATE_KEY: "This key does not allow to create games here",
    CLAIM_ENDED: "This claim link has expired or been used: ask the organizer for a new one",
    NOT_KEPT: "keptId is not someone whose gift you open: use an id from keeping in your view",
  }),
  ...entriesOf(404, "apiOnly", {
    NOT_FOUND: "No resource exists at this path",
    PHOTO_NOT_FOUND: "There is no photo with this id for this token",
    // Also for an archived game: outsiders cannot tell the two apart.
    GAME_NOT_FOUND: "There is no active game with this code",
    WISH_NOT_FOUND: "There is no such item on the list of the person you give to",
  }),
  ...entriesOf(404, "onPages", {
    PARTICIPANT_NOT_FOUND: "There is no participant with this id in the game",
    PROPOSAL_NOT_FOUND: "No household proposal has this id: fetch the game again",
  }),
  ...entriesOf(405, "apiOnly", {
    METHOD_UNKNOWN: "Unknown HTTP method",
    METHOD_NOT_ALLOWED: ({ method, allow }: { method: string; allow: string }) =>
      `${method} is not available here, only ${allow}`,
  }),
  ...entriesOf(408, "apiOnly", {
    BODY_TOO_SLOW: "The request body did not arrive in time",
  }),
  ...entriesOf(409, "apiOnly", {
    ALREADY_ARCHIVED: ({ code }: { code: string }) =>
      `Cannot archive game ${code}: it is already archived`,
    KEY_REUSED:
      "This Idempotency-Key was already used with a different request body: use a new one",
    IN_PROGRESS: (_: { retryAfter: number }) =>
      "The first request with this Idempotency-Key is still in progress: try again in a moment",
    STALE_WISHES: "The list has changed since; this is the present one",
    TOO_MANY_DEVICES:
      `At most ${LIMITS.devices} devices of one person are notified: remove one of the others first`,
  }),
  ...entriesOf(413, "apiOnly", {
    BODY_TOO_LARGE: "The request body must not exceed 256 KiB",
    PHOTO_TOO_LARGE: `A photo may have at most ${LIMITS.photoBytes / 1024} KiB`,
  }),
  ...entriesOf(429, "apiOnly", {
    TOO_MANY_REQUESTS: ({ retryAfter }: { retryAfter: number }) =>
      `Too many requests: try again in ${retryAfter} seconds`,
  }),
  ...entriesOf(429, "onPages", {
    TOO_MANY_MESSAGES: (_: { retryAfter: number }) =>
      `You can send up to ${LIMITS.messagesPerDay} messages a day in each conversation: try again later`,
    TOO_MANY_MAILS: ({ retryAfter }: { retryAfter: number }) =>
      `Too many mails for now: try again in ${Math.ceil(retryAfter / 60)} min`,
  }),
  ...entriesOf(500, "apiOnly", {
    CLEANUP_NOT_CONFIGURED: "Server configuration error",
    INTERNAL: "Internal server error",
  }),
  ...entriesOf(503, "apiOnly", {
    SERVICE_BUSY: ({ retryAfter }: { retryAfter: number }) =>
      `The service is busy: try again in ${retryAfter} seconds`,
    DATABASE_UNAVAILABLE: "Database not available",
  }),
  ...entriesOf(503, "onPages", {
    PHOTO_SPACE_FULL: "This service has no room for more photos",
    EMAIL_NOT_CONFIGURED:
      "E-mail is not configured on this service: share the personal links yourself",
    EMAIL_NOT_ACCEPTED:
      "The mail with the new organizer link could not be sent, so the old link is still valid: try again later",
  }),
};

export interface CatalogueEntry<Sentence = unknown> {
  status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 429 | 500 | 503;
  isOnPages: boolean;
  sentence: Sentence;
}

/** Sentences by code; a function builds one from the facts of the case. */
type Sentences = Readonly<Record<string, string | ((facts: never) => string)>>;

function entriesOf<Own extends Sentences>(
  status: CatalogueEntry["status"],
  readers: "onPages" | "apiOnly",
  sentences: Own,
) {
  return derive<{ [Code in keyof Own]: CatalogueEntry<Own[Code]> }>(
    namesOf(sentences),
    (code) => ({ status, isOnPages: readers === "onPages", sentence: sentences[code] }),
  );
}

/** People who cannot all be served, by name: `givers` may only give to `receivers`, who are fewer. */
export interface UnservedGroup {
  givers: readonly string[];
  receivers: readonly string[];
}

const englishList = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** "Ana, Ben and Cy"; of a long list the first twenty and how many more. */
function list(names: readonly string[]): string {
  const shown = names.slice(0, 20);
  const more = names.length - shown.length;
  return englishList.format(more > 0 ? [...shown, `${more} more`] : shown);
}
