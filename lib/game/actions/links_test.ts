import assert from "node:assert/strict";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { archiveGame } from "./archive.ts";
import { regenerateInvitationToken, regenerateToken } from "./links.ts";

Deno.test("regenerateToken() ends one link, and notifies the person", () => {
  const game = makeGame(3);
  const body = {
    action: "regenerateToken",
    participantId: game.participants[1]?.id ?? "",
  } as const;
  const { game: after, events } = regenerateToken(game, body);
  const linksOf = (of: typeof game) => of.participants.map((one) => tokens.participant(of, one));
  const [before, renewed] = [linksOf(game), linksOf(after)];
  assert.deepEqual(renewed.map((link, index) => link === before[index]), [true, false, true]);
  assert.deepEqual(events, [{ type: "participantLinkRenewed", participant: 2 }]);
  assert.throws(() => regenerateToken(game, { ...body, participantId: "nobody" }), {
    code: "PARTICIPANT_NOT_FOUND",
  });
});

Deno.test("regenerateInvitationToken() ends the invitation and nothing else, and notifies no one", () => {
  const game = makeGame(3);
  const { game: after, events } = regenerateInvitationToken(game);
  assert.notEqual(tokens.invitation(after), tokens.invitation(game));
  assert.equal(tokens.organizer(after), tokens.organizer(game));
  assert.deepEqual([after.participants, events], [game.participants, []]);
});

Deno.test("archiveGame() keeps everything, and reports that the game is over", () => {
  const game = makeGame(3);
  const now = new Date("2027-01-01T02:00:00Z");
  assert.deepEqual(archiveGame(game, now), {
    game: { ...game, archivedAt: "2027-01-01T02:00:00.000Z" },
    events: [{ type: "gameArchived" }],
  });
});
