import assert from "node:assert/strict";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { movedBetween, previewAction } from "./preview.ts";

Deno.test("previewAction() tells who would move, and changes nothing", () => {
  // One circle, in which whoever gives to somebody who leaves can take over their person.
  const game = makeGame(5);
  for (const one of game.participants) one.receiver = one.number % 5 + 1;
  const before = structuredClone(game);
  const organizerToken = tokens.organizer(game);
  const [first] = game.participants;
  const { moved, refusal } = previewAction(
    game,
    { action: "removeParticipant", participantId: first?.id ?? "" },
    { organizerToken },
    tokens,
    decisionContext,
  );
  assert.equal(refusal, null);
  assert.deepEqual(moved.map((one) => one.receiver), [first?.number]);
  assert.deepEqual(game, before);
});

Deno.test("previewAction() answers a broken rule as a refusal and throws a wrong credential", () => {
  const game = makeGame(3);
  const action = {
    action: "removeParticipant",
    participantId: game.participants[0]?.id ?? "",
  } as const;
  const { refusal } = previewAction(
    game,
    action,
    { organizerToken: tokens.organizer(game) },
    tokens,
    decisionContext,
  );
  assert.equal(refusal?.code, "TOO_FEW_PARTICIPANTS");
  assert.throws(
    () => previewAction(game, action, { organizerToken: "wrong" }, tokens, decisionContext),
    {
      code: "INVALID_TOKEN",
    },
  );
});

Deno.test("movedBetween() leaves out who came, who left and who kept their person", () => {
  const before = makeGame(3);
  const [first, ...rest] = before.participants;
  assert(first);
  const after = {
    ...before,
    participants: [{ ...first, receiver: first.receiver + 10 }, ...rest.slice(1)],
  };
  assert.deepEqual(movedBetween(before, after).map((one) => one.number), [first.number]);
});
