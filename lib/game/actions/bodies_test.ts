import assert from "node:assert/strict";
import { patchGameSchema } from "../operations.ts";
import { pushBodySchema, removalBodySchema } from "./devices.ts";

const ENDPOINT = "https://push.example/x";
const P256DH = `B${"A".repeat(86)}`;
const AUTH = "A".repeat(22);
const ID = crypto.randomUUID();
const keys = { p256dh: P256DH, auth: AUTH };

/** The path and message of the first problem of a body; undefined if the body is valid. */
function problemOf(action: string, fields: Record<string, unknown>): string | undefined {
  const issue = patchGameSchema.safeParse({ ...fields, action }).error?.issues[0];
  return issue && `${issue.path.join(".")}: ${issue.message}`;
}

/** Action, fields, and the expected message about them. */
const ROWS: [string, Record<string, unknown>, RegExp?][] = [
  ["acceptHousehold", { proposalId: "x".repeat(1000) }],
  ["acceptHousehold", { proposalId: "x".repeat(1001) }, /not an id of a proposal/],
  ["acceptHousehold", { proposalId: "" }, /proposalId is missing/],
  ["declineHousehold", {}, /proposalId must be text/],
  ...["reassign", "leave", "", undefined].map((kind): typeof ROWS[number] => [
    "cancelReassignmentRequest",
    { participantId: "x", ...kind !== undefined && { kind } },
  ]),
  ["cancelReassignmentRequest", { participantId: "x", kind: "both" }, /^kind/],
  ["sendMessage", { to: "giver", text: "Hi" }],
  ["sendMessage", { to: "receiver", question: "size" }],
  ["sendMessage", { to: "giver", question: "age" }, /^question: question must be one of/],
  ["sendMessage", { to: "giver" }, /^text: A message is either a text or a question/],
  ["sendMessage", { to: "giver", text: "Hi", question: "size" }, /^text: A message is either/],
  ["sendMessage", { to: "P2", text: "Hi" }, /^to: to must be one of receiver, giver/],
  ["sendMessage", { to: "giver", text: " " }, /^text: A message needs some words/],
  ["sendThanks", { text: "" }, /^text: A message needs some words/],
  ["sendThanks", { text: "x".repeat(1000) }],
  ["sendThanks", { text: "x".repeat(1001) }, /at most 1000 characters/],
  ["addDevice", { endpoint: ENDPOINT, keys }],
  ["addDevice", { endpoint: ENDPOINT, keys: { p256dh: `${P256DH}=`, auth: `${AUTH}==` } }],
  ["addDevice", { endpoint: `${ENDPOINT}${"x".repeat(2000)}`, keys }, /endpoint is too long/],
  ["addDevice", { endpoint: 1, keys }, /endpoint must be text/],
  ["addDevice", { endpoint: ENDPOINT, keys: { ...keys, auth: `${AUTH}A` } }, /auth must be 16 byt/],
  ["addDevice", { endpoint: ENDPOINT, keys: { ...keys, auth: "A+".repeat(11) } }, /in base64url/],
  ["addDevice", { endpoint: ENDPOINT, keys: { ...keys, p256dh: AUTH } }, /p256dh must be 65 bytes/],
  [
    "addDevice",
    { endpoint: ENDPOINT, keys: { ...keys, p256dh: "A".repeat(87) } },
    /must be an uncompressed point/,
  ],
  ["removeDevice", { device: ID }],
  ["removeDevice", { endpoint: ENDPOINT }],
  ["removeDevice", {}, /^device: Name the device, or else its endpoint/],
  ["removeDevice", { device: ID, endpoint: ENDPOINT }, /^device: Name the device, or else/],
  ["removeDevice", { device: "x" }, /^device: device must be the id of a device/],
  ["setWishes", { wishes: [], revision: 0 }],
  ["setWishes", { wishes: [], revision: -1 }, /^revision: revision must not be negative/],
  ["setWishes", { wishes: [], revision: 0.5 }, /^revision: revision must be a number/],
  ["markWish", { wishId: ID, bought: true, keptId: "x" }],
  ["markWish", { wishId: "x", bought: true }, /^wishId: wishId must be the id of an item/],
  ["eraseGame", { confirmName: "x".repeat(1000) }],
  ["eraseGame", { confirmName: "x".repeat(1001) }, /not the name of the game/],
  ["eraseGame", {}, /confirmName must be text/],
  ["leaveGame", {}],
  ["leaveGame", { participantToken: 1 }, /^participantToken: The token must be text/],
  ["joinInvitation", { participantName: "Zoe" }],
  ["joinInvitation", { participantName: "" }, /^participantName: A participant needs a name/],
  ["addParticipant", { participantName: "Zoe", participantEmail: "x" }, /^participantEmail/],
  [
    "addParticipant",
    { participantName: "Zoe", apartFrom: "P1" },
    /^apartFrom: apartFrom must be an array/,
  ],
  ["addParticipant", { participantName: "Zoe", apartFrom: [1] }, /^apartFrom\.0/],
  ["replaceParticipant", { participantId: "x", participantName: "Zoe", keepRules: "no" }, /^keep/],
  ["updateGameDetails", { timeZone: "" }],
  ["updateGameDetails", { timeZone: "Mars/Base" }, /^timeZone/],
  ["updateGameDetails", { renewLink: 1 }, /^renewLink: Expected true or false/],
  ["setKeepers", {}, /^keepers: keepers must be an array of pairs/],
  ["setExclusions", { households: [[1]] }, /^households\.0\.0/],
];

Deno.test("action bodies accept valid fields, and describe the first invalid one", () => {
  for (const [action, fields, problem] of ROWS) {
    const got = problemOf(action, fields);
    const shown = `${action} ${JSON.stringify(fields).slice(0, 100)}: ${got}`;
    if (problem) assert.match(got ?? "", problem, shown);
    else assert.equal(got, undefined, shown);
  }
});

Deno.test("the bodies of actions have these defaults", () => {
  const rows: [string, Record<string, unknown>, Record<string, unknown>][] = [
    ["joinInvitation", { participantName: "Zoe" }, { livesWith: [], participantEmail: "" }],
    ["addParticipant", { participantName: "Zoe" }, { wish: "", desiredGift: "" }],
    [
      "replaceParticipant",
      { participantId: "x", participantName: "Zoe" },
      { keepRules: true, participantEmail: "" },
    ],
    ["updateGameDetails", {}, { renewLink: true, name: undefined, amount: undefined }],
    ["updateParticipantDetails", { participantId: "x" }, { renewLink: true, email: undefined }],
    ["updateAddress", { lines: ["A", "", "B"] }, { lines: ["A", "B"], country: "", hint: "" }],
  ];
  for (const [action, fields, expected] of rows) {
    const body: Record<string, unknown> = patchGameSchema.parse({ ...fields, action });
    const got = Object.fromEntries(Object.keys(expected).map((name) => [name, body[name]]));
    assert.deepEqual(got, expected, action);
  }
});

Deno.test("device paths accept the same bodies without an action", () => {
  assert.deepEqual(pushBodySchema.parse({ endpoint: ENDPOINT, keys, action: "x" }), {
    endpoint: ENDPOINT,
    keys,
  });
  assert.deepEqual(removalBodySchema.parse({ device: ID, action: "x" }), { device: ID });
  assert.equal(removalBodySchema.safeParse({}).success, false);
});
