/** The examples of the OpenAPI document, created by the code that creates the real responses. */
import type { z } from "zod";
import { claimPath } from "../browser/links.ts";
import type { ParticipantAccess } from "../game/access.ts";
import { prepareGame } from "../game/create.ts";
import type { CATALOGUE } from "../game/error_catalogue.ts";
import { done } from "../game/done.ts";
import { ERROR_CODES, type ErrorCode, GameError } from "../game/errors.ts";
import { invitationView } from "../game/gathering_view.ts";
import type { messagesViewSchema } from "../game/messages.ts";
import { OPERATION_NAMES, type OperationName, OPERATIONS } from "../game/operations.ts";
import { viewOwnData } from "../game/own_data.ts";
import { personKeysOf } from "../game/pair_history.ts";
import { createGameSchema } from "../game/schemas.ts";
import { NONCE_BYTES } from "../game/sealed_text.ts";
import { Tokens } from "../game/tokens.ts";
import { organizerView, participantView, viewGame, viewUnserved } from "../game/views.ts";
import type { Participant } from "../game/types.ts";
import type { ShownWishes, Wish } from "../game/wishes.ts";
import { errorBody } from "./answers.ts";

/** Examples by the name of their schema or the code of their error. */
export type Examples = Record<string, { value: unknown }>;

/** The name of the example of an `EmailResult` after a failure. */
export const NOTHING_SENT = "NothingSent";

/** The name of an action's schema in the document. */
export function actionSchemaId(name: OperationName): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Examples for every request and response body of the document. Deterministic. */
export function openApiExamples(): Examples {
  const values = {
    ...requestExamples(),
    ...gameExamples(),
    ...serviceExamples(),
    ...Object.fromEntries(ERROR_CODES.map((code) => [code, errorExample(code)])),
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
}

const NOW = new Date("2027-11-20T18:00:00Z");
const CODE = "482913";
const TOKEN = "the-organizers-token";
const CLAIM_TOKEN = "the-end-of-the-claim-link";
const PARTICIPANT_TOKEN = "your-own-token";
const ID = "00000000-0000-4000-8000-000000000001";

const CREATION: z.input<typeof createGameSchema> = {
  name: "Winter party",
  date: "2027-12-24",
  time: "18:30",
  timeZone: "Europe/Berlin",
  location: "At Ana's",
  amount: "20",
  currency: "EUR",
  organizerName: "Ana",
  organizerEmail: "ana@example.org",
  isProtected: true,
  sendEmails: true,
  participants: [
    { name: "Ana", email: "ana@example.org", wish: "Tea" },
    { name: "Ben", email: "ben@example.org", wish: "A good book" },
    { name: "Cy" },
  ],
  exclusions: [],
  households: [],
};

/** Example values for fields of actions; all other fields are left out. */
const FIELDS: Readonly<Record<string, unknown>> = {
  organizerToken: TOKEN,
  participantToken: PARTICIPANT_TOKEN,
  invitationToken: "the-invitation-token",
  claimToken: CLAIM_TOKEN,
  participantId: ID,
  participantName: "Dee",
  participantEmail: "dee@example.org",
  proposalId: "3fa1c2d4-9b07e6a5",
  name: "Ana",
  email: "ana@example.org",
  wish: "Tea, or a good book",
  location: "At Ben's",
  exclusions: [["Ana", "Ben"]],
  households: [["Ben", "Cy"]],
  keepers: [["Ana", "Cy"]],
  confirmName: "Winter party",
  to: "receiver",
  text: "Which size do you wear?",
  muted: true,
  allowed: true,
  lines: ["Ana Arden", "1 Elm Street", "Springfield, IL 62701"],
  country: "US",
  sent: true,
  wishes: [
    { id: ID, title: "A teapot", url: "https://shop.example/teapot" },
    { title: "A good book", price: { amount: "20", currency: "EUR" }, note: "Any crime story" },
  ],
  revision: 1,
  wishId: ID,
  bought: true,
  endpoint: "https://updates.push.services.mozilla.com/wpush/v2/the-address-of-one-browser",
  keys: {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};

function requestExamples() {
  const actions = OPERATION_NAMES.map((name): [string, unknown] => {
    const fields = Object.keys(OPERATIONS[name].body.shape).filter((field) => field in FIELDS);
    const values = fields.map((field): [string, unknown] => [field, FIELDS[field]]);
    return [actionSchemaId(name), { action: name, ...Object.fromEntries(values) }];
  });
  const { endpoint, keys } = FIELDS;
  return {
    ...Object.fromEntries(actions),
    PushSubscription: { participantToken: PARTICIPANT_TOKEN, endpoint, keys },
    RemovedDevice: { participantToken: PARTICIPANT_TOKEN, endpoint },
    CreateGame: CREATION,
    PlayAgain: { date: "2028-12-24", organizerToken: TOKEN },
    SendEmail: {
      code: CODE,
      type: "reminderAll",
      organizerToken: TOKEN,
      customMessage: "Have you opened your gift?",
    },
    RequestLinks: { email: "ana@example.org" },
  };
}

/** Tokens from a published key, which no service uses. */
function exampleTokens(): Tokens {
  return new Tokens(new TextEncoder().encode("the key of the examples in the document"));
}

function gameExamples() {
  const tokens = exampleTokens();
  let word = 1;
  let ids = 0;
  const newId = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`;
  const { game } = prepareGame(createGameSchema.parse(CREATION), "en", {
    random: { below: (n) => (word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0) % n },
    now: NOW,
    newId,
    newGameId: newId,
    personKeys: personKeysOf(tokens),
    sealAddress: (text, place) => tokens.addresses.seal(text, place, new Uint8Array(NONCE_BYTES)),
  }).draw();
  game.code = CODE;
  const [participant] = game.participants;
  if (!participant) throw new Error("The example needs people");
  const access: ParticipantAccess = {
    role: "participant",
    participant,
    seesAssignment: true,
    hasToken: true,
  };
  const wishes = exampleWishes(participant);
  game.wishLists = wishes.lists.map(({ wishes, ...head }) => ({ ...head, count: wishes.length }));
  const organized = organizerView(game, tokens, NOW);
  const participated = participantView(game, access, tokens, NOW, wishes);
  const emailResults = {
    organizerEmailSent: true,
    participantEmailsSent: 2,
    participantEmailsFailed: 0,
    participantEmailsQueued: 0,
  };
  const claim = {
    claimUrl: `https://gifts.example.org${claimPath(CODE, CLAIM_TOKEN)}`,
    expiresAt: "2027-12-04T18:00:00.000Z",
  };
  const messages: z.infer<typeof messagesViewSchema> = {
    toReceiver: [{
      id: newId(),
      mine: true,
      text: "Which size do you wear?",
      at: "2027-11-20T18:00:00.000Z",
    }],
    toGiver: [{ id: newId(), mine: false, question: "hobby", at: "2027-11-21T07:30:00.000Z" }],
    earlier: [],
    thanks: null,
    muted: { receiver: false, giver: false },
    hasThanked: false,
    unread: { receiver: 0, giver: 1 },
    questions: ["size", "hobby"],
    receiverChange: null,
  };
  return {
    OrganizerView: organized,
    CreatedGame: { ...organized, emailResults },
    ApprovedView: {
      ...organized,
      unserved: viewUnserved(game, [{
        participant: participant.number,
        reason: "NO_OTHER_PERSON",
      }]),
    },
    ClaimIssued: { ...organized, ...claim },
    ClaimsIssued: { ...organized, claims: [{ ...claim, participantId: participant.id }] },
    ParticipantView: participated,
    NewcomerView: { ...participated, participantToken: tokens.participant(game, participant) },
    PublicView: viewGame({ ...game, isProtected: false }, { role: "public" }, tokens, NOW),
    InvitationView: invitationView(game, NOW),
    OpenedInRoom: { receiver: { name: "Ben", desiredGift: "", wish: "A good book" } },
    Messages: messages,
    OwnData: viewOwnData(
      game,
      access,
      {
        ...{ messages, ownThanks: null, isUnsubscribed: false, email: undefined, wishes },
        photos: [ID],
        hosts: new Map(game.devices.map(({ id }) => [id, "fcm.googleapis.com"])),
      },
      tokens,
      NOW,
    ),
  };
}

/** The lists of a giver and their receiver; the giver has marked an item that has changed since. */
function exampleWishes({ number: giver, receiver }: Participant): ShownWishes {
  const rest = { url: "", price: null, note: "", photo: null };
  const tea = { ...rest, id: ID, title: "A teapot", url: "https://shop.example/teapot" };
  const book = { ...rest, id: ID.replace(/1$/, "2"), title: "A good book" };
  const changed = { ...book, note: "Any crime story", price: { amount: "20", currency: "EUR" } };
  const list = (participant: number, ...wishes: Wish[]) => ({
    ...{ participant, version: 1, revision: 1, wishes },
  });
  if (receiver === null) throw new Error("The example needs pairs");
  return {
    lists: [list(giver, tea), list(receiver, changed)],
    marks: [{
      ...{ giver, receiver },
      wishId: book.id,
      item: JSON.stringify(book),
      markedAt: NOW.toISOString(),
    }],
  };
}

function serviceExamples() {
  const timestamp = NOW.toISOString();
  const missing = (name: string, message: string) => {
    return { name, status: "NotConfigured", message, responseTimeMs: null };
  };
  return {
    HealthReport: {
      overallStatus: "Healthy",
      status: "Healthy",
      timestamp,
      version: "v1.0.0-2-g31a0b5c",
      buildDate: "2027-11-01",
      environment: "production",
      uptime: 86_400.5,
      checks: { database: { status: "ok" }, email: { status: "not_configured" } },
      services: [
        { name: "Database", status: "Healthy", message: "SQLite answers", responseTimeMs: 0.4 },
        missing("E-mail", "No mail server is set up"),
        missing("Application monitoring", "No connection string is set"),
      ],
      forwarded: { addresses: 1, proto: "https", host: "gifts.example.org" },
    },
    Liveness: { status: "alive", timestamp },
    Readiness: {
      status: "ready",
      timestamp,
      checks: { database: { status: "healthy", latencyMs: 0.4 } },
    },
    CleanupResult: { archivedCount: 2, failedCount: 0, totalFound: 2 },
    EmailResult: { success: true, message: "2 sent", sent: 2, failed: 0, queued: 0 },
    [NOTHING_SENT]: { success: false, message: "0 sent, 2 failed", sent: 0, failed: 2, queued: 0 },
    Config: { appMonitoringConnectionString: "", isCreationOpen: true },
    PhotoAdded: { photo: ID },
    PushKey: { key: exampleTokens().devices.publicKey },
    DeviceAdded: { device: ID },
    DeviceRemoved: done("deviceRemoved"),
    Archived: { ...done("archived"), archivedCode: CODE },
    LinksRequested: done("linksRequested"),
    Left: done("left"),
    Erased: done("gameErased"),
    HandedOver: done("handedOver"),
    OrganizerTokenRenewed: { ...done("organizerTokenRenewed"), emailSent: true },
  };
}

/** The facts of all errors at once. */
type AllFacts = Intersection<
  Parameters<Exclude<(typeof CATALOGUE)[ErrorCode]["sentence"], string>>[0]
>;
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends
  (all: infer All) => void ? All : never;

function errorExample(code: ErrorCode) {
  const facts: Omit<AllFacts, "details"> = {
    what: "not JSON",
    name: "Ana",
    reference: "Zoe",
    givers: ["Ana", "Ben"],
    receivers: ["Cy"],
    which: "organizer",
    code: CODE,
    method: "PUT",
    allow: "GET, HEAD, OPTIONS",
    isDrawn: true,
    from: "2027-12-24T17:30:00.000Z",
    retryAfter: 30,
  };
  const details = [{ path: "participants.0.name", message: "A participant needs a name" }];
  const present = { wishes: [{ id: ID, title: "A teapot" }], wishesRevision: 2 };
  return errorBody(
    new GameError<ErrorCode>(code, {
      ...facts,
      ...code === "VALIDATION_FAILED" && { details },
      ...code === "STALE_WISHES" && { present },
    }),
  );
}
