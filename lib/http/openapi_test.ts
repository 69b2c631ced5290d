import assert from "node:assert/strict";
import { z } from "zod";
import { makeGame } from "@/tests/support/games.ts";
import { ERROR_CODES, type ErrorCode, statusOf } from "../game/errors.ts";
import { OPERATION_NAMES, OPERATIONS, refusalsOf } from "../game/operations.ts";
import { viewProposals } from "../game/proposals.ts";
import { errorSchema, sentSchema } from "./answer_schemas.ts";
import { openApiDocument } from "./openapi.ts";
import { actionSchemaId, NOTHING_SENT, openApiExamples } from "./openapi_examples.ts";
import { GENERAL_REFUSALS, REFUSALS_OF_BODY, SECURITY_SCHEMES } from "./openapi_operations.ts";
import { PATHS } from "./openapi_paths.ts";

const operator = { name: null, contact: null, imprintUrl: null };
const document = openApiDocument({ publicUrl: null, operator });
const operations = new Map(
  Object.entries(PATHS).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      [operation.operationId, { at: `${method} ${path}`, ...operation }] as const
    )
  ),
);
const schemasIn = (part: unknown) =>
  [...(JSON.stringify(part) ?? "").matchAll(/components\/schemas\/(\w+)/g)].map(([, id]) => id);

/** The promise of each operation: its path, its callers, its input and its responses. */
interface Promised {
  at: string;
  /** "o" the organizer, "p" a participant, "i" with the invitation, "c" the cleanup; "?" also without. */
  by: string;
  takes?: string[];
  body?: string;
  answers: Record<number, string[]>;
  refused?: readonly ErrorCode[];
}
const TOKEN = ["TOKEN_REQUIRED", "INVALID_TOKEN", "GAME_NOT_FOUND"] as const;
const OWN = [...TOKEN, "PARTICIPANT_NOT_FOUND"] as const;
const NEW_GAME = [
  ...["DATE_IN_PAST", "EVENT_OVER", "SEND_BY_OUT_OF_RANGE", "NAME_TAKEN", "UNKNOWN_PERSON"],
  ...["TOO_MANY_HOUSEHOLDS", "DRAW_IMPOSSIBLE", "RULES_TELL_PAIRS", "KEEPERS_ARE_SEALED"],
  ...["SEAL_NEEDS_PROTECTION", "TOO_MANY_MAILS", "SENDER_BLOCKED", "ORGANIZER_EMAIL_NEEDED"],
  ...["KEY_REUSED", "IN_PROGRESS", "DRAW_AT_IN_PAST", ...REFUSALS_OF_BODY],
] as ErrorCode[];
const PHOTO = [
  ...["PHOTO_TYPE", "PHOTO_HAS_METADATA", "TOO_MANY_PHOTOS", "PHOTO_TOO_LARGE"] as const,
  ...["PHOTO_SPACE_FULL", "BODY_TOO_LARGE", "BODY_TOO_SLOW", "MALFORMED_JSON"] as const,
];
const game = "/api/games/{code}";
const VIEWS = ["OrganizerView", "ParticipantView", "PublicView", "InvitationView"];
const PROMISED: Record<string, Promised> = {
  createGame: {
    at: "post /api/games",
    by: "",
    takes: ["Idempotency-Key", "x-create-key"],
    body: "CreateGame",
    answers: { 201: ["CreatedGame"] },
    refused: [
      ...NEW_GAME,
      ...["CREATE_KEY_REQUIRED", "INVALID_CREATE_KEY"] as const,
      ...["INVALID_TOKEN", "GAME_NOT_FOUND"] as const,
    ],
  },
  readGame: {
    at: `get ${game}`,
    by: "opi?",
    takes: ["code!", "participantId"],
    answers: { 200: VIEWS },
    refused: ["PROTECTED_GAME", "INVALID_TOKEN", "GAME_NOT_FOUND", "PARTICIPANT_NOT_FOUND"],
  },
  changeGame: {
    at: `patch ${game}`,
    by: "op?",
    takes: ["code!", "Idempotency-Key"],
    body: "GameAction",
    answers: {
      200: [
        ...["ParticipantView", "NewcomerView", "OrganizerView", "ApprovedView", "ClaimIssued"],
        ...["ClaimsIssued", "OrganizerTokenRenewed", "Erased", "OpenedInRoom", "HandedOver"],
        ...["DeviceAdded", "DeviceRemoved", "Left"],
      ],
    },
    refused: [
      ...new Set([
        ...OPERATION_NAMES.flatMap((name) => [...refusalsOf(name)]),
        ...REFUSALS_OF_BODY,
      ]),
    ],
  },
  archiveGame: {
    at: `delete ${game}`,
    by: "o",
    takes: ["code!"],
    answers: { 200: ["Archived"] },
    refused: [...TOKEN, "ALREADY_ARCHIVED"],
  },
  playAgain: {
    at: `post ${game}/again`,
    by: "o?",
    takes: ["code!", "Idempotency-Key"],
    body: "PlayAgain",
    answers: { 201: ["CreatedGame"] },
    refused: [...NEW_GAME, ...TOKEN],
  },
  readMessages: {
    at: `get ${game}/messages`,
    by: "p",
    takes: ["code!"],
    answers: { 200: ["Messages"] },
    refused: OWN,
  },
  readOwnData: {
    at: `get ${game}/my-data`,
    by: "p",
    takes: ["code!"],
    answers: { 200: ["OwnData"] },
    refused: OWN,
  },
  addPhoto: {
    at: `post ${game}/photos`,
    by: "p",
    takes: ["code!"],
    answers: { 201: ["PhotoAdded"] },
    refused: [...PHOTO, ...OWN],
  },
  readPhoto: {
    at: `get ${game}/photos/{photo}`,
    by: "p!",
    takes: ["code!", "photo!"],
    answers: { 200: [] },
    refused: ["PHOTO_NOT_FOUND"],
  },
  addDevice: {
    at: `post ${game}/push`,
    by: "op?",
    takes: ["code!"],
    body: "PushSubscription",
    answers: { 200: ["DeviceAdded"], 201: ["DeviceAdded"] },
    refused: [...OWN, "PUSH_HOST", "TOO_MANY_DEVICES", ...REFUSALS_OF_BODY],
  },
  removeDevice: {
    at: `delete ${game}/push`,
    by: "op?",
    takes: ["code!"],
    body: "RemovedDevice",
    answers: { 204: [] },
    refused: [...OWN, ...REFUSALS_OF_BODY],
  },
  archiveExpiredGames: {
    at: "post /api/games/cleanup",
    by: "c!",
    answers: { 200: ["CleanupResult"] },
    refused: ["UNAUTHORIZED", "CLEANUP_NOT_CONFIGURED"],
  },
  sendEmail: {
    at: "post /api/email/send",
    by: "o?",
    body: "SendEmail",
    answers: { 200: ["EmailResult"], 503: ["EmailResult", "Error"] },
    refused: [
      ...["EMAIL_MISSING", "ORGANIZER_EMAIL_MISSING", "UNSUBSCRIBED", "TOO_MANY_MAILS"] as const,
      ...["ORGANIZER_EMAIL_NEEDED", "EMAIL_NOT_CONFIGURED", ...OWN, ...REFUSALS_OF_BODY] as const,
    ],
  },
  requestLinks: {
    at: "post /api/email/links",
    by: "",
    body: "RequestLinks",
    answers: { 202: ["LinksRequested"] },
    refused: ["TOO_MANY_MAILS", "EMAIL_NOT_CONFIGURED", ...REFUSALS_OF_BODY],
  },
  readHealth: {
    at: "get /api/health",
    by: "",
    answers: { 200: ["HealthReport"], 503: ["HealthReport"] },
  },
  readLiveness: { at: "get /api/health/live", by: "", answers: { 200: ["Liveness"] } },
  readReadiness: {
    at: "get /api/health/ready",
    by: "",
    answers: { 200: ["Readiness"], 503: ["Readiness"] },
  },
  readConfig: { at: "get /api/config", by: "", answers: { 200: ["Config"] }, refused: [] },
  readPushKey: { at: "get /api/push-key", by: "", answers: { 200: ["PushKey"] }, refused: [] },
};

const SCHEMES: Record<string, string[]> = {
  o: ["organizerToken", "organizerTokenInQuery"],
  p: ["participantToken", "participantTokenInQuery"],
  i: ["invitationToken"],
  c: ["cleanupSecret"],
};

Deno.test("the document promises each operation: its path, callers, input and responses", () => {
  assert.deepEqual([...operations.keys()].toSorted(), Object.keys(PROMISED).toSorted());
  for (const [id, { at, by, takes = [], body, answers, refused }] of Object.entries(PROMISED)) {
    const operation = operations.get(id) ?? assert.fail(id);
    assert.equal(operation.at, at);
    assert(operation.summary.length > 10 && (operation.description ?? "").length > 30, id);
    // "!": one scheme alone, which is then required.
    const names = [...by].flatMap((one) => SCHEMES[one] ?? []).slice(0, by.endsWith("!") ? 1 : 9);
    assert.deepEqual(
      operation.security.flatMap(Object.keys),
      names,
      `${id}: who may ask`,
    );
    assert.equal(operation.security.some((one) => Object.keys(one).length === 0), by.endsWith("?"));
    const credentials = names.map((name) => {
      const scheme = Object.entries(SECURITY_SCHEMES).find(([known]) => known === name)?.[1];
      return `${scheme?.in} ${scheme?.name}${by.endsWith("!") ? "!" : ""}`;
    });
    const given = (operation.parameters ?? []).map((one) =>
      `${one.in} ${one.name}${one.required ? "!" : ""}`
    );
    const others = takes.map((name) =>
      `${name.endsWith("!") ? "path" : name === "participantId" ? "query" : "header"} ${name}`
    );
    assert.deepEqual(given.toSorted(), [...credentials, ...others].toSorted(), `${id}: takes`);
    assert.deepEqual(schemasIn(operation.requestBody), body ? [body] : [], `${id}: its body`);
    for (const [status, schemas] of Object.entries(answers)) {
      assert.deepEqual(schemasIn(operation.responses[status]).toSorted(), schemas.toSorted(), id);
    }
    if (!refused) {
      assert("4XX" in operation.responses, `${id} has no limits`);
      continue;
    }
    const codes = Object.entries(operation.responses).flatMap(([status, { description }]) =>
      [...description.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => `${status} ${code}`)
    );
    // If mails can be refused, the mail server's load is among the reasons.
    const general = GENERAL_REFUSALS;
    const expected = new Set([...refused, ...general].map((code) => `${statusOf(code)} ${code}`));
    assert.deepEqual(codes.toSorted(), [...expected].toSorted(), `${id}: its refusals`);
  }
});

Deno.test("every reference in the document resolves, and each example fits its schema", () => {
  const text = JSON.stringify(document);
  const { schemas, examples } = document.components;
  for (const [, kind, name = ""] of text.matchAll(/"#\/components\/(schemas|examples)\/(\w+)"/g)) {
    assert(name in (kind === "schemas" ? schemas : examples), `${kind} ${name}`);
  }
  for (const name of Object.keys(examples)) {
    assert(text.includes(`/examples/${name}"`), `${name} is shown nowhere`);
  }
  const known = new Map<string, z.core.$ZodType>([
    ...z.globalRegistry._idmap,
    ...OPERATION_NAMES.map((name) => [actionSchemaId(name), OPERATIONS[name].body] as const),
    ...ERROR_CODES.map((code) => [code, errorSchema] as const),
    [NOTHING_SENT, sentSchema],
  ]);
  const all = openApiExamples();
  for (const [name, { value }] of Object.entries(all)) {
    const schema = known.get(name) ?? assert.fail(name);
    // Unknown fields of a body or a response would be dropped.
    const parsed = z.safeParse(schema, value);
    assert.deepEqual(parsed.error?.issues ?? [], [], name);
  }
  assert.deepEqual(openApiExamples(), all, "the same each time");
});

Deno.test("examples show the content of a response of their kind", () => {
  const examples = openApiExamples();
  const of = (name: string): Record<string, unknown> => Object(examples[name]?.value);
  const keys = (name: string) => Object.keys(of(name));
  assert.equal(of("OrganizerView").code, "482913");
  assert.equal(of("UpdateWish").action, "updateWish");
  const twoLiveTogether = makeGame(3, { draw: "later" });
  Object.assign(twoLiveTogether.participants[0] ?? {}, { livesWith: ["P2"] });
  for (const id of [of("AcceptHousehold").proposalId, viewProposals(twoLiveTogether)[0]?.id]) {
    assert.match(String(id), /^[0-9a-f]{8}(-[0-9a-f]{8})+$/);
  }
  for (
    const [name, ...fields] of [
      ["CreatedGame", "emailResults", "organizerToken"],
      ["ApprovedView", "unserved"],
      ["ClaimIssued", "claimUrl", "expiresAt"],
      ["ClaimsIssued", "claims"],
      ["NewcomerView", "participantToken"],
      ["ParticipantView", "receiver"],
      ["SendMessage", "to", "text"],
      ["UpdateAddress", "lines", "country"],
      ["STALE_WISHES", "wishes", "wishesRevision", "code", "error"],
      ["VALIDATION_FAILED", "details"],
    ] as const
  ) for (const field of fields) assert(keys(name).includes(field), `${name}: ${field}`);
  assert(!keys("GAME_NOT_FOUND").includes("details"));
  assert.match(String(of("ClaimIssued").claimUrl), /\/games\/482913\/c\/[^/]+$/);
  const failure = JSON.stringify(operations.get("sendEmail")?.responses[503]);
  assert(
    failure.includes(`/examples/${NOTHING_SENT}"`) && !failure.includes("/examples/EmailResult"),
  );
  assert.deepEqual([of("EmailResult").success, of(NOTHING_SENT).success], [true, false]);
  const { receiver, participants } = z.object({
    receiver: z.object({ markedWishes: z.array(z.object({ hasChanged: z.boolean() })) }),
    participants: z.array(z.object({ wishes: z.array(z.unknown()).optional() })),
  }).parse(of("ParticipantView"));
  assert.deepEqual(receiver.markedWishes.map(({ hasChanged }) => hasChanged), [true]);
  assert.equal(participants[0]?.wishes?.length, 1);
});

Deno.test("the document names its service, its operator, and who may take each action", () => {
  const own = openApiDocument({
    publicUrl: "https://gifts.example",
    operator: { ...operator, name: "Ana", contact: { url: "mailto:a@b.example", text: "" } },
  });
  assert.deepEqual(own.servers.map(({ url }) => url), ["https://gifts.example"]);
  assert.equal(document.openapi, "3.1.0", "the version of zod's JSON schemas");
  assert.deepEqual(own.info.contact, { name: "Ana", url: "mailto:a@b.example" });
  assert.deepEqual(document.servers.map(({ url }) => url), ["/"]);
  assert.deepEqual(document.info.contact, { name: "The operator of this service" });
  assert.deepEqual(document.tags.map(({ name }) => name), [
    ...["Games", "E-mail", "Devices", "Operation"],
  ]);
  const { schemas } = document.components;
  for (
    const [name, start] of [
      ["UpdateWish", "By a participant. Answers ParticipantView. Refusals, besides"],
      ["JoinInvitation", "By anyone with the invitation. Answers NewcomerView."],
      ["ClaimPlace", "By the holder of a claim. Answers NewcomerView."],
      ["AgreeHandover", "By the holder of a former link, which opened the gift or entered"],
      ["AddDevice", "By the organizer or a participant. Answers DeviceAdded."],
    ] as const
  ) {
    assert(schemas[name]?.description?.startsWith(start), schemas[name]?.description);
    assert(schemas[name]?.description?.includes("`INVALID_TOKEN`"));
    assert.equal(schemas[name]?.title, name.charAt(0).toLowerCase() + name.slice(1));
  }
  const { GameAction, CreateGame, UpdateGameDetails, PlayAgain } = schemas;
  assert.partialDeepStrictEqual(GameAction?.discriminator, {
    propertyName: "action",
    mapping: { eraseMe: "#/components/schemas/EraseMe" },
  });
  assert(!JSON.stringify(schemas).includes('"default":'));
  assert(!JSON.stringify(schemas).includes('"$id"'));
  assert.match(JSON.stringify(CreateGame?.properties?.draw), /Default: \\"now\\"/);
  assert.doesNotMatch(JSON.stringify(CreateGame?.properties?.location), /Default/);
  assert.deepEqual(CreateGame?.required?.toSorted(), ["date", "name", "participants"]);
  assert.deepEqual(PlayAgain?.required, ["date"]);
  assert.deepEqual(UpdateGameDetails?.required, ["action"]);
});
