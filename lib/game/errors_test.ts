import assert from "node:assert/strict";
import { ERROR_CODES, GameError, isOnPages, statusOf } from "./errors.ts";

Deno.test("GameError has the status and the sentence of its code", () => {
  const error = new GameError("NAME_TAKEN", { name: "Ana", path: "participants.2" });
  assert.equal(error.status, 400);
  assert.match(error.message, /"Ana" is used twice/);
  assert.deepEqual(error.details, [{ path: "participants.2", message: error.message }]);
  assert.equal(new GameError("GAME_NOT_FOUND").details, undefined);
});

Deno.test("GameError says how long to wait, and names every invalid field", () => {
  const later = new GameError("TOO_MANY_MAILS", { retryAfter: 61 });
  assert.deepEqual([later.status, later.retryAfter], [429, 61]);
  assert.match(later.message, /in 2 min/);
  const details = [{ path: "a", message: "A is wrong" }, { path: "b", message: "B is wrong" }];
  const wrong = new GameError("VALIDATION_FAILED", { details });
  assert.deepEqual([wrong.message, wrong.details], ["A is wrong", details]);
});

Deno.test("GameError.is() distinguishes refusals and gives their facts", () => {
  const error: GameError = new GameError("DRAW_IMPOSSIBLE", { givers: ["Ana"], receivers: [] });
  assert(!error.is("NAME_TAKEN"));
  assert(error.is("DRAW_IMPOSSIBLE"));
  const [{ givers }] = error.facts;
  assert.deepEqual(givers, ["Ana"]);
});

Deno.test("DRAW_IMPOSSIBLE names the group, or the first twenty people of a large one", () => {
  const sentence = (givers: string[], receivers: string[]) =>
    new GameError("DRAW_IMPOSSIBLE", { givers, receivers }).message;
  assert.match(sentence(["Ana", "Ben", "Cy"], ["Dee", "Eve"]), /Cy may only give to Dee and Eve\./);
  assert.match(sentence(["Ana"], []), /Ana cannot give to anyone/);
  const many = Array.from({ length: 23 }, (_, index) => `P${index}`);
  assert.match(sentence(many, ["Q"]), /P18, P19 and 3 more may only/);
});

Deno.test("the catalogue has stable codes, and shows no refused credential in a form", () => {
  assert.equal(new Set(ERROR_CODES).size, ERROR_CODES.length);
  for (const code of ERROR_CODES) {
    assert.match(code, /^[A-Z]+(_[A-Z]+)*$/);
    assert(![401, 403, 405, 409, 500].includes(statusOf(code)) || !isOnPages(code), code);
  }
});

Deno.test("isOnPages() is true of refusals that people may meet on pages, and of none that only programs cause", () => {
  const met = (["PARTICIPANT_NOT_FOUND", "NAME_TAKEN", "EVENT_OVER"] as const)
    .map(isOnPages);
  assert.deepEqual(met, [true, true, true]);
  assert.deepEqual((["TOKEN_REQUIRED", "METHOD_NOT_ALLOWED"] as const).map(isOnPages), [
    false,
    false,
  ]);
});
