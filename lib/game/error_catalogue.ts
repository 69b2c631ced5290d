import { LIMITS } from "./types.ts";

/** One problem of a request, with its path: `participants.2.name`. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/**
 * Every error, once: its HTTP status, and its English sentence for the API. Pages show those of `onPages` at a
 * form, with the text `errors.code.X` of the locales.
 */
export const CATALOGUE = {
  // The request itself.
  MALFORMED_JSON: apiOnly(400, ({ what }: { what: string }) => `The body is ${what}`),
  MALFORMED_FORM: apiOnly(400, "Expected a form submission from this page"),
  VALIDATION_FAILED: apiOnly(
    400,
    ({ details: [first] }: { details: readonly ErrorDetail[] }) =>
      first?.message ?? "The body is not valid",
  ),
  BODY_TOO_LARGE: apiOnly(413, "The request body must not exceed 256 KiB"),
  BODY_TOO_SLOW: apiOnly(408, "The request body did not arrive in time"),
  NOT_FOUND: apiOnly(404, "No resource exists at this path"),
  MALFORMED_ADDRESS: apiOnly(400, "This address is malformed"),
  FOREIGN_FORM: apiOnly(403, "This form was not sent by a page of this service"),
  METHOD_UNKNOWN: apiOnly(405, "Unknown HTTP method"),
  METHOD_NOT_ALLOWED: apiOnly(
    405,
    ({ method, allow }: { method: string; allow: string }) =>
      `${method} is not available here, only ${allow}`,
  ),

  // Which game, and who is asking.
  // Also for an archived game: outsiders cannot tell the two apart.
  GAME_NOT_FOUND: onPages(404, "There is no active game with this code"),
  TOKEN_REQUIRED: apiOnly(
    401,
    ({ which }: { which: "organizer" | "invitation" | "participant" | "claim" }) =>
      `This operation needs the ${which} token`,
  ),
  PROTECTED_GAME: apiOnly(
    401,
    "This game is protected: open it with your personal link or your participant token",
  ),
  INVALID_TOKEN: apiOnly(403, "This token is not valid for this game"),
  CREATE_KEY_REQUIRED: apiOnly(
    401,
    "Creating a game here takes a key, in the header x-create-key or as createKey: ask the operator",
  ),
  INVALID_CREATE_KEY: apiOnly(403, "This key does not allow to create games here"),
  PARTICIPANT_NOT_FOUND: onPages(404, "There is no participant with this id in the game"),
  ALREADY_ARCHIVED: apiOnly(
    409,
    ({ code }: { code: string }) => `Cannot archive game ${code}: it is already archived`,
  ),

  // A request that arrives again.
  KEY_REUSED: apiOnly(
    409,
    "This Idempotency-Key was already used with a different request body: use a new one",
  ),
  IN_PROGRESS: apiOnly(
    409,
    (_: { retryAfter: number }) =>
      "The first request with this Idempotency-Key is still in progress: try again in a moment",
  ),

  // The rules of the game.
  DATE_IN_PAST: onPages(400, "The date of the event must be today or later"),
  NAME_TAKEN: onPages(
    400,
    ({ name }: { name: string }) =>
      `The name "${name}" is used twice: names must be unique within a game`,
  ),
  UNKNOWN_PERSON: onPages(
    400,
    ({ reference }: { reference: string }) => `"${reference}" is not a participant of this game`,
  ),
  TOO_FEW_PARTICIPANTS: onPages(
    400,
    ({ name }: { name?: string }) =>
      `A game needs at least ${LIMITS.minParticipants} participants: ${
        name === undefined
          ? "let more people join before the names are drawn"
          : `add someone before you remove ${name}, or archive the game`
      }`,
  ),
  TOO_MANY_PARTICIPANTS: onPages(
    400,
    `A game may have at most ${LIMITS.maxParticipants} participants`,
  ),
  TOO_MANY_HOUSEHOLDS: onPages(
    400,
    `The households may name ${
      LIMITS.householdMembers.toLocaleString("en-GB")
    } people in total (counting anyone in several households once for each): merge households, or leave some out`,
  ),
  DRAW_IMPOSSIBLE: apiOnly(
    400,
    ({ givers, receivers }: UnservedGroup) =>
      `No draw can keep all exclusions: ${list(givers)} ${
        receivers.length === 0 ? "cannot give to anyone" : `may only give to ${list(receivers)}`
      }. Remove an exclusion or add more participants`,
  ),
  REASSIGNMENT_NOT_ALLOWED: onPages(
    400,
    "The organizer has turned off requests for a different person in this game",
  ),
  NO_PENDING_REQUEST: onPages(
    400,
    ({ name }: { name: string }) => `${name} has not asked for another person`,
  ),
  // Does not name their receiver: the reader may not have looked at the pairs.
  NO_OTHER_PERSON: onPages(
    400,
    ({ name }: { name: string }) =>
      `The exclusions leave nobody else for ${name} to give to: remove an exclusion or add a participant`,
  ),
  NOT_ALL_AT_ONCE: apiOnly(
    400,
    ({ name }: { name: string }) =>
      `Only some of these requests can be granted together because of the exclusions (${name} is one of the others): approve them one by one`,
  ),

  // A round that gathers.
  NOT_DRAWN_YET: onPages(400, "The names in this game have not been drawn yet"),
  ALREADY_DRAWN: onPages(400, "The names in this game have already been drawn"),
  DRAW_AT_IN_PAST: onPages(400, "drawAt must be in the future"),
  PROPOSAL_NOT_FOUND: onPages(404, "No household proposal has this id: fetch the game again"),

  KEEPERS_ARE_SEALED: onPages(
    400,
    `In a sealed game one person can keep up to ${LIMITS.keptSealed} others, who have no e-mail address and have not joined by themselves, keeper and kept never draw each other, and nobody can be added as a keeper after the draw`,
  ),
  ALREADY_OPENED_IN_ROOM: onPages(
    400,
    ({ name }: { name: string }) => `${name} has opened their gift before, or cannot open it here`,
  ),
  // A sealed game.
  SEAL_NEEDS_PROTECTION: apiOnly(400, "A sealed game is always protected"),
  CANNOT_SEAL: apiOnly(
    400,
    "A game can be sealed only when it is created: someone may have seen its pairs",
  ),
  USE_BREAK_SEAL: apiOnly(400, "To unseal a game, use the breakSeal action; everyone is notified"),
  NOT_SEALED: apiOnly(400, "This game is not sealed: its organizer already has everyone's link"),
  CLAIM_ENDED: apiOnly(
    403,
    "This claim link has expired or been used: ask the organizer for a new one",
  ),
  GIFT_WITHHELD: apiOnly(
    400,
    "This gift was opened with an earlier link: it stays locked until the holder of that link agrees, or the names are drawn again",
  ),

  // Messages, and the end.
  TOO_MANY_MESSAGES: onPages(
    429,
    (_: { retryAfter: number }) =>
      `You can send up to ${LIMITS.messagesPerDay} messages a day in each conversation: try again later`,
  ),
  PUSH_HOST: onPages(
    400,
    "endpoint must be the https address that a known push service gave to the browser",
  ),
  STALE_WISHES: apiOnly(409, "The list has changed since; this is the present one"),
  UNKNOWN_WISH: apiOnly(400, "No item on the list has this id"),
  UNKNOWN_PHOTO: apiOnly(400, "No photo of yours has this id"),
  PHOTO_TYPE: onPages(
    400,
    `A photo must be one whole still picture, as JPEG, PNG or WebP, of at most ${LIMITS.photoSide} pixels a side`,
  ),
  PHOTO_HAS_METADATA: onPages(
    400,
    "A photo must hold nothing but the picture: no Exif, XMP, comments, text or colour profile",
  ),
  TOO_MANY_PHOTOS: onPages(400, `One person may have at most ${LIMITS.photos} photos in a game`),
  PHOTO_TOO_LARGE: onPages(413, `A photo may have at most ${LIMITS.photoBytes / 1024} KiB`),
  PHOTO_SPACE_FULL: onPages(503, "This service has no room for more photos"),
  PHOTO_NOT_FOUND: apiOnly(404, "There is no photo with this id for this token"),
  WISHES_TOO_LARGE: onPages(400, `A list may have at most ${LIMITS.wishBytes} bytes as JSON`),
  WISH_NOT_FOUND: onPages(404, "There is no such item on the list of the person you give to"),
  TOO_MANY_DEVICES: apiOnly(
    409,
    `At most ${LIMITS.devices} devices of one person are notified: remove one of the others first`,
  ),
  TOO_EARLY_TO_THANK: onPages(400, "You can send a thank-you note once the event is over"),
  ALREADY_THANKED: onPages(400, "A thank-you note has already been sent for this gift"),
  // By post.
  NOT_BY_POST: onPages(400, "In this game gifts do not go by post: its organizer can set byPost"),
  NOT_KEPT: apiOnly(
    403,
    "keptId is not someone whose gift you open: use an id from keeping in your view",
  ),
  ADDRESS_BY_OWNER: onPages(
    400,
    "This person has entered their own address: only they can change it",
  ),
  SEND_BY_OUT_OF_RANGE: onPages(400, "sendBy must be between today and the date of the event"),
  CANNOT_REVEAL: onPages(
    400,
    "Someone has already opened their gift on the understanding that the pairs stay secret, so reveal can no longer be changed",
  ),

  NO_FINALE: onPages(400, "In this game the pairs stay secret: there is no finale to start"),
  TOO_EARLY: onPages(
    400,
    "The finale can be started from the day of the event on; if the event has a time, it starts by itself then",
  ),
  EVENT_OVER: onPages(
    400,
    ({ isDrawn }: { isDrawn: boolean }) =>
      isDrawn
        ? "The event is over: nothing about the names or the date can be changed any more"
        : "The event is already over: choose a later date or time, or keep the pairs secret",
  ),
  RULES_TELL_PAIRS: onPages(
    400,
    "The rules leave so few draws that someone could work out a pair: remove a rule or add a participant",
  ),
  WISH_IS_SEALED: onPages(
    400,
    "In a sealed game, only participants themselves can change their wish after the draw",
  ),

  NAME_MISMATCH: onPages(400, "This is not the name of the game: nothing was erased"),
  // Someone gives to them, and someone gets from them.
  TOO_EARLY_TO_ERASE: onPages(
    400,
    "Until the day of the event you can only leave the game: use leaveGame",
  ),

  // Mails.
  EMAIL_NOT_CONFIGURED: onPages(
    503,
    "E-mail is not configured on this service: share the personal links yourself",
  ),
  LINK_NOT_RENEWABLE: onPages(
    400,
    "The organizer link cannot be renewed: this service has no e-mail set up to send the new one",
  ),
  ORGANIZER_EMAIL_MISSING: onPages(
    400,
    "The organizer has no e-mail address: add it to the game first",
  ),
  ORGANIZER_EMAIL_NEEDED: onPages(
    400,
    "The organizer needs an e-mail address: mails to others wait until it is confirmed",
  ),
  EMAIL_MISSING: onPages(
    400,
    ({ name }: { name: string }) =>
      `${name} has no e-mail address: add one, or pass the personal link on by hand`,
  ),
  UNSUBSCRIBED: onPages(
    400,
    ({ name }: { name: string }) => `${name} has opted out of reminders for this game`,
  ),
  EMAIL_NOT_ACCEPTED: onPages(
    503,
    "The mail with the new organizer link could not be sent, so the old link is still valid: try again later",
  ),
  TOO_MANY_MAILS: onPages(
    429,
    ({ retryAfter }: { retryAfter: number }) =>
      `Too many mails for now: try again in ${Math.ceil(retryAfter / 60)} min`,
  ),

  SENDER_BLOCKED: onPages(400, "This address cannot be an organizer's on this service"),

  // The service.
  TOO_MANY_REQUESTS: apiOnly(
    429,
    ({ retryAfter }: { retryAfter: number }) =>
      `Too many requests: try again in ${retryAfter} seconds`,
  ),
  SERVICE_BUSY: apiOnly(
    503,
    ({ retryAfter }: { retryAfter: number }) =>
      `The service is busy: try again in ${retryAfter} seconds`,
  ),
  UNAUTHORIZED: apiOnly(401, "Unauthorized"),
  CLEANUP_NOT_CONFIGURED: apiOnly(500, "Server configuration error"),
  DATABASE_UNAVAILABLE: apiOnly(503, "Database not available"),
  INTERNAL: apiOnly(500, "Internal server error"),
};

export interface CatalogueEntry<Sentence = unknown> {
  status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 429 | 500 | 503;
  isOnPages: boolean;
  sentence: Sentence;
}

/** A sentence, or a function that writes it from the facts of the case. */
type Sentence = string | ((facts: never) => string);

function apiOnly<One extends Sentence>(
  status: CatalogueEntry["status"],
  sentence: One,
): CatalogueEntry<One> {
  return { status, isOnPages: false, sentence };
}

function onPages<One extends Sentence>(
  status: CatalogueEntry["status"],
  sentence: One,
): CatalogueEntry<One> {
  return { ...apiOnly(status, sentence), isOnPages: true };
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
