import assert from "node:assert/strict";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import type { Credential } from "../access.ts";
import { type ActionName, gameActionSchema } from "../schemas.ts";
import type { Game } from "../types.ts";
import { decide, type Decision } from "./decide.ts";

/** Every action with all that it needs besides a credential. */
const BODIES: Record<ActionName, Record<string, unknown>> = {
  updateWish: { wish: "Tea" },
  updateParticipantEmail: { email: "new@example.org" },
  confirmAssignment: {},
  requestReassignment: {},
  cancelReassignmentRequest: {},
  joinInvitation: { participantName: "Newcomer" },
  updateGameDetails: { name: "New name" },
  updateParticipantDetails: { name: "New name" },
  addParticipant: { participantName: "Newcomer" },
  removeParticipant: {},
  setExclusions: { exclusions: [["P1", "P2"]] },
  approveReassignment: {},
  approveAllReassignments: {},
  forceReassignParticipant: {},
  reassignAll: {},
  regenerateToken: {},
  regenerateInvitationToken: {},
};
const NAMES = gameActionSchema.options.map((schema) => schema.shape.action.value);

const BY_PARTICIPANT: ActionName[] = [
  "updateWish",
  "updateParticipantEmail",
  "confirmAssignment",
  "requestReassignment",
  "cancelReassignmentRequest",
];

/** A game in which P1 has asked for somebody else. */
function gameOf(isProtected = false): Game {
  const game = makeGame(6, { isProtected });
  const [first] = game.participants;
  assert(first);
  first.reassignmentRequestedAt = game.createdAt;
  return game;
}

function perform(
  game: Game,
  name: ActionName,
  credential: Credential & { invitationToken?: string },
  participantId = game.participants[0]?.id,
): Decision {
  const body = { participantId, ...BODIES[name], action: name, ...credential };
  return decide(game, gameActionSchema.parse(body), {}, tokens, decisionContext);
}

function refusedAs(code: string) {
  return { name: "GameError", code };
}

for (const name of NAMES) {
  const isByParticipant = BY_PARTICIPANT.includes(name);

  Deno.test(`decide() lets nobody ${name} with a wrong credential, and leaves the game as it was`, () => {
    const game = gameOf();
    const before = structuredClone(game);
    const strange = { organizerToken: "x", participantToken: "x", invitationToken: "x" };
    assert.throws(() => perform(game, name, strange), refusedAs("INVALID_TOKEN"));
    const other = gameOf();
    const [first] = other.participants;
    assert(first);
    const foreign = {
      organizerToken: tokens.organizer(other),
      participantToken: tokens.participant(other, first),
      invitationToken: tokens.invitation(other),
    };
    assert.throws(() => perform(game, name, foreign), refusedAs("INVALID_TOKEN"));
    assert.deepEqual(game, before);
  });

  if (!isByParticipant) {
    Deno.test(`decide() asks for a token to ${name}, before all else`, () => {
      const game = gameOf();
      assert.throws(() => perform(game, name, {}, "nobody"), refusedAs("TOKEN_REQUIRED"));
      const [first] = game.participants;
      assert(first);
      const participantToken = tokens.participant(game, first);
      assert.throws(() => perform(game, name, { participantToken }), refusedAs("TOKEN_REQUIRED"));
      const organizerToken = participantToken;
      const invitationToken = participantToken;
      assert.throws(
        () => perform(game, name, { organizerToken, invitationToken }),
        refusedAs("INVALID_TOKEN"),
      );
    });
  }

  if (isByParticipant) {
    Deno.test(`decide() lets a participant ${name}, and in a protected game see their pair by token alone`, () => {
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
  } else if (name !== "joinInvitation") {
    Deno.test(`decide() lets the organizer ${name}`, () => {
      const game = gameOf();
      const before = structuredClone(game);
      const { access } = perform(game, name, { organizerToken: tokens.organizer(game) });
      assert.deepEqual(access, { role: "organizer" });
      assert.deepEqual(game, before, "the game that was is not touched");
      const credential = { organizerToken: tokens.organizer(game) };
      const action = gameActionSchema.parse({
        participantId: game.participants[0]?.id,
        ...BODIES[name],
        action: name,
      });
      assert.equal(
        decide(game, action, credential, tokens, decisionContext).access.role,
        "organizer",
        "a token may come beside the body",
      );
    });
  }
}

Deno.test("decide() lets whoever has the invitation join, and see their own pair", () => {
  const game = gameOf(true);
  const { game: after, access } = perform(game, "joinInvitation", {
    invitationToken: tokens.invitation(game),
  });
  assert(access.role === "participant" && access.seesAssignment);
  assert.equal(access.participant, after.participants.at(-1));
  assert.equal(access.participant.name, "Newcomer");
});

Deno.test("decide() takes a cancelled request for the organizer's no only with their token in the body", () => {
  const game = gameOf();
  const own = perform(game, "cancelReassignmentRequest", {});
  assert.deepEqual([own.access.role, own.events], ["participant", []]);
  const organizerToken = tokens.organizer(game);
  const declined = perform(game, "cancelReassignmentRequest", { organizerToken });
  assert.equal(declined.access.role, "organizer");
  assert.deepEqual(declined.events, [{ type: "reassignmentDeclined", participant: 1 }]);
});
