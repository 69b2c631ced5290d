import assert from "node:assert/strict";
import { decisionContext, inDays, makeGame, tokens } from "@/tests/support/games.ts";
import type { ErrorCode } from "../errors.ts";
import { GameError } from "../errors.ts";
import {
  type ActionName,
  answersOf,
  costsOf,
  gameActionSchema,
  isVerbName,
  mayDraw,
  OPERATION_NAMES,
  type OperationName,
  OPERATIONS,
  refusalsOf,
} from "../operations.ts";
import { viewProposals } from "../proposals.ts";
import type { DecisionContext, Game, Participant } from "../types.ts";
import { decide } from "./decide.ts";

const VIEWED = "2026-12-01T10:00:00.000Z";

/** P1 gives to P2, P2 to P3 and so on. */
function ring(body: Record<string, unknown> = {}, first: Partial<Participant> = {}): Game {
  const game = makeGame(5, body);
  const participants = game.participants.map((one, index, { length }) => ({
    ...one,
    receiver: game.isGathering ? null : (index + 1) % length + 1,
    ...index === 0 && first,
  }));
  return { ...game, participants };
}

const LOCKED = { revealBlockedForTokenVersion: 1, viewedAt: VIEWED };
const drawn = ring({ byPost: true }, { livesWith: ["P2"] });
const gathering = ring({ draw: "later", byPost: true }, { livesWith: ["P2"] });
const sealed = ring({ isSealed: true, byPost: true });
const zoned = { ...sealed, timeZone: "UTC" };
const locked = ring({ isSealed: true, byPost: true }, LOCKED);
const unposted = ring();
const over: Game = { ...drawn, reveal: "afterEvent", date: inDays(-3), earliestEnd: null };
const three = makeGame(3);
const empty = makeGame(2, { draw: "later" });
const full = makeGame(1000, { draw: "later" });
/** P1 keeps the gift of P2, who has entered an address. */
const kept = ring({ byPost: true }, { keeps: [2] });
kept.participants[1] = {
  ...kept.participants[1] ?? assert.fail(),
  postalAddress: "sealed",
  addressTokenVersion: 1,
};
const keptIn = (game: Game) => game.participants[1]?.id;
/** P1 may give to P2 alone. */
const tied = ring({ exclusions: [["P1", "P3"], ["P1", "P4"], ["P1", "P5"]] });
/** Households of nearly everyone, each without a different person. */
const crowds = Array.from(
  { length: 14 },
  (_, left) => full.participants.flatMap(({ name }, index) => index === left ? [] : name),
);
/** The same number of households, and P1, who lives with P2. */
const homed: Game = {
  ...full,
  participants: full.participants.map((one) =>
    one.number === 1 ? { ...one, livesWith: ["P2"] } : one
  ),
  households: crowds.map((names) => names.slice(2).map((name) => Number(name.slice(1)))),
};
const asked = { reassignmentRequestedAt: VIEWED };

/** Performs the action in a game as P1, with every credential that it could need. */
function perform(
  game: Game,
  name: ActionName,
  body: Record<string, unknown>,
  context: DecisionContext = decisionContext,
) {
  const [first] = game.participants;
  const by = OPERATIONS[name].by;
  const token = first && "participant" in by && tokens.participant(game, first);
  const action = gameActionSchema.parse({
    participantId: first?.id,
    proposalId: viewProposals(game)[0]?.id ?? "none",
    invitationToken: tokens.invitation(game),
    ...first && { claimToken: tokens.claim(game, { ...first, claimVersion: first.claimVersion }) },
    ...body,
    action: name,
  });
  const credential = token ? { participantToken: token } : {
    organizerToken: tokens.organizer(game),
  };
  return decide(game, action, credential, tokens, context);
}

function refusalOf(...asked: Parameters<typeof perform>): ErrorCode | undefined {
  try {
    perform(...asked);
  } catch (error) {
    if (error instanceof GameError) return error.code;
    throw error;
  }
}

const zoe = { participantName: "Zoe" };
const soon = { date: inDays(-2) };
const REFUSALS: [ActionName, Game, Record<string, unknown>, ErrorCode][] = [
  ["joinInvitation", full, zoe, "TOO_MANY_PARTICIPANTS"],
  ["joinInvitation", drawn, { participantName: "p1" }, "NAME_TAKEN"],
  ["joinInvitation", unposted, { ...zoe, postalAddress: { lines: ["A"] } }, "NOT_BY_POST"],
  ["addParticipant", full, zoe, "TOO_MANY_PARTICIPANTS"],
  ["addParticipant", drawn, { participantName: "p1" }, "NAME_TAKEN"],
  ["addParticipant", drawn, { ...zoe, apartFrom: ["Nobody"] }, "UNKNOWN_PERSON"],
  ["addParticipant", sealed, { ...zoe, wish: "https://mine.example" }, "WISH_IS_SEALED"],
  ["addParticipant", sealed, { ...zoe, desiredGift: "A hat" }, "WISH_IS_SEALED"],
  ["removeParticipant", three, {}, "TOO_FEW_PARTICIPANTS"],
  ["replaceParticipant", drawn, { participantName: "P2" }, "NAME_TAKEN"],
  ["updateParticipantDetails", drawn, { name: "P2" }, "NAME_TAKEN"],
  ["updateParticipantDetails", sealed, { wish: "Tea" }, "WISH_IS_SEALED"],
  ["updateParticipantDetails", sealed, { desiredGift: "Tea" }, "WISH_IS_SEALED"],
  ["updateGameDetails", drawn, { drawAt: "2099-12-01T18:00:00Z" }, "ALREADY_DRAWN"],
  ["updateGameDetails", ring({}, { firstViewedAt: VIEWED }), {
    reveal: "afterEvent",
  }, "CANNOT_REVEAL"],
  ["updateGameDetails", drawn, { isSealed: true }, "CANNOT_SEAL"],
  ["updateGameDetails", gathering, { drawAt: "2020-12-01T18:00:00Z" }, "DRAW_AT_IN_PAST"],
  ["updateGameDetails", sealed, { isProtected: false }, "SEAL_NEEDS_PROTECTION"],
  ["updateGameDetails", zoned, { timeZone: "Asia/Tokyo" }, "TIME_ZONE_IS_SEALED"],
  ["updateGameDetails", drawn, { sendBy: inDays(31) }, "SEND_BY_OUT_OF_RANGE"],
  ["updateGameDetails", sealed, { isSealed: false }, "USE_BREAK_SEAL"],
  ["setExclusions", drawn, { exclusions: [["P1", "Nobody"]] }, "UNKNOWN_PERSON"],
  ["setExclusions", full, { households: crowds }, "TOO_MANY_HOUSEHOLDS"],
  ["setKeepers", drawn, { keepers: [["P1", "Nobody"]] }, "UNKNOWN_PERSON"],
  ["setKeepers", sealed, { keepers: [["P1", "P2"]] }, "KEEPERS_ARE_SEALED"],
  ["drawNames", drawn, {}, "ALREADY_DRAWN"],
  ["drawNames", empty, {}, "TOO_FEW_PARTICIPANTS"],
  ["acceptHousehold", homed, {}, "TOO_MANY_HOUSEHOLDS"],
  ["acceptHousehold", gathering, { proposalId: "none" }, "PROPOSAL_NOT_FOUND"],
  ["declineHousehold", gathering, { proposalId: "none" }, "PROPOSAL_NOT_FOUND"],
  [
    "requestReassignment",
    ring({ allowReassignment: false }),
    {},
    "REASSIGNMENT_NOT_ALLOWED",
  ],
  ["confirmAssignment", locked, {}, "GIFT_WITHHELD"],
  ["approveReassignment", drawn, {}, "NO_PENDING_REQUEST"],
  [
    "approveReassignment",
    {
      ...tied,
      participants: tied.participants.map((one) => ({ ...one, ...asked })),
    },
    {},
    "NO_OTHER_PERSON",
  ],
  ["forceReassignParticipant", tied, {}, "NO_OTHER_PERSON"],
  ["issueClaim", drawn, {}, "NOT_SEALED"],
  ["breakSeal", drawn, {}, "NOT_SEALED"],
  [
    "claimPlace",
    ring({ isSealed: true }, { claimVersion: 1, claimIssuedAt: VIEWED, claimOpenedAt: VIEWED }),
    {},
    "CLAIM_ENDED",
  ],
  [
    "claimPlace",
    ring({ isSealed: true }, { claimVersion: 1, claimIssuedAt: "2020-12-01T10:00:00.000Z" }),
    {},
    "CLAIM_ENDED",
  ],
  ["startFinale", drawn, {}, "NO_FINALE"],
  ["startFinale", ring({ reveal: "afterEvent" }), {}, "TOO_EARLY"],
  ["updateAddress", unposted, { lines: [] }, "NOT_BY_POST"],
  ["updateAddress", drawn, { lines: [], keptId: "nobody" }, "NOT_KEPT"],
  ["updateAddress", ring({ isSealed: true, byPost: true }, { keeps: [2] }), {
    lines: [],
    keptId: "P2",
  }, "GIFT_WITHHELD"],
  ["updateAddress", kept, { lines: ["Mine"], keptId: "P2" }, "ADDRESS_BY_OWNER"],
  ["remindToSend", unposted, {}, "NOT_BY_POST"],
  ["allowKeepers", locked, { allowed: true }, "GIFT_WITHHELD"],
  ...([["setParcel", { sent: true }], ["confirmArrived", {}]] as const).flatMap((
    [name, body],
  ): typeof REFUSALS => [
    [name, unposted, body, "NOT_BY_POST"],
    [name, drawn, { ...body, keptId: "nobody" }, "NOT_KEPT"],
    [name, locked, body, "GIFT_WITHHELD"],
  ]),
];

/** Refusals that only the layers around a decision make. */
const REFUSED_OUTSIDE: readonly [OperationName, ErrorCode][] = [
  ["claimPlace", "KEY_REUSED"],
  ["joinInvitation", "KEY_REUSED"],
  ["joinInvitation", "PARTICIPANT_NOT_FOUND"],
  ["updateGameDetails", "ORGANIZER_EMAIL_NEEDED"],
  ["updateGameDetails", "SENDER_BLOCKED"],
];

Deno.test("decide() refuses every forbidden action, and every refusal is documented with its action", () => {
  for (const [name, game, body, code] of REFUSALS) {
    const [first, second] = game.participants;
    const keptId = body.keptId === "P2" && first && second
      ? game.isProtected ? tokens.alias(game, first, second) : keptIn(game)
      : body.keptId;
    const got = refusalOf(game, name, { ...body, ...keptId !== undefined && { keptId } });
    assert.equal(got, code, `${name} ${JSON.stringify(body).slice(0, 80)}`);
    assert(refusalsOf(name).has(code), `${name} does not document ${code}`);
  }
  const blocked = { ...decisionContext, isSenderBlocked: true };
  const address = { organizerEmail: "blocked@example.org" };
  assert.equal(refusalOf(drawn, "updateGameDetails", address, blocked), "SENDER_BLOCKED");
  assert(refusalsOf("updateGameDetails").has("SENDER_BLOCKED"));
});

/** Operations that need pairs. */
const NEEDS_PAIRS: OperationName[] = [
  "approveAllReassignments",
  "approveReassignment",
  "cancelReassignmentRequest",
  "confirmArrived",
  "confirmAssignment",
  "forceReassignParticipant",
  "markWish",
  "muteThread",
  "openInRoom",
  "reassignAll",
  "remindToSend",
  "requestReassignment",
  "sendMessage",
  "sendThanks",
  "setParcel",
  "startFinale",
];
/** Operations that would move the pairs or people of a game with public pairs; two of them only if they do. */
const MOVES: OperationName[] = [
  "acceptHousehold",
  "addParticipant",
  "approveAllReassignments",
  "approveReassignment",
  "drawNames",
  "forceReassignParticipant",
  "joinInvitation",
  "leaveGame",
  "reassignAll",
  "removeParticipant",
  "replaceParticipant",
  "requestReassignment",
  "setExclusions",
  "setKeepers",
  "updateGameDetails",
  "updateParticipantDetails",
];
const DRAWS = MOVES.filter((name) =>
  !["leaveGame", "replaceParticipant", "requestReassignment"].includes(name) &&
  !name.startsWith("update")
);
/** Bodies of those that need more than `perform` gives. */
const BODIES: Partial<Record<OperationName, Record<string, unknown>>> = {
  addParticipant: zoe,
  joinInvitation: zoe,
  replaceParticipant: zoe,
  setExclusions: { exclusions: [] },
  setKeepers: { keepers: [] },
  updateGameDetails: soon,
  updateParticipantDetails: { name: "Another" },
  muteThread: { to: "giver", muted: true },
  setParcel: { sent: true },
  allowKeepers: { allowed: true },
  updateWish: { wish: "Tea" },
  updateParticipantEmail: { email: "" },
  updateAddress: { lines: [] },
};

Deno.test("decide() refuses before the draw actions that need pairs, and after the finale actions that move them", () => {
  for (const name of OPERATION_NAMES) {
    const [isEarly, isLate] = [NEEDS_PAIRS.includes(name), MOVES.includes(name)];
    assert.equal(refusalsOf(name).has("NOT_DRAWN_YET"), isEarly, `documented: ${name}`);
    assert.equal(refusalsOf(name).has("EVENT_OVER"), isLate, `documented: ${name}`);
    assert.equal(mayDraw(name), DRAWS.includes(name), name);
    for (const code of ["DRAW_IMPOSSIBLE", "RULES_TELL_PAIRS"] as const) {
      assert.equal(refusalsOf(name).has(code), DRAWS.includes(name), name);
    }
    if (!isDecided(name)) continue;
    const body = BODIES[name] ?? {};
    assert.equal(refusalOf(gathering, name, body) === "NOT_DRAWN_YET", isEarly, name);
    const refusal = refusalOf(over, name, body);
    assert.equal(refusal === "EVENT_OVER", isLate, `${name}: ${refusal}`);
  }
});

function isDecided(name: OperationName): name is ActionName {
  return !isVerbName(name);
}

Deno.test("decide() says of an unknown person first that there is no such person, before and after the event", () => {
  const nobody = { participantId: "nobody" };
  assert.equal(
    refusalOf(gathering, "approveReassignment", nobody),
    "PARTICIPANT_NOT_FOUND",
  );
  assert.equal(refusalOf(over, "removeParticipant", nobody), "PARTICIPANT_NOT_FOUND");
  const gone = { proposalId: "none" };
  assert.equal(refusalOf(over, "acceptHousehold", gone), "PROPOSAL_NOT_FOUND");
});

Deno.test("updateGameDetails is refused once all pairs are revealed only if it moves the end", () => {
  const { date, time, reveal } = over;
  const rows: [Record<string, unknown>, ErrorCode | undefined][] = [
    [{ date, time, reveal, timeZone: "", drawAt: "" }, undefined],
    [{ name: "Another", location: "Here", generalNotes: "x" }, undefined],
    [{ date: inDays(3) }, "EVENT_OVER"],
    [{ time: "18:00" }, "EVENT_OVER"],
    [{ reveal: "never" }, "EVENT_OVER"],
    [{ timeZone: "Asia/Tokyo" }, "EVENT_OVER"],
    [{ drawAt: "2099-12-01T18:00:00Z" }, "EVENT_OVER"],
  ];
  for (const [body, code] of rows) {
    assert.equal(refusalOf(over, "updateGameDetails", body), code, JSON.stringify(body));
  }
  const set = { ...over, time: "18:00", timeZone: "Asia/Tokyo" };
  for (const body of [{ time: "" }, { timeZone: "" }]) {
    assert.equal(refusalOf(set, "updateGameDetails", body), "EVENT_OVER", JSON.stringify(body));
  }
});

Deno.test("the organizer of a sealed game learns nothing of exchanges between a pair, and of draws only that they happened", () => {
  const learnt = (what: string) =>
    OPERATION_NAMES.filter((name) => OPERATIONS[name].sealedOrganizerLearns === what).toSorted();
  assert.deepEqual(learnt("nothing"), [
    "agreeHandover",
    "confirmArrived",
    "markWish",
    "muteThread",
    "sendMessage",
    "sendThanks",
    "setParcel",
    "updateAddress",
  ]);
  assert.deepEqual(learnt("thatDone"), [
    "addDevice",
    "approveAllReassignments",
    "approveReassignment",
    "confirmAssignment",
    "forceReassignParticipant",
    "openInRoom",
    "reassignAll",
    "removeDevice",
    "removeParticipant",
    "setWishes",
  ]);
});

Deno.test("operations read which links were mailed if a change of address may end one, or its reader leaves", () => {
  const asking = OPERATION_NAMES.filter((name) => "needsMailedParticipants" in OPERATIONS[name]);
  assert.deepEqual(asking.toSorted(), [
    "removeParticipant",
    "replaceParticipant",
    "updateGameDetails",
    "updateParticipantDetails",
    "updateParticipantEmail",
  ]);
});

/** The schemas of each operation's response, if it is not just the caller's view. */
const ANSWERS: Partial<Record<OperationName, string[]>> = {
  addDevice: ["DeviceAdded"],
  agreeHandover: ["HandedOver"],
  approveAllReassignments: ["ApprovedView"],
  cancelReassignmentRequest: ["OrganizerView", "ParticipantView"],
  claimPlace: ["NewcomerView"],
  eraseGame: ["Erased"],
  eraseMe: ["Erased"],
  issueClaim: ["ClaimIssued", "ClaimsIssued"],
  joinInvitation: ["NewcomerView"],
  leaveGame: ["ParticipantView", "Left"],
  markWish: ["ParticipantView"],
  openInRoom: ["OpenedInRoom"],
  regenerateOrganizerToken: ["OrganizerTokenRenewed"],
  removeDevice: ["DeviceRemoved"],
  sendMessage: ["ParticipantView"],
  sendThanks: ["ParticipantView"],
  setWishes: ["ParticipantView"],
  updateParticipantEmail: ["ParticipantView", "NewcomerView"],
};

Deno.test("answersOf() documents the response of each operation", () => {
  for (const name of OPERATION_NAMES) {
    const who = "organizer" in OPERATIONS[name].by ? "OrganizerView" : "ParticipantView";
    const ids = answersOf(name).map((schema) => schema.meta()?.id);
    assert.deepEqual(ids, ANSWERS[name] ?? [who], name);
  }
});

Deno.test("setExclusions costs as much as the resulting rules, each list as sent or as stored", () => {
  const game = ring({ exclusions: [["P1", "P3"]], households: [["P4", "P5"]] });
  const costs = (lists: Record<string, unknown>) => {
    const action = gameActionSchema.parse({ action: "setExclusions", ...lists });
    assert(action.action === "setExclusions");
    const { exclusions, households, oneWayExclusions } = costsOf("setExclusions", game, action);
    return [exclusions.length, households.length, oneWayExclusions?.length];
  };
  assert.deepEqual(costs({}), [1, 1, undefined]);
  const two = [["P1", "P2"], ["P2", "P3"]];
  assert.deepEqual(costs({ exclusions: two }), [2, 1, undefined]);
  assert.deepEqual(costs({ households: [] }), [1, 0, undefined]);
  assert.deepEqual(costs({ oneWayExclusions: two }), [1, 1, 2]);
});

Deno.test("every refusal that an action documents itself is tried here, or made outside of decide()", () => {
  const tried = new Set(REFUSALS.map(([name, , , code]) => `${name} ${code}`));
  for (const [name, code] of REFUSED_OUTSIDE) tried.add(`${name} ${code}`);
  for (const name of OPERATION_NAMES.filter(isDecided)) {
    const row = OPERATIONS[name];
    for (const code of "refusals" in row ? row.refusals : []) {
      assert(tried.has(`${name} ${code}`), `${name} ${code}`);
    }
  }
});
