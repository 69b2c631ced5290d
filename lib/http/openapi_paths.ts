import type { ErrorCode } from "../game/errors.ts";
import { deviceAddedSchema, pushBodySchema, removalBodySchema } from "../game/actions/devices.ts";
import { answersOf, OPERATION_NAMES, patchGameSchema, refusalsOf } from "../game/operations.ts";
import { playAgainSchema } from "../game/again.ts";
import { createRequestSchema, ownLinksSchema, sendEmailSchema } from "../game/schemas.ts";
import { ownDataSchema } from "../game/own_data.ts";
import { invitationViewSchema } from "../game/gathering_view.ts";
import { messagesViewSchema } from "../game/messages.ts";
import { GAME_CODE } from "../game/types.ts";
import {
  organizerViewSchema,
  participantViewSchema,
  publicViewSchema,
} from "../game/view_schemas.ts";
import {
  answer,
  anyOf,
  body,
  type Operation,
  optionally,
  ORGANIZER,
  type Parameter,
  parameter,
  PARTICIPANT,
  PHOTO_CONTENT,
  refusal,
  refusals,
  refusalsOfBody,
} from "./openapi_operations.ts";
import {
  archivedSchema,
  cleanupSchema,
  createdGameSchema,
  linksRequestedSchema,
  photoAddedSchema,
  sentSchema,
} from "./answer_schemas.ts";
import { actionSchemaId, NOTHING_SENT } from "./openapi_examples.ts";
import { SERVICE_OPERATIONS } from "./openapi_service_paths.ts";

const code = parameter(
  "path",
  "code",
  "The code of the game: six digits, or eight",
  GAME_CODE.source,
);
const photo = parameter("path", "photo", "The id of the photo");
const participantId = parameter(
  "query",
  "participantId",
  "In an unprotected game: whose view to show",
);
const createKey = parameter(
  "header",
  "x-create-key",
  "Where creating takes a key, see /api/config: the key",
);
const idempotencyKey = parameter(
  "header",
  "Idempotency-Key",
  "1 to 200 printable ASCII characters, new and hard to guess for each request, such as a UUID. " +
    "Of fewer than 16 characters it counts for one network address alone. " +
    "Sent again within a day with the same body, the request is carried out once and answered as " +
    "the first time, from the current game; with another body it is refused. Refusals are not kept, and erasing the game frees its key",
  "^[ -~]{1,200}$",
);

const reader = optionally(...ORGANIZER, ...PARTICIPANT, "invitationToken");
const actor = optionally(...ORGANIZER, ...PARTICIPANT);
const organizer = anyOf(...ORGANIZER);
const organizerOrBody = optionally(...ORGANIZER);
const participant = anyOf(...PARTICIPANT);
const participantInHeader = anyOf("participantToken");
const cleanup = anyOf("cleanupSecret");

/** Properties of all operations on a game. @param others parameters besides the code and the credential */
function ofGame({ security, parameters }: typeof reader, ...others: Parameter[]) {
  const tags: Operation["tags"] = ["Games"];
  return { tags, security, parameters: [code, ...parameters, ...others] };
}

const ACTION_ANSWERS = new Set(OPERATION_NAMES.flatMap(answersOf));
const ACTION_REFUSALS = new Set(OPERATION_NAMES.flatMap((name) => [...refusalsOf(name)]));

/** The refusals of every request that needs a token. */
const REFUSALS_OF_TOKEN: readonly ErrorCode[] = [
  "TOKEN_REQUIRED",
  "INVALID_TOKEN",
  "GAME_NOT_FOUND",
];

/** The refusals of every request that creates a game, besides those of its body. */
const REFUSALS_OF_CREATION: readonly ErrorCode[] = [
  "DATE_IN_PAST",
  "DRAW_AT_IN_PAST",
  "EVENT_OVER",
  "SEND_BY_OUT_OF_RANGE",
  "NAME_TAKEN",
  "UNKNOWN_PERSON",
  "TOO_MANY_HOUSEHOLDS",
  "DRAW_IMPOSSIBLE",
  "RULES_TELL_PAIRS",
  "KEEPERS_ARE_SEALED",
  "SEAL_NEEDS_PROTECTION",
  "TOO_MANY_MAILS",
  "SENDER_BLOCKED",
  "ORGANIZER_EMAIL_NEEDED",
  "KEY_REUSED",
  "IN_PROGRESS",
];

/** Every operation on games and mails, by method and path. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  "post /api/games": {
    operationId: "createGame",
    summary: "Create a game and draw the names, or let people join first",
    description:
      "With `draw: later` people join by the invitation link, or are added, until drawNames or the time " +
      "`drawAt` draws; until then there are no pairs, and what needs them answers `NOT_DRAWN_YET`.",
    tags: ["Games"],
    security: [],
    parameters: [idempotencyKey, createKey],
    requestBody: body(createRequestSchema),
    responses: {
      201: answer("The game as its organizer sees it", createdGameSchema),
      ...refusalsOfBody(
        ...REFUSALS_OF_CREATION,
        "CREATE_KEY_REQUIRED",
        "INVALID_CREATE_KEY",
        "INVALID_TOKEN",
        "GAME_NOT_FOUND",
      ),
    },
  },
  "get /api/games/{code}": {
    operationId: "readGame",
    summary: "Get a game, as far as the credential allows",
    description:
      "Without a credential an unprotected game shows its public view; with `participantId` it shows " +
      "that participant's view, without the e-mail address. A protected game opens to tokens alone. " +
      "A participant's view that holds their pair counts as the opening of their gift (`viewedAt`) and " +
      "is the last to hold `receiverChange`. Fetched ahead (`Sec-Purpose: prefetch`) it does not count, and until all " +
      "pairs are `revealed` it holds the pair only if the gift was opened before and the game is not sealed; HEAD does not count.",
    ...ofGame(reader, participantId),
    responses: {
      200: answer(
        "One of the three views, or the invitation",
        organizerViewSchema,
        participantViewSchema,
        publicViewSchema,
        invitationViewSchema,
      ),
      ...refusals("PROTECTED_GAME", "INVALID_TOKEN", "GAME_NOT_FOUND", "PARTICIPANT_NOT_FOUND"),
    },
  },
  "patch /api/games/{code}": {
    operationId: "changeGame",
    summary: "Perform an action on a game",
    description:
      "The order of checks: body (400), game (404), credential (401, 403), target (404), rules (400). " +
      "Tokens may also come as headers or in the query. `Idempotency-Key` is for joinInvitation and claimPlace. " +
      "When a participant's address changes, the old address is notified. In a sealed game participants act by " +
      "their tokens alone. Once all pairs are revealed, any change of them or of the end of the event " +
      "answers `EVENT_OVER`.",
    ...ofGame(actor, idempotencyKey),
    requestBody: body(patchGameSchema, OPERATION_NAMES.map(actionSchemaId)),
    responses: {
      200: answer("What each action in `GameAction` says", ...ACTION_ANSWERS),
      ...refusalsOfBody(...ACTION_REFUSALS),
    },
  },
  "delete /api/games/{code}": {
    operationId: "archiveGame",
    summary: "Archive a game",
    description:
      "Its links show the end of the game, its code is free again, and its organizer may still read it, play it " +
      "again and erase it.",
    ...ofGame(organizer),
    responses: {
      200: answer("It is archived", archivedSchema),
      ...refusals(...REFUSALS_OF_TOKEN, "ALREADY_ARCHIVED"),
    },
  },
  "post /api/games/{code}/again": {
    operationId: "playAgain",
    summary: "Play a game again, active or archived",
    description:
      "Everything except the date is optional: omitted fields are copied from the previous game, except for wishes and " +
      "confirmations. `participants` replaces the whole list; people are matched by " +
      "name, and rules that name people left out are dropped. The first draw avoids the pairs of the last " +
      "five years; years are left out, oldest first, until no one can infer a pair from that. Changes after " +
      "someone has opened their gift may bring such a pair back. After a sealed game this needs the same people " +
      "with the same addresses and no further rule, and `isSealed: false` forgets all. The order of checks: body " +
      "(400), game (404), credential (401, 403), rules (400).",
    ...ofGame(organizerOrBody, idempotencyKey),
    requestBody: body(playAgainSchema),
    responses: {
      201: answer("The new game as its organizer sees it", createdGameSchema),
      ...refusalsOfBody(
        ...REFUSALS_OF_CREATION,
        ...REFUSALS_OF_TOKEN,
      ),
    },
  },
  "get /api/games/{code}/messages": {
    operationId: "readMessages",
    summary: "Get your messages with the person you give to and with your giver",
    description:
      "Needs a participant's token, in open games too; closed to everyone else. Empty until the names are " +
      "drawn. Asking for it opens the gift and marks messages as read; fetched ahead " +
      "(`Sec-Purpose: prefetch`) it does not count, and holds the thread with your receiver only if you " +
      "opened the gift before. When the pair changes the new giver begins with an empty thread; the one before " +
      "keeps theirs in `earlier`, and the receiver's goes on. Keepers read none of those whose gifts they open.",
    ...ofGame(participant),
    responses: {
      200: answer("Both threads", messagesViewSchema),
      ...refusals(...REFUSALS_OF_TOKEN, "PARTICIPANT_NOT_FOUND"),
    },
  },
  "get /api/games/{code}/my-data": {
    operationId: "readOwnData",
    summary: "Get all data stored about the calling participant",
    description: "Needs a participant's token, in open games too. Asking for it counts as " +
      "opening the gift, since it names the receiver; fetched ahead " +
      "(`Sec-Purpose: prefetch`) it does not count, and names them only if the gift was opened before.",
    ...ofGame(participant),
    responses: {
      200: answer("Your own record and pair", ownDataSchema),
      ...refusals(...REFUSALS_OF_TOKEN, "PARTICIPANT_NOT_FOUND"),
    },
  },
  "post /api/games/{code}/photos": {
    operationId: "addPhoto",
    summary: "Send a photo for an item of your wish list",
    description:
      "Needs a participant's token, in open games too. The body is the photo itself: JPEG, PNG or WebP of at most " +
      "100 KiB and 1,024 pixels a side, whatever `Content-Type` says. It may hold nothing but one still picture: " +
      "no Exif, XMP, text, comments or ICC profile. `setWishes` puts it on an item; one that has been on no item " +
      "for a day is erased. Each person may have 20.",
    ...ofGame(participant),
    requestBody: { required: true, content: PHOTO_CONTENT },
    responses: {
      201: answer("It is kept", photoAddedSchema),
      ...refusals(
        "PHOTO_TYPE",
        "PHOTO_HAS_METADATA",
        "TOO_MANY_PHOTOS",
        "PHOTO_TOO_LARGE",
        "PHOTO_SPACE_FULL",
        "BODY_TOO_LARGE",
        "BODY_TOO_SLOW",
        "MALFORMED_JSON",
        ...REFUSALS_OF_TOKEN,
        "PARTICIPANT_NOT_FOUND",
      ),
    },
  },
  "get /api/games/{code}/photos/{photo}": {
    operationId: "readPhoto",
    summary: "Get a photo",
    description:
      "For those who see its item: its owner, and the present giver and their keeper once the gift is opened. " +
      "The owner also sees photos that are on no item. The token counts as a header alone; everyone else gets 404.",
    ...ofGame(participantInHeader, photo),
    responses: {
      200: { description: "The photo", content: PHOTO_CONTENT },
      ...refusals("PHOTO_NOT_FOUND"),
    },
  },
  "post /api/games/{code}/push": {
    operationId: "addDevice",
    summary: "Notify the caller of a game in a browser",
    description:
      "Needs a token. The body is what `PushSubscription.toJSON()` says, from a subscription with the key of " +
      "`/api/push-key`. One that is there already keeps its id. Notices name nobody, hold no link and are " +
      "encrypted (RFC 8291). Whoever has ended reminders and updates by mail gets them on the devices that are added " +
      "later, until they end them again, which removes these. A device goes with the link by which it was added, " +
      "with the game's archival, and when its push service says that it is gone.",
    ...ofGame(actor),
    tags: ["Devices"],
    requestBody: body(pushBodySchema),
    responses: {
      200: answer("It was there already", deviceAddedSchema),
      201: answer("It is added", deviceAddedSchema),
      ...refusalsOfBody(...refusalsOf("addDevice")),
    },
  },
  "delete /api/games/{code}/push": {
    operationId: "removeDevice",
    summary: "End the notices in a browser",
    description:
      "Needs a token. By the id of the device or by its endpoint, also if there is none.",
    ...ofGame(actor),
    tags: ["Devices"],
    requestBody: body(removalBodySchema),
    responses: {
      204: { description: "It is not notified" },
      ...refusalsOfBody(...refusalsOf("removeDevice")),
    },
  },
  "post /api/games/cleanup": {
    operationId: "archiveExpiredGames",
    summary: "Archive every game whose date is three days ago or longer",
    description:
      "The service does this by itself every day at 02:00 UTC. Games that were archived " +
      "longer ago than the setting RETENTION_DAYS says are erased for good at the same time.",
    tags: ["Operation"],
    ...cleanup,
    responses: {
      200: answer("What was done", cleanupSchema),
      ...refusals("UNAUTHORIZED", "CLEANUP_NOT_CONFIGURED"),
    },
  },
  "post /api/email/send": {
    operationId: "sendEmail",
    summary: "Send or resend mails of a game, or recover a lost link",
    description:
      "Needs the organizer's token, but for the two recoveries: they are answered alike whether or not the address " +
      "is known, and mail goes to the address on file only. Reminders also reach people on the devices that " +
      "they have added, without an address and without a mail server, too.",
    tags: ["E-mail"],
    ...organizerOrBody,
    requestBody: body(sendEmailSchema),
    responses: {
      200: answer("How many were sent, failed and are still queued", sentSchema),
      ...refusalsOfBody(
        ...REFUSALS_OF_TOKEN,
        "PARTICIPANT_NOT_FOUND",
        "EMAIL_MISSING",
        "ORGANIZER_EMAIL_MISSING",
        "ORGANIZER_EMAIL_NEEDED",
        "UNSUBSCRIBED",
        "TOO_MANY_MAILS",
      ),
      503: refusal(
        "Every mail was refused by the mail server; or, as an error",
        ["EMAIL_NOT_CONFIGURED", "SERVICE_BUSY", "DATABASE_UNAVAILABLE"],
        { schema: sentSchema, example: NOTHING_SENT },
      ),
    },
  },
  "post /api/email/links": {
    operationId: "requestLinks",
    summary: "Email all links belonging to an address to that address",
    description:
      "One mail lists every link of the address, as organizer and as participant, in all active games. " +
      "The answer is the same, and takes as long, whether or not the address is in any game.",
    tags: ["E-mail"],
    security: [],
    requestBody: body(ownLinksSchema),
    responses: {
      202: answer("Where the address is known, a mail is on its way", linksRequestedSchema),
      ...refusalsOfBody("TOO_MANY_MAILS", "EMAIL_NOT_CONFIGURED"),
    },
  },
};

/** Every operation of the API by path and method. */
export const PATHS = byPath({ ...OPERATIONS, ...SERVICE_OPERATIONS });

function byPath(operations: Readonly<Record<string, Operation>>) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = name.split(" ");
    paths[path] = { ...paths[path], [method]: operation };
  }
  return paths;
}
