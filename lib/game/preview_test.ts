import assert from "node:assert/strict";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { movedBetween, previewAction } from "./preview.ts";

Deno.test("previewAction() says the same for any pairs, and changes nothing", () => {
  const game = makeGame(6);
  const organizerToken = tokens.organizer(game);
  const mayMove = (opened: number[]) => {
    for (const one of game.participants) {
      one.viewedAt = opened.includes(one.number) ? game.createdAt : null;
    }
    return game.participants.map(({ id }) =>
      previewAction(
        game,
        { action: "removeParticipant", participantId: id },
        { organizerToken },
        tokens,
        decisionContext,
      ).mayMove
    );
  };
  assert.deepEqual(mayMove([]), [0, 0, 0, 0, 0, 0]);
  assert.deepEqual(mayMove([3]), [1, 1, 0, 1, 1, 1], "not even whom the only one gives to");
  assert.deepEqual(mayMove([1, 2, 3, 4, 5, 6]), [5, 5, 5, 5, 5, 5]);
  const before = structuredClone(game);
  mayMove([1, 2, 3, 4, 5, 6]);
  assert.deepEqual(game, before);
});

Deno.test("previewAction() returns a broken rule as a refusal, and throws on a wrong credential", () => {
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

Deno.test("movedBetween() leaves out people who came, left, kept their receiver or never knew them", () => {
  const before = makeGame(4);
  for (const one of before.participants.slice(1)) one.viewedAt = before.createdAt;
  const [first, second, third, fourth] = before.participants;
  assert(first && second && third && fourth);
  const moved = (one: typeof first) => ({
    ...one,
    receiver: (one.receiver ?? 0) + 10,
    viewedAt: null,
  });
  const after = {
    ...before,
    participants: [moved(first), moved(second), third, { ...moved(fourth), number: 9 }],
  };
  assert.deepEqual(movedBetween(before, after).map((one) => one.number), [second.number]);
});

Deno.test("previewAction() of a sealed game counts everyone who ever opened", () => {
  const game = makeGame(6, { isSealed: true });
  const [first, second, third] = game.participants;
  assert(first && second && third);
  first.firstViewedAt = second.firstViewedAt = third.viewedAt = game.createdAt;
  const preview = (of: typeof game) =>
    previewAction(
      of,
      { action: "removeParticipant", participantId: first.id },
      { organizerToken: tokens.organizer(of) },
      tokens,
      decisionContext,
    ).mayMove;
  assert.deepEqual([preview(game), preview({ ...game, isSealed: false })], [1, 1]);
  third.viewedAt = null;
  assert.deepEqual([preview(game), preview({ ...game, isSealed: false })], [1, 0]);
  const all = previewAction(
    game,
    { action: "reassignAll" },
    { organizerToken: tokens.organizer(game) },
    tokens,
    decisionContext,
  );
  assert.deepEqual(all, { mayMove: 2, refusal: null });
});
