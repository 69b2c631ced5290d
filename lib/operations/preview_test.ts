import assert from "node:assert/strict";
import { makeStored, operationTest, person, refused } from "@/tests/support/operations.ts";
import { archiveGame } from "./change.ts";
import { findPictured, openSharedLink } from "./preview.ts";

operationTest("a link preview needs the link's token, and an active game", async (services) => {
  const { tokens } = services;
  const game = await makeStored(services, { isProtected: true });
  const { code } = game;
  const key = tokens.preview(game);
  const participantToken = tokens.participant(game, person(game, "P1"));
  const invitationToken = tokens.invitation(game);
  for (const shown of [{ participantToken }, { invitationToken }]) {
    assert.equal((await openSharedLink(services, { code, ...shown })).id, game.id);
  }
  await refused(() => openSharedLink(services, { code }), "PROTECTED_GAME");
  // The link's own credential goes before one that opens the game otherwise.
  const empty = { code, participantToken, invitationToken: "", claimToken: "" };
  const { facts } = await refused(() => openSharedLink(services, empty), "TOKEN_REQUIRED");
  assert.deepEqual(facts, [{ which: "invitation" }]);
  const { invitationToken: _, ...claim } = empty;
  await refused(() => openSharedLink(services, claim), "TOKEN_REQUIRED");
  await refused(
    () => openSharedLink(services, { code, participantToken: "wrong" }),
    "INVALID_TOKEN",
  );
  for (const kind of ["participantToken", "invitationToken", "claimToken"]) {
    await refused(() => openSharedLink(services, { code, [kind]: key }), "INVALID_TOKEN");
  }
  assert.equal((await findPictured(services, code, key))?.id, game.id);
  assert.equal(await findPictured(services, code, participantToken), null);

  await archiveGame(services, code, tokens.organizer(game));
  await refused(() => openSharedLink(services, { code, participantToken }), "GAME_NOT_FOUND");
  assert.equal(await findPictured(services, code, key), null);
});
