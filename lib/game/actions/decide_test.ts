import assert from "node:assert/strict";
import { decisionContext, inDays, makeGame, tokens } from "@/tests/support/games.ts";
import type { Credential } from "../access.ts";
import { GameError } from "../errors.ts";
import { overAt } from "../finale.ts";
import { invitationView } from "../gathering_view.ts";
import { type ActionName, gameActionSchema } from "../operations.ts";
import { viewProposals } from "../proposals.ts";
import type { Game } from "../types.ts";
import { organizerView } from "../views.ts";
import { decide, type Decision } from "./decide.ts";

/** The body of every action, without a credential. */
const BODIES: Record<ActionName, Record<string, unknown>> = {
  updateWish: { wish: "Tea" },
  updateParticipantEmail: { email: "new@example.org" },
  confirmAssignment: {},
  drawNames: {},
  acceptHousehold: {},
  declineHousehold: {},
  requestReassignment: {},
  cancelReassignmentRequest: {},
  joinInvitation: { participantName: "Newcomer" },
  updateGameDetails: { name: "New name" },
  updateParticipantDetails: { name: "New name" },
  addParticipant: { participantName: "Newcomer" },
  replaceParticipant: { participantName: "Zoe" },
  leaveGame: {},
  muteThread: { to: "giver", muted: true },
  removeParticipant: {},
  setExclusions: { exclusions: [["P1", "P2"]] },
  approveReassignment: {},
  approveAllReassignments: {},
  forceReassignParticipant: {},
  reassignAll: {},
  regenerateToken: {},
  setKeepers: { keepers: [["P1", "P2"]] },
  regenerateInvitationToken: {},
  issueClaim: {},
  breakSeal: {},
  startFinale: {},
  claimPlace: {},
  updateAddress: { lines: ["P1", "1 Test Street"] },
  setParcel: { sent: true },
  confirmArrived: {},
  remindToSend: {},
  allowKeepers: { allowed: true },
};
const NAMES = gameActionSchema.options.map((schema) => schema.shape.action.value);

const BY_PARTICIPANT: ActionName[] = [
  "updateWish",
  "updateParticipantEmail",
  "confirmAssignment",
  "requestReassignment",
  "cancelReassignmentRequest",
];

/** Actions that need a game that gathers, and actions that need a sealed one. */
const GATHERING: ActionName[] = ["leaveGame", "drawNames", "acceptHousehold", "declineHousehold"];
const SEALED: ActionName[] = ["issueClaim", "breakSeal"];

/**
 * A game for an action: one in which P1 has asked for a different person, or one that gathers, in which P1 lives
 * with P2.
 */
function gameOf(isProtected = false, name: ActionName = "updateWish"): Game {
  const isGathering = GATHERING.includes(name);
  const isSealed = SEALED.includes(name);
  const game = makeGame(6, {
    isProtected: isProtected || isSealed,
    isSealed,
    byPost: true,
    draw: isGathering ? "later" : "now",
  });
  const [first] = game.participants;
  assert(first);
  if (isGathering) first.livesWith = ["P2"];
  else first.reassignmentRequestedAt = game.createdAt;
  // The event is today.
  if (name === "startFinale") {
    const kept = { earliestEnd: null, earliestStart: null };
    Object.assign(game, { reveal: "afterEvent", date: inDays(0), ...kept });
  }
  return game;
}

/** A body for an action, without a credential. */
function bodyOf(game: Game, name: ActionName, participantId = game.participants[0]?.id) {
  const proposalId = viewProposals(game)[0]?.id ?? "none";
  return { participantId, proposalId, ...BODIES[name], action: name };
}

function perform(
  game: Game,
  name: ActionName,
  credential: Credential & { invitationToken?: string; claimToken?: string },
  participantId = game.participants[0]?.id,
): Decision {
  const body = { ...bodyOf(game, name, participantId), ...credential };
  return decide(game, gameActionSchema.parse(body), {}, tokens, decisionContext);
}

function refusedAs(code: string) {
  return { name: "GameError", code };
}

/** The refusal that names the missing token. */
function needsToken(which: string) {
  return { ...refusedAs("TOKEN_REQUIRED"), facts: [{ which }] };
}

/** Actions that the organizer does not take, and the token that each needs. */
const TOKEN_OF: Partial<Record<ActionName, string>> = {
  joinInvitation: "invitation",
  claimPlace: "claim",
};

/** Actions that need one's own token, even in an open game. */
const BY_OWN_TOKEN: ActionName[] = [
  "leaveGame",
  "muteThread",
  "allowKeepers",
  "updateAddress",
  "setParcel",
  "confirmArrived",
];

for (const name of NAMES) {
  const isByParticipant = BY_PARTICIPANT.includes(name);

  Deno.test(`decide() lets no one ${name} with a wrong credential, and leaves the game unchanged`, () => {
    const game = gameOf(false, name);
    const before = structuredClone(game);
    const strange = {
      organizerToken: "x",
      participantToken: "x",
      invitationToken: "x",
      claimToken: "x",
    };
    assert.throws(() => perform(game, name, strange), refusedAs("INVALID_TOKEN"));
    const other = gameOf(false, name);
    const [first] = other.participants;
    assert(first);
    const foreign = {
      organizerToken: tokens.organizer(other),
      participantToken: tokens.participant(other, first),
      invitationToken: tokens.invitation(other),
      claimToken: tokens.claim(other, { number: first.number, claimVersion: 1 }),
    };
    assert.throws(() => perform(game, name, foreign), refusedAs("INVALID_TOKEN"));
    assert.deepEqual(game, before);
  });

  if (BY_OWN_TOKEN.includes(name)) {
    Deno.test(`decide() lets people ${name} only with their own token, which must match the id`, () => {
      const game = gameOf();
      const [first, second] = game.participants;
      assert(first && second);
      const participantToken = tokens.participant(game, first);
      assert.throws(() => perform(game, name, {}), needsToken("participant"));
      const organizerToken = tokens.organizer(game);
      assert.throws(() => perform(game, name, { organizerToken }), needsToken("participant"));
      assert.throws(
        () => perform(game, name, { participantToken }, second.id),
        refusedAs("INVALID_TOKEN"),
      );
      const action = gameActionSchema.parse({ ...BODIES[name], action: name });
      const { access } = decide(game, action, { participantToken }, tokens, decisionContext);
      assert(access.role === "participant" && access.hasToken);
      assert.equal(access.participant.number, first.number);
    });
    continue;
  }

  if (!isByParticipant) {
    Deno.test(`decide() asks for a token to ${name} before anything else`, () => {
      const game = gameOf();
      const missing = needsToken(TOKEN_OF[name] ?? "organizer");
      assert.throws(() => perform(game, name, {}, "nobody"), missing);
      const [first] = game.participants;
      assert(first);
      const participantToken = tokens.participant(game, first);
      assert.throws(() => perform(game, name, { participantToken }), missing);
      const organizerToken = participantToken;
      const invitationToken = participantToken;
      assert.throws(
        () =>
          perform(game, name, { organizerToken, invitationToken, claimToken: participantToken }),
        refusedAs("INVALID_TOKEN"),
      );
    });
  }

  if (isByParticipant) {
    Deno.test(`decide() lets a participant ${name}, and see their pair in a protected game only by token`, () => {
      const open = perform(gameOf(), name, {});
      assert(open.access.role === "participant" && open.access.seesAssignment);
      const game = gameOf(true);
      const [first, second] = game.participants;
      assert(first && second);
      const blind = perform(game, name, {});
      assert(blind.access.role === "participant" && !blind.access.seesAssignment);
      const seeing = perform(game, name, { participantToken: tokens.participant(game, first) });
      assert(seeing.access.role === "participant" && seeing.access.seesAssignment);
      assert.equal(seeing.access.participant, seeing.game.participants[0], "as they are now");
      const participantToken = tokens.participant(game, second);
      assert.throws(() => perform(game, name, { participantToken }), refusedAs("INVALID_TOKEN"));
      assert.throws(() => perform(game, name, {}, "nobody"), refusedAs("PARTICIPANT_NOT_FOUND"));
    });
  } else if (!["joinInvitation", "leaveGame", "claimPlace"].includes(name)) {
    Deno.test(`decide() lets the organizer ${name}`, () => {
      const game = gameOf(false, name);
      const before = structuredClone(game);
      const { access } = perform(game, name, { organizerToken: tokens.organizer(game) });
      assert.deepEqual(access, { role: "organizer" });
      assert.deepEqual(game, before, "the game that was is not touched");
      const credential = { organizerToken: tokens.organizer(game) };
      const action = gameActionSchema.parse(bodyOf(game, name));
      assert.equal(
        decide(game, action, credential, tokens, decisionContext).access.role,
        "organizer",
        "a token may come outside the body",
      );
    });
  }
}

Deno.test("decide() lets a participant leaveGame only by their token, without showing them anything more", () => {
  for (const isProtected of [false, true]) {
    const game = gameOf(isProtected, "leaveGame");
    const [first, second] = game.participants;
    assert(first && second);
    assert.throws(() => perform(game, "leaveGame", {}), refusedAs("TOKEN_REQUIRED"));
    const participantToken = tokens.participant(game, first);
    assert.throws(
      () => perform(game, "leaveGame", { participantToken }, second.id),
      refusedAs("INVALID_TOKEN"),
    );
    const { access, hasLeft, game: after } = perform(game, "leaveGame", { participantToken });
    assert.deepEqual([access.role, hasLeft], ["public", true]);
    assert.deepEqual(after.participants, game.participants.slice(1));
  }
});

Deno.test("decide() lets anyone with the invitation join, and see their own pair", () => {
  const game = gameOf(true);
  const { game: after, access } = perform(game, "joinInvitation", {
    invitationToken: tokens.invitation(game),
  });
  assert(access.role === "participant" && access.seesAssignment);
  assert.equal(access.participant, after.participants.at(-1));
  assert.equal(access.participant.name, "Newcomer");
});

Deno.test("decide() takes a cancelled request for the organizer's refusal with their token, unless a participant's is sent", () => {
  const game = gameOf();
  const [first] = game.participants;
  assert(first);
  const organizerToken = tokens.organizer(game);
  const participantToken = tokens.participant(game, first);
  const ask = (inBody: Credential, outside: Credential) => {
    const body = { ...bodyOf(game, "cancelReassignmentRequest"), ...inBody };
    return decide(game, gameActionSchema.parse(body), outside, tokens, decisionContext);
  };
  for (
    const [inBody, outside] of [
      [{ organizerToken }, {}],
      [{}, { organizerToken }],
      [{ organizerToken }, { participantToken }],
    ] as const
  ) {
    const declined = ask(inBody, outside);
    assert.equal(declined.access.role, "organizer");
    assert.deepEqual(declined.events, [{ type: "reassignmentDeclined", participant: 1 }]);
  }
  for (
    const [inBody, outside] of [
      [{}, {}],
      [{}, { organizerToken, participantToken }],
      [{ participantToken }, { organizerToken }],
    ] as const
  ) {
    const own = ask(inBody, outside);
    assert.deepEqual([own.access.role, own.events], ["participant", []]);
  }
  assert.throws(() => ask({}, { organizerToken: "wrong" }), refusedAs("INVALID_TOKEN"));
});

Deno.test("decide() refuses after the event only actions that would move it or its pairs", () => {
  const over: Game = {
    ...makeGame(4, { isProtected: true }),
    reveal: "afterEvent",
    date: inDays(-2),
    earliestEnd: null,
  };
  const organizer = { organizerToken: tokens.organizer(over) };
  const [first] = over.participants;
  assert(first);
  const refusal = (body: Record<string, unknown>, credential: Credential = organizer) => {
    const action = gameActionSchema.parse(body);
    try {
      decide(over, action, credential, tokens, decisionContext);
    } catch (error) {
      return error instanceof Error && "code" in error ? error.code : String(error);
    }
  };
  const person = { participantId: first.id };
  for (
    const [body, expected] of [
      [{
        action: "joinInvitation",
        participantName: "Zoe",
        invitationToken: tokens.invitation(over),
      }, "EVENT_OVER"],
      [{ action: "reassignAll" }, "EVENT_OVER"],
      [{ action: "setExclusions", exclusions: [] }, "EVENT_OVER"],
      [{ action: "removeParticipant", ...person }, "EVENT_OVER"],
      [{ action: "updateGameDetails", date: inDays(9) }, "EVENT_OVER"],
      [{ action: "updateGameDetails", location: "Here" }, undefined],
      [{ action: "updateParticipantDetails", ...person, name: "Another" }, "EVENT_OVER"],
      [{ action: "updateParticipantDetails", ...person, name: first.name }, undefined],
      [{ action: "updateParticipantDetails", ...person, wish: "Tea" }, undefined],
      [{ action: "regenerateToken", ...person }, undefined],
    ] as const
  ) assert.equal(refusal(body), expected, JSON.stringify(body));
});

Deno.test("decide() moves neither pairs nor the end once an instance with a faster clock may show them", () => {
  const game = makeGame(5, { isSealed: true, reveal: "afterEvent", time: "18:30" });
  const organizerToken = tokens.organizer(game);
  const end = overAt(game);
  const isDone = (body: Record<string, unknown>, seconds: number) => {
    const action = gameActionSchema.parse(body);
    const context = { ...decisionContext, now: new Date(end - seconds * 1000) };
    try {
      return !!decide(game, action, { organizerToken }, tokens, context);
    } catch (error) {
      assert(error instanceof GameError && error.code === "EVENT_OVER", String(error));
      return false;
    }
  };
  assert.equal(organizerView(game, tokens, new Date(end - 1)).revealed, undefined);
  assert.equal(organizerView(game, tokens, new Date(end)).revealed?.length, 5);
  const participantName = "Zoe";
  for (
    const body of [
      { action: "updateGameDetails", date: inDays(40) },
      { action: "updateGameDetails", time: "20:00" },
      { action: "updateGameDetails", reveal: "never" },
      { action: "reassignAll" },
      { action: "addParticipant", participantName },
      { action: "joinInvitation", participantName, invitationToken: tokens.invitation(game) },
    ]
  ) {
    // A minute between the clocks, and a request that takes another.
    assert.deepEqual([121, 119, 0].map((seconds) => isDone(body, seconds)), [true, false, false]);
  }
  const isClosed = (seconds: number) => invitationView(game, new Date(end - seconds * 1000)).isOver;
  assert.deepEqual([121, 119, 0].map(isClosed), [false, false, true], "it does not say so before");
});

Deno.test("decide() has a giver send a parcel, and a receiver report its arrival", () => {
  const made = makeGame(4, { isProtected: true, byPost: true });
  const [first] = made.participants;
  assert(first);
  const participantToken = tokens.participant(made, first);
  const after = (body: Record<string, unknown>) =>
    decide(made, gameActionSchema.parse(body), { participantToken }, tokens, decisionContext).game
      .participants.flatMap(({ number, parcels, parcelArrivedAt }) => [
        ...parcels.map(({ giver }) => `${giver} to ${number}`),
        ...parcelArrivedAt ? [`${number} has it`] : [],
      ]);
  assert.deepEqual(after({ action: "setParcel", sent: true }), [`1 to ${first.receiver}`]);
  assert.deepEqual(after({ action: "confirmArrived" }).filter((line) => line.includes("has")), [
    "1 has it",
  ]);
});

Deno.test("decide() takes the mailed link of a sealed game as proof that its mail was opened", () => {
  const game = makeGame(3, { isSealed: true });
  const [first] = game.participants;
  assert(first);
  const participantToken = tokens.participant(game, first);
  const action = { action: "updateWish", participantId: first.id, wish: "Tea" };
  const shown = { participantToken };
  const after = decide(game, gameActionSchema.parse(action), shown, tokens, decisionContext);
  const [one, other] = after.game.participants;
  assert.deepEqual([one?.isEmailProved, one?.openedEmail], [true, "p1@example.org"]);
  assert.deepEqual([other?.isEmailProved, other?.openedEmail], [false, null]);
});
