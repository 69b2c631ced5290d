import assert from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import {
  authorizeParticipant,
  authorizeReader,
  requireInvitation,
  requireOrganizer,
} from "./access.ts";
import type { Game, Participant } from "./types.ts";

function gameOf(change: Partial<Game> = {}): { game: Game; ana: Participant; ben: Participant } {
  const game = { ...makeGame(4), ...change };
  const [ana, ben] = game.participants;
  assert(ana && ben);
  return { game, ana, ben };
}

const reader = (game: Game, credential: Parameters<typeof authorizeReader>[1]) => () =>
  authorizeReader(game, credential, tokens);

Deno.test("authorizeReader() opens an unprotected game to all, and shows a receiver for an id", () => {
  const { game, ana } = gameOf();
  assert.deepEqual(reader(game, {})(), { role: "public" });
  const expected = { role: "participant", participant: ana, seesAssignment: true };
  assert.deepEqual(reader(game, { participantId: ana.id })(), { ...expected, hasToken: false });
  assert.deepEqual(
    reader(game, { participantToken: tokens.participant(game, ana) })(),
    { ...expected, hasToken: true },
  );
  assert.throws(reader(game, { participantId: "x" }), { code: "PARTICIPANT_NOT_FOUND" });
});

Deno.test("authorizeReader() opens a protected game only for a token", () => {
  const { game, ana } = gameOf({ isProtected: true });
  assert.throws(reader(game, {}), { status: 401, code: "PROTECTED_GAME" });
  assert.throws(reader(game, { participantId: ana.id }), { status: 401, code: "PROTECTED_GAME" });
  const { role } = reader(game, { participantToken: tokens.participant(game, ana) })();
  assert.equal(role, "participant");
});

Deno.test("authorizeReader() refuses a wrong token of any kind, even next to a valid credential", () => {
  for (const isProtected of [true, false]) {
    const { game, ana, ben } = gameOf({ isProtected });
    const anas = tokens.participant(game, ana);
    for (
      const credential of [
        { participantToken: "x" },
        { organizerToken: "x", participantToken: anas },
        { organizerToken: anas },
        { participantToken: tokens.organizer(game) },
        { participantToken: tokens.invitation(game) },
        { participantToken: tokens.participant(gameOf().game, ana) },
        { participantToken: tokens.participant(game, { ...ana, tokenVersion: 2 }) },
        { participantToken: anas, participantId: ben.id },
      ]
    ) {
      assert.throws(reader(game, credential), { status: 403, code: "INVALID_TOKEN" });
    }
  }
});

Deno.test("authorizeReader() hides an archived game from all but its organizer", () => {
  const { game, ana } = gameOf({ archivedAt: "2027-01-01T00:00:00.000Z" });
  for (
    const credential of [
      {},
      { participantId: ana.id },
      { participantToken: tokens.participant(game, ana) },
      { organizerToken: "x" },
    ]
  ) {
    assert.throws(reader(game, credential), { status: 404, code: "GAME_NOT_FOUND" });
  }
  assert.deepEqual(reader(game, { organizerToken: tokens.organizer(game) })(), {
    role: "organizer",
  });
});

Deno.test("authorizeParticipant() lets an id act in a protected game, but not see", () => {
  const { game, ana, ben } = gameOf({ isProtected: true });
  const act = (credential: Parameters<typeof authorizeParticipant>[1]) =>
    authorizeParticipant(game, credential, tokens);
  assert.equal(act({ participantId: ana.id }).seesAssignment, false);
  const participantToken = tokens.participant(game, ana);
  assert.equal(act({ participantId: ana.id, participantToken }).seesAssignment, true);
  assert.throws(() => act({ participantId: ben.id, participantToken }), { code: "INVALID_TOKEN" });
  assert.throws(() => act({ participantId: tokens.alias(game, ana, ben) }), { status: 404 });
  assert.throws(() => act({}), { status: 404 });
});

Deno.test("requireOrganizer() and requireInvitation() distinguish a missing token from a wrong one", () => {
  const { game } = gameOf();
  requireOrganizer(game, tokens.organizer(game), tokens);
  requireInvitation(game, tokens.invitation(game), tokens);
  for (const require of [requireOrganizer, requireInvitation]) {
    assert.throws(() => require(game, undefined, tokens), { status: 401 });
    assert.throws(() => require(game, "", tokens), { status: 401 });
    assert.throws(() => require(game, "x", tokens), { status: 403 });
  }
  assert.throws(() => requireOrganizer(game, tokens.invitation(game), tokens), { status: 403 });
  const renewed = { ...game, organizerTokenVersion: 2 };
  assert.throws(() => requireOrganizer(renewed, tokens.organizer(game), tokens), { status: 403 });
});
