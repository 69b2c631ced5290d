import assert from "node:assert/strict";
import { HttpError } from "fresh";
import { captureLogs } from "@/tests/support/logs.ts";
import { GameError } from "../game/errors.ts";
import { DatabaseBusy, DatabaseUnavailable } from "../store/store.ts";
import { errorAnswer, isFailedLookup, json, revealsGameExists, toGameError } from "./answers.ts";

Deno.test("json() makes an answer that no cache keeps", async () => {
  const answer = json({ a: 1 }, 201, { "x-more": "yes" });
  assert.deepEqual([answer.status, await answer.json()], [201, { a: 1 }]);
  assert.deepEqual(Object.fromEntries(answer.headers), {
    "cache-control": "no-store",
    "content-type": "application/json",
    "x-more": "yes",
  });
});

Deno.test("errorAnswer() contains code, sentence, details and when to retry", async () => {
  const busy = errorAnswer(new GameError("SERVICE_BUSY", { retryAfter: 7 }), { allow: "GET" });
  assert.deepEqual(
    [busy.status, busy.headers.get("retry-after"), busy.headers.get("allow")],
    [503, "7", "GET"],
  );
  assert.equal((await busy.json()).code, "SERVICE_BUSY");
  const details = [{ path: "name", message: "A name is missing" }];
  const invalid = errorAnswer(new GameError("VALIDATION_FAILED", { details }));
  assert.equal(invalid.headers.has("retry-after"), false);
  const body = await invalid.json();
  assert.deepEqual([body.code, body.details], ["VALIDATION_FAILED", details]);
  const stale = errorAnswer(new GameError("STALE_WISHES", { present: { wishesRevision: 3 } }));
  assert.equal((await stale.json()).wishesRevision, 3);
});

Deno.test("toGameError() keeps known errors, and discloses nothing of unknown ones", () => {
  using logs = captureLogs();
  const known = new GameError("NOT_FOUND");
  assert.equal(toGameError(known), known);
  const codes = ([400, 403, 404, 405, 418] as const).map((status) =>
    toGameError(new HttpError(status)).code
  );
  assert.deepEqual(codes, [
    "MALFORMED_ADDRESS",
    "FOREIGN_FORM",
    "NOT_FOUND",
    "METHOD_UNKNOWN",
    "INTERNAL",
  ]);
  assert.deepEqual(logs.lines, []);
  const busy = toGameError(new DatabaseBusy("locked"));
  assert.equal(busy.code, "SERVICE_BUSY");
  assert((busy.retryAfter ?? 0) > 0);
  assert.equal(toGameError(new DatabaseUnavailable("down")).code, "DATABASE_UNAVAILABLE");
  const defect = toGameError(new Error("a secret"));
  assert.deepEqual([defect.code, defect.status], ["INTERNAL", 500]);
  assert(!defect.message.includes("secret"));
  assert.equal(logs.lines.length, 3);
});

Deno.test("failed look-ups count, and other errors that reveal the game are hidden too", () => {
  const error = (code: "GAME_NOT_FOUND" | "PROTECTED_GAME" | "NOT_FOUND") => new GameError(code);
  const told = [
    error("GAME_NOT_FOUND"),
    new GameError("INVALID_TOKEN"),
    new GameError("PHOTO_NOT_FOUND"),
    new GameError("INVALID_CREATE_KEY"),
    error("PROTECTED_GAME"),
    new GameError("TOKEN_REQUIRED", { which: "organizer" }),
    new GameError("ALREADY_ARCHIVED", { code: "123456" }),
    error("NOT_FOUND"),
    new Error("a defect"),
  ];
  assert.deepEqual(told.map(isFailedLookup), [
    ...[true, true, true, true],
    ...[false, false, false, false, false],
  ]);
  assert.deepEqual(told.map(revealsGameExists), [
    ...[true, true, true, true, true, true, true],
    ...[false, false],
  ]);
});
