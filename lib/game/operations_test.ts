import assert from "node:assert/strict";
import { mayDraw, OPERATION_NAMES, OPERATIONS, refusalsOf } from "./operations.ts";

Deno.test("OPERATIONS has each row under the name in its body", () => {
  assert.deepEqual(
    OPERATION_NAMES,
    OPERATION_NAMES.map((name) => OPERATIONS[name].body.shape.action.value),
  );
});

Deno.test("OPERATIONS refuses every action that may draw once all pairs are revealed", () => {
  for (const name of OPERATION_NAMES) {
    assert(!mayDraw(name) || OPERATIONS[name].whenOver === "refused", name);
  }
});

Deno.test("refusalsOf() includes refusals that the cells of a row imply", () => {
  const refusals = [...refusalsOf("approveReassignment")];
  assert.deepEqual(refusals.toSorted(), [
    "DRAW_IMPOSSIBLE",
    "EVENT_OVER",
    "GAME_NOT_FOUND",
    "INVALID_TOKEN",
    "NOT_DRAWN_YET",
    "NO_OTHER_PERSON",
    "NO_PENDING_REQUEST",
    "PARTICIPANT_NOT_FOUND",
    "RULES_TELL_PAIRS",
    "TOKEN_REQUIRED",
  ]);
  assert(!refusalsOf("updateWish").has("EVENT_OVER"));
});
