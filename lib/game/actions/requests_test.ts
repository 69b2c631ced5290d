import assert from "node:assert/strict";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import type { Game } from "../types.ts";
import {
  confirmAssignment,
  declineRequest,
  requestReassignment,
  withdrawRequest,
} from "./requests.ts";

function bodyOf<Name extends string>(action: Name, game: Game, index = 0) {
  return { action, participantId: game.participants[index]?.id ?? "" };
}

Deno.test("requestReassignment() stores the time, ends a confirmation, and notifies the organizer once", () => {
  const game = makeGame(3);
  const [first] = game.participants;
  assert(first);
  first.hasConfirmedAssignment = true;
  const body = bodyOf("requestReassignment", game);
  const asked = requestReassignment(game, body, decisionContext);
  assert.equal(
    asked.game.participants[0]?.reassignmentRequestedAt,
    decisionContext.now.toISOString(),
  );
  assert.equal(asked.game.participants[0]?.hasConfirmedAssignment, false);
  assert.deepEqual(asked.events, [{ type: "reassignmentRequested", participant: 1 }]);
  const later = { ...decisionContext, now: new Date(decisionContext.now.getTime() + 1000) };
  assert.deepEqual(requestReassignment(asked.game, body, later), { game: asked.game, events: [] });
});

Deno.test("requestReassignment() is refused if the organizer has switched it off", () => {
  const game = makeGame(3, { allowReassignment: false });
  assert.throws(
    () => requestReassignment(game, bodyOf("requestReassignment", game), decisionContext),
    { status: 400, code: "REASSIGNMENT_NOT_ALLOWED" },
  );
});

Deno.test("withdrawRequest() and declineRequest() end a request; only the refusal is reported", () => {
  const fresh = makeGame(3);
  const { game } = requestReassignment(
    fresh,
    bodyOf("requestReassignment", fresh),
    decisionContext,
  );
  const body = bodyOf("cancelReassignmentRequest", game);
  const withdrawn = withdrawRequest(game, body);
  assert.equal(withdrawn.game.participants[0]?.reassignmentRequestedAt, null);
  assert.deepEqual(withdrawn.events, []);
  const declined = declineRequest(game, body);
  assert.equal(declined.game.participants[0]?.reassignmentRequestedAt, null);
  assert.deepEqual(declined.events, [{ type: "reassignmentDeclined", participant: 1 }]);
  assert.deepEqual(declineRequest(declined.game, body).events, [], "nobody asks any more");
});

Deno.test("withdrawRequest() and declineRequest() end the given kind of request, or else both", () => {
  const game = makeGame(3);
  const asking = { reassignmentRequestedAt: game.createdAt, leaveRequestedAt: game.createdAt };
  Object.assign(game.participants[0] ?? assert.fail(), asking);
  const body = bodyOf("cancelReassignmentRequest", game);
  const cases = [
    ["reassign", [false, true], ["reassignmentDeclined"]],
    ["leave", [true, false], ["leaveDeclined"]],
    [undefined, [false, false], ["reassignmentDeclined", "leaveDeclined"]],
  ] as const;
  for (const [kind, left, told] of cases) {
    const action = { ...body, ...kind && { kind } };
    for (const end of [withdrawRequest, declineRequest]) {
      const change = end(game, action);
      const [one] = change.game.participants;
      assert.deepEqual(
        [one?.reassignmentRequestedAt, one?.leaveRequestedAt].map((at) => at !== null),
        left,
      );
      assert.deepEqual(change.events.map(({ type }) => type), end === declineRequest ? told : []);
    }
  }
});

Deno.test("confirmAssignment() ends a request, and the last one reports that everyone has confirmed", () => {
  let game = makeGame(3);
  const events = [0, 1, 2].map((index) => {
    const change = confirmAssignment(
      game,
      bodyOf("confirmAssignment", game, index),
      decisionContext,
    );
    game = change.game;
    return change.events.map(({ type }) => type);
  });
  assert.deepEqual(events, [
    ["assignmentConfirmed"],
    ["assignmentConfirmed"],
    ["assignmentConfirmed", "everyoneConfirmed"],
  ]);
  assert.deepEqual(
    confirmAssignment(game, bodyOf("confirmAssignment", game), decisionContext).events,
    [],
  );
  const { game: asking } = requestReassignment(
    game,
    bodyOf("requestReassignment", game),
    decisionContext,
  );
  const content = confirmAssignment(asking, bodyOf("confirmAssignment", game), decisionContext).game
    .participants[0];
  assert.equal(content?.reassignmentRequestedAt, null);
});

Deno.test("confirmAssignment() opens a closed gift of a sealed game, which is locked for later links", () => {
  for (const isSealed of [true, false]) {
    const game = makeGame(3, { isSealed });
    const { game: after } = confirmAssignment(
      game,
      bodyOf("confirmAssignment", game),
      decisionContext,
    );
    const at = isSealed ? decisionContext.now.toISOString() : null;
    const [one] = after.participants;
    assert.deepEqual([one?.viewedAt, one?.firstViewedAt], [at, at]);
    const earlier = "2026-01-01T00:00:00.000Z";
    const opened = game.participants.map((one) => ({
      ...one,
      viewedAt: earlier,
      firstViewedAt: earlier,
    }));
    const again = confirmAssignment(
      { ...game, participants: opened },
      bodyOf("confirmAssignment", game),
      decisionContext,
    );
    assert.equal(again.game.participants[0]?.viewedAt, earlier);
  }
});

Deno.test("confirmAssignment() is never stored as an opening before the place was claimed", () => {
  const game = makeGame(3, { isSealed: true });
  const [first = assert.fail()] = game.participants;
  const claimOpenedAt = new Date(decisionContext.now.getTime() + 30_000).toISOString();
  const claimed = { ...game, participants: game.participants.with(0, { ...first, claimOpenedAt }) };
  const body = bodyOf("confirmAssignment", game);
  const one = confirmAssignment(claimed, body, decisionContext).game.participants[0];
  assert.deepEqual([one?.viewedAt, one?.firstViewedAt], [claimOpenedAt, claimOpenedAt]);
});

Deno.test("requestReassignment() allows a request about a locked gift even if requests are off", () => {
  const game = makeGame(3, { isSealed: true, allowReassignment: false });
  const [first] = game.participants;
  assert(first);
  const ask = (fields: Partial<typeof first>) => {
    const participants = [{ ...first, ...fields }, ...game.participants.slice(1)];
    return requestReassignment(
      { ...game, participants },
      { action: "requestReassignment", participantId: first.id },
      decisionContext,
    ).game.participants[0];
  };
  assert.throws(() => ask({}), { code: "REASSIGNMENT_NOT_ALLOWED" });
  const asked = ask({ revealBlockedForTokenVersion: 1, hasConfirmedAssignment: true });
  assert(asked?.reassignmentRequestedAt);
  assert.equal(asked.hasConfirmedAssignment, false);
});
