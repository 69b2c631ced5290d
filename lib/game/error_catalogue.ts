import { LIMITS } from "./types.ts";

/** One problem of a request, with its path: `participants.2.name`. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/**
 * Every error, once: its HTTP status, and its English sentence for the API. `isOnPages`: pages show it at a
 * form, with the text `errors.code.X` of the locales.
 */
export const CATALOGUE = {
  // The request itself.
  MALFORMED_JSON: { status: 400, sentence: ({ what }: { what: string }) => `The body is ${what}` },
  MALFORMED_FORM: { status: 400, sentence: () => "Expected a form submission from this page" },
  VALIDATION_FAILED: {
    status: 400,
    sentence: ({ details: [first] }: { details: readonly ErrorDetail[] }) =>
      first?.message ?? "The body is not valid",
  },
  BODY_TOO_LARGE: { status: 413, sentence: () => "The request body must not exceed 256 KiB" },
  BODY_TOO_SLOW: { status: 408, sentence: () => "The request body did not arrive in time" },
  NOT_FOUND: { status: 404, sentence: () => "No resource exists at this path" },
  MALFORMED_ADDRESS: { status: 400, sentence: () => "This address is malformed" },
  FOREIGN_FORM: {
    status: 403,
    sentence: () => "This form was not sent by a page of this service",
  },
  METHOD_UNKNOWN: { status: 405, sentence: () => "Unknown HTTP method" },
  METHOD_NOT_ALLOWED: {
    status: 405,
    sentence: ({ method, allow }: { method: string; allow: string }) =>
      `${method} is not available here, only ${allow}`,
  },

  // Which game, and who is asking.
  GAME_NOT_FOUND: {
    status: 404,
    isOnPages: true,
    // Also for an archived game: outsiders cannot tell the two apart.
    sentence: () => "There is no active game with this code",
  },
  TOKEN_REQUIRED: {
    status: 401,
    sentence: ({ which }: { which: "organizer" | "invitation" | "participant" | "claim" }) =>
      `This operation needs the ${which} token`,
  },
  PROTECTED_GAME: {
    status: 401,
    sentence: () =>
      "This game is protected: open it with your personal link or your participant token",
  },
  INVALID_TOKEN: { status: 403, sentence: () => "This token is not valid for this game" },
  CREATE_KEY_REQUIRED: {
    status: 401,
    sentence: () =>
      "Creating a game here takes a key, in the header x-create-key or as createKey: ask the operator",
  },
  INVALID_CREATE_KEY: {
    status: 403,
    sentence: () => "This key does not allow to create games here",
  },
  PARTICIPANT_NOT_FOUND: {
    status: 404,
    isOnPages: true,
    sentence: () => "There is no participant with this id in the game",
  },
  ALREADY_ARCHIVED: {
    status: 409,
    sentence: ({ code }: { code: string }) => `Cannot archive game ${code}: it is already archived`,
  },

  // A request that arrives again.
  KEY_REUSED: {
    status: 409,
    sentence: () =>
      "This Idempotency-Key was already used with a different request body: use a new one",
  },
  IN_PROGRESS: {
    status: 409,
    sentence: (_: { retryAfter: number }) =>
      "The first request with this Idempotency-Key is still in progress: try again in a moment",
  },

  // The rules of the game.
  DATE_IN_PAST: {
    status: 400,
    isOnPages: true,
    sentence: () => "The date of the event must be today or later",
  },
  NAME_TAKEN: {
    status: 400,
    isOnPages: true,
    sentence: ({ name }: { name: string }) =>
      `The name "${name}" is used twice: names must be unique within a game`,
  },
  UNKNOWN_PERSON: {
    status: 400,
    isOnPages: true,
    sentence: ({ reference }: { reference: string }) =>
      `"${reference}" is not a participant of this game`,
  },
  TOO_FEW_PARTICIPANTS: {
    status: 400,
    isOnPages: true,
    sentence: ({ name }: { name?: string }) =>
      `A game needs at least ${LIMITS.minParticipants} participants: ${
        name === undefined
          ? "let more people join before the names are drawn"
          : `add someone before you remove ${name}, or archive the game`
      }`,
  },
  TOO_MANY_PARTICIPANTS: {
    status: 400,
    isOnPages: true,
    sentence: () => `A game may have at most ${LIMITS.maxParticipants} participants`,
  },
  TOO_MANY_HOUSEHOLDS: {
    status: 400,
    isOnPages: true,
    sentence: () =>
      `The households may name ${
        LIMITS.householdMembers.toLocaleString("en-GB")
      } people in total (counting anyone in several households once for each): merge households, or leave some out`,
  },
  DRAW_IMPOSSIBLE: {
    status: 400,
    sentence: ({ givers, receivers }: UnservedGroup) =>
      `No draw can keep all exclusions: ${list(givers)} ${
        receivers.length === 0 ? "cannot give to anyone" : `may only give to ${list(receivers)}`
      }. Remove an exclusion or add more participants`,
  },
  REASSIGNMENT_NOT_ALLOWED: {
    status: 400,
    isOnPages: true,
    sentence: () => "The organizer has turned off requests for a different person in this game",
  },
  NO_PENDING_REQUEST: {
    status: 400,
    isOnPages: true,
    sentence: ({ name }: { name: string }) => `${name} has not asked for another person`,
  },
  NO_OTHER_PERSON: {
    status: 400,
    isOnPages: true,
    // Does not name their receiver: the reader may not have looked at the pairs.
    sentence: ({ name }: { name: string }) =>
      `The exclusions leave nobody else for ${name} to give to: remove an exclusion or add a participant`,
  },
  NOT_ALL_AT_ONCE: {
    status: 400,
    sentence: ({ name }: { name: string }) =>
      `Only some of these requests can be granted together because of the exclusions (${name} is one of the others): approve them one by one`,
  },

  // A round that gathers.
  NOT_DRAWN_YET: {
    status: 400,
    isOnPages: true,
    sentence: () => "The names in this game have not been drawn yet",
  },
  ALREADY_DRAWN: {
    status: 400,
    isOnPages: true,
    sentence: () => "The names in this game have already been drawn",
  },
  DRAW_AT_IN_PAST: {
    status: 400,
    isOnPages: true,
    sentence: () => "drawAt must be in the future",
  },
  PROPOSAL_NOT_FOUND: {
    status: 404,
    isOnPages: true,
    sentence: () => "No household proposal has this id: fetch the game again",
  },

  KEEPERS_ARE_SEALED: {
    status: 400,
    isOnPages: true,
    sentence: () =>
      `In a sealed game one person can keep up to ${LIMITS.keptSealed} others, who have no e-mail address, keeper and kept never draw each other, and nobody can be added as a keeper after the draw`,
  },
  ALREADY_OPENED_IN_ROOM: {
    status: 400,
    isOnPages: true,
    sentence: ({ name }: { name: string }) =>
      `${name} has opened their gift before, or cannot open it here`,
  },
  // A sealed game.
  SEAL_NEEDS_PROTECTION: {
    status: 400,
    sentence: () => "A sealed game is always protected",
  },
  CANNOT_SEAL: {
    status: 400,
    sentence: () => "A game can be sealed only when it is created: someone may have seen its pairs",
  },
  USE_BREAK_SEAL: {
    status: 400,
    sentence: () => "To unseal a game, use the breakSeal action; everyone is notified",
  },
  NOT_SEALED: {
    status: 400,
    sentence: () => "This game is not sealed: its organizer already has everyone's link",
  },
  CLAIM_ENDED: {
    status: 403,
    sentence: () => "This claim link has expired or been used: ask the organizer for a new one",
  },
  GIFT_WITHHELD: {
    status: 400,
    sentence: () =>
      "This gift was opened with an earlier link: it stays locked until the holder of that link agrees, or the names are drawn again",
  },

  // Messages, and the end.
  TOO_MANY_MESSAGES: {
    status: 429,
    isOnPages: true,
    sentence: (_: { retryAfter: number }) =>
      `You can send up to ${LIMITS.messagesPerDay} messages a day in each conversation: try again later`,
  },
  PUSH_HOST: {
    status: 400,
    isOnPages: true,
    sentence: () =>
      "endpoint must be the https address that a known push service gave to the browser",
  },
  STALE_WISHES: {
    status: 409,
    sentence: () => "The list has changed since; this is the present one",
  },
  UNKNOWN_WISH: { status: 400, sentence: () => "No item on the list has this id" },
  UNKNOWN_PHOTO: { status: 400, sentence: () => "No photo of yours has this id" },
  PHOTO_TYPE: {
    status: 400,
    isOnPages: true,
    sentence: () =>
      `A photo must be one whole still picture, as JPEG, PNG or WebP, of at most ${LIMITS.photoSide} pixels a side`,
  },
  PHOTO_HAS_METADATA: {
    status: 400,
    isOnPages: true,
    sentence: () =>
      "A photo must hold nothing but the picture: no Exif, XMP, comments, text or colour profile",
  },
  TOO_MANY_PHOTOS: {
    status: 400,
    isOnPages: true,
    sentence: () => `One person may have at most ${LIMITS.photos} photos in a game`,
  },
  PHOTO_TOO_LARGE: {
    status: 413,
    isOnPages: true,
    sentence: () => `A photo may have at most ${LIMITS.photoBytes / 1024} KiB`,
  },
  PHOTO_SPACE_FULL: {
    status: 503,
    isOnPages: true,
    sentence: () => "This service has no room for more photos",
  },
  PHOTO_NOT_FOUND: {
    status: 404,
    sentence: () => "There is no photo with this id for this token",
  },
  WISHES_TOO_LARGE: {
    status: 400,
    isOnPages: true,
    sentence: () => `A list may have at most ${LIMITS.wishBytes} bytes as JSON`,
  },
  WISH_NOT_FOUND: {
    status: 404,
    isOnPages: true,
    sentence: () => "There is no such item on the list of the person you give to",
  },
  TOO_MANY_DEVICES: {
    status: 409,
    sentence: () =>
      `At most ${LIMITS.devices} devices of one person are notified: remove one of the others first`,
  },
  TOO_EARLY_TO_THANK: {
    status: 400,
    isOnPages: true,
    sentence: () => "You can send a thank-you note once the event is over",
  },
  ALREADY_THANKED: {
    status: 400,
    isOnPages: true,
    sentence: () => "A thank-you note has already been sent for this gift",
  },
  // By post.
  NOT_BY_POST: {
    status: 400,
    isOnPages: true,
    sentence: () => "In this game gifts do not go by post: its organizer can set byPost",
  },
  NOT_KEPT: {
    status: 403,
    sentence: () =>
      "keptId is not someone whose gift you open: use an id from keeping in your view",
  },
  ADDRESS_BY_OWNER: {
    status: 400,
    isOnPages: true,
    sentence: () => "This person has entered their own address: only they can change it",
  },
  SEND_BY_OUT_OF_RANGE: {
    status: 400,
    isOnPages: true,
    sentence: () => "sendBy must be between today and the date of the event",
  },
  CANNOT_REVEAL: {
    status: 400,
    isOnPages: true,
    sentence: () =>
      "Someone has already opened their gift on the understanding that the pairs stay secret, so reveal can no longer be changed",
  },

  NO_FINALE: {
    status: 400,
    isOnPages: true,
    sentence: () => "In this game the pairs stay secret: there is no finale to start",
  },
  TOO_EARLY: {
    status: 400,
    isOnPages: true,
    sentence: () =>
      "The finale can be started from the day of the event on; if the event has a time, it starts by itself then",
  },
  EVENT_OVER: {
    status: 400,
    isOnPages: true,
    sentence: ({ isDrawn }: { isDrawn: boolean }) =>
      isDrawn
        ? "The event is over: nothing about the names or the date can be changed any more"
        : "The event is already over: choose a later date or time, or keep the pairs secret",
  },
  RULES_TELL_PAIRS: {
    status: 400,
    isOnPages: true,
    sentence: () =>
      "The rules leave so few draws that someone could work out a pair: remove a rule or add a participant",
  },
  WISH_IS_SEALED: {
    status: 400,
    isOnPages: true,
    sentence: () =>
      "In a sealed game, only participants themselves can change their wish after the draw",
  },

  NAME_MISMATCH: {
    status: 400,
    isOnPages: true,
    sentence: () => "This is not the name of the game: nothing was erased",
  },
  TOO_EARLY_TO_ERASE: {
    status: 400,
    isOnPages: true,
    // Someone gives to them, and someone gets from them.
    sentence: () => "Until the day of the event you can only leave the game: use leaveGame",
  },

  // Mails.
  EMAIL_NOT_CONFIGURED: {
    status: 503,
    isOnPages: true,
    sentence: () => "E-mail is not configured on this service: share the personal links yourself",
  },
  LINK_NOT_RENEWABLE: {
    status: 400,
    isOnPages: true,
    sentence: () =>
      "The organizer link cannot be renewed: this service has no e-mail set up to send the new one",
  },
  ORGANIZER_EMAIL_MISSING: {
    status: 400,
    isOnPages: true,
    sentence: () => "The organizer has no e-mail address: add it to the game first",
  },
  ORGANIZER_EMAIL_NEEDED: {
    status: 400,
    isOnPages: true,
    sentence: () =>
      "The organizer needs an e-mail address: mails to others wait until it is confirmed",
  },
  EMAIL_MISSING: {
    status: 400,
    isOnPages: true,
    sentence: ({ name }: { name: string }) =>
      `${name} has no e-mail address: add one, or pass the personal link on by hand`,
  },
  UNSUBSCRIBED: {
    status: 400,
    isOnPages: true,
    sentence: ({ name }: { name: string }) => `${name} has opted out of reminders for this game`,
  },
  EMAIL_NOT_ACCEPTED: {
    status: 503,
    isOnPages: true,
    sentence: () =>
      "The mail with the new organizer link could not be sent, so the old link is still valid: try again later",
  },
  TOO_MANY_MAILS: {
    status: 429,
    isOnPages: true,
    sentence: ({ retryAfter }: { retryAfter: number }) =>
      `Too many mails for now: try again in ${Math.ceil(retryAfter / 60)} min`,
  },

  SENDER_BLOCKED: {
    status: 400,
    isOnPages: true,
    sentence: () => "This address cannot be an organizer's on this service",
  },

  // The service.
  TOO_MANY_REQUESTS: {
    status: 429,
    sentence: ({ retryAfter }: { retryAfter: number }) =>
      `Too many requests: try again in ${retryAfter} seconds`,
  },
  SERVICE_BUSY: {
    status: 503,
    sentence: ({ retryAfter }: { retryAfter: number }) =>
      `The service is busy: try again in ${retryAfter} seconds`,
  },
  UNAUTHORIZED: { status: 401, sentence: () => "Unauthorized" },
  CLEANUP_NOT_CONFIGURED: { status: 500, sentence: () => "Server configuration error" },
  DATABASE_UNAVAILABLE: { status: 503, sentence: () => "Database not available" },
  INTERNAL: { status: 500, sentence: () => "Internal server error" },
} satisfies Record<string, CatalogueEntry>;

export interface CatalogueEntry {
  status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 429 | 500 | 503;
  isOnPages?: true;
  sentence(facts: unknown): string;
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
