import assert from "node:assert/strict";
import { OPERATION_NAMES, refusalsOf } from "../game/operations.ts";
import { PATHS } from "./openapi_paths.ts";

/** For each operation: its path, its parameters and the codes of its refusals. */
const operations = Object.entries(PATHS).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [], responses }]) => ({
    method,
    path,
    operationId,
    parameters: parameters.map(({ name }) => name),
    codes: Object.values(responses).flatMap(({ description }) =>
      [...description.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code ?? "")
    ),
  }))
);

const codesOf = (id: string) =>
  operations.find(({ operationId }) => operationId === id)?.codes ?? assert.fail(id);

Deno.test("PATHS document every refusal of each operation", () => {
  for (const { path, operationId, parameters, codes, method } of operations) {
    assert.equal(new Set(codes).size, codes.length, operationId);
    if (path.startsWith("/api/health")) continue;
    for (const code of ["TOO_MANY_REQUESTS", "INTERNAL", "SERVICE_BUSY", "DATABASE_UNAVAILABLE"]) {
      assert(codes.includes(code), `${operationId}: ${code}`);
    }
    if (operationId === "readPhoto") continue;
    if (path.includes("{code}")) {
      assert(codes.includes("GAME_NOT_FOUND"), operationId);
      assert(codes.includes("INVALID_TOKEN"), operationId);
    }
    if (parameters.includes("participantId")) {
      assert(codes.includes("PARTICIPANT_NOT_FOUND"), operationId);
    }
    if (method === "post" && path !== "/api/games/cleanup" || method === "patch") {
      for (const code of ["MALFORMED_JSON", "BODY_TOO_LARGE", "BODY_TOO_SLOW"]) {
        assert(codes.includes(code), `${operationId}: ${code}`);
      }
    }
  }
  const ofAction = codesOf("changeGame");
  for (const name of OPERATION_NAMES) {
    for (const code of refusalsOf(name)) assert(ofAction.includes(code), `${name}: ${code}`);
  }
});

Deno.test("PATHS document the refusals of each type of sendEmail", () => {
  const codes = codesOf("sendEmail");
  for (
    const code of [
      ...["EMAIL_MISSING", "UNSUBSCRIBED", "ORGANIZER_EMAIL_MISSING", "ORGANIZER_EMAIL_NEEDED"],
      ...["PARTICIPANT_NOT_FOUND", "TOO_MANY_MAILS", "EMAIL_NOT_CONFIGURED"],
    ]
  ) assert(codes.includes(code), code);
});

Deno.test("PATHS document for a game that continues another the refusals of a new one", () => {
  const again = codesOf("playAgain");
  const own = ["CREATE_KEY_REQUIRED", "INVALID_CREATE_KEY"];
  for (const code of codesOf("createGame")) {
    assert(own.includes(code) || again.includes(code), code);
  }
  for (
    const code of [
      ...["DATE_IN_PAST", "DRAW_AT_IN_PAST"],
      ...["NAME_TAKEN", "UNKNOWN_PERSON", "TOO_MANY_HOUSEHOLDS", "KEY_REUSED"],
      ...["DRAW_IMPOSSIBLE", "RULES_TELL_PAIRS", "KEEPERS_ARE_SEALED", "SEAL_NEEDS_PROTECTION"],
      ...["SENDER_BLOCKED", "ORGANIZER_EMAIL_NEEDED", "IN_PROGRESS", "TOO_MANY_MAILS"],
    ]
  ) assert(again.includes(code), code);
  assert(codesOf("readGame").includes("PROTECTED_GAME"));
});
