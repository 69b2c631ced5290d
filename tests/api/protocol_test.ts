import assert from "node:assert/strict";
import { OPERATION_NAMES } from "@/lib/game/operations.ts";
import { openApiDocument } from "@/lib/http/openapi.ts";
import { startApp } from "../support/app.ts";
import { refuses } from "../support/client.ts";
import { named } from "../support/views.ts";

Deno.test("the API answers unknown paths, wrong methods, HEAD and OPTIONS in JSON", async () => {
  await using app = await startApp();
  const { client } = app;
  for (const method of ["GET", "OPTIONS"]) {
    refuses(await client.send(method, "/api/nothing/here"), 404, "NOT_FOUND");
  }
  for (
    const [method, path, allow] of [
      ["GET", "/api/games", "POST, OPTIONS"],
      ["PUT", "/api/games/123456", "GET, PATCH, DELETE, HEAD, OPTIONS"],
      ["GET", "/api/games/cleanup", "POST, OPTIONS"],
      ["DELETE", "/api/health", "GET, HEAD, OPTIONS"],
      ["PATCH", "/api/email/send", "POST, OPTIONS"],
      ["POST", "/api/docs", "GET, HEAD, OPTIONS"],
      ["PUT", "/api/openapi.json", "GET, HEAD, OPTIONS"],
    ] as const
  ) {
    const answer = await client.send(method, path);
    refuses(answer, 405, "METHOD_NOT_ALLOWED", path);
    assert.equal(answer.headers.get("allow"), allow, path);
    const asked = await client.send("OPTIONS", path);
    assert.deepEqual([asked.status, asked.headers.get("allow")], [204, allow], path);
  }
  const docs = await Promise.all(
    ["HEAD", "OPTIONS"].map((method) => client.send(method, "/api/docs")),
  );
  assert.deepEqual(docs.map(({ status, text }) => [status, text]), [[200, ""], [204, ""]]);
  const game = await client.createGame();
  const head = await client.send("HEAD", `/api/games/${game.code}`);
  assert.deepEqual([head.status, head.text], [200, ""]);
  const preflight = await client.send("OPTIONS", `/api/games/${game.code}`, undefined, {
    origin: "https://elsewhere.example",
    "access-control-request-method": "PATCH",
    "access-control-request-headers": "content-type",
  });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get("access-control-allow-origin"), "*");
  assert.equal(preflight.headers.get("access-control-allow-credentials"), null);
  assert.match(preflight.headers.get("access-control-allow-methods") ?? "", /PATCH/);
  const crossOrigin = await client.send("PATCH", `/api/games/${game.code}`, {
    action: "updateWish",
    participantId: named(game, "P1").id,
    wish: "x",
  }, { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" });
  assert.equal(crossOrigin.status, 200, "programs in browsers may use the API from anywhere");
});

/** The actions that clients rely on; there may be more. */
const PROMISED_ACTIONS: readonly (typeof OPERATION_NAMES)[number][] = [
  "requestReassignment",
  "cancelReassignmentRequest",
  "confirmAssignment",
  "updateWish",
  "updateParticipantEmail",
  "joinInvitation",
  "updateGameDetails",
  "updateParticipantDetails",
  "addParticipant",
  "removeParticipant",
  "regenerateToken",
  "approveReassignment",
  "approveAllReassignments",
  "forceReassignParticipant",
  "reassignAll",
  "setExclusions",
  "regenerateInvitationToken",
  "regenerateOrganizerToken",
];

Deno.test("GET /api/openapi.json describes every path and every action", async () => {
  await using app = await startApp();
  const { status, body } = await app.client.get("/api/openapi.json");
  assert.equal(status, 200);
  const document = openApiDocument(app.services.settings);
  assert.deepEqual(body, JSON.parse(JSON.stringify(document)));
  assert.equal(document.openapi, "3.1.0");
  assert.deepEqual(Object.keys(document.paths).toSorted(), [
    "/api/config",
    "/api/email/links",
    "/api/email/send",
    "/api/games",
    "/api/games/cleanup",
    "/api/games/{code}",
    "/api/games/{code}/again",
    "/api/games/{code}/messages",
    "/api/games/{code}/my-data",
    "/api/games/{code}/photos",
    "/api/games/{code}/photos/{photo}",
    "/api/games/{code}/push",
    "/api/health",
    "/api/health/live",
    "/api/health/ready",
    "/api/push-key",
  ]);
  const { schemas } = document.components;
  const actions = schemas.GameAction?.oneOf?.map(({ $ref }) =>
    schemas[$ref?.split("/").at(-1) ?? ""]?.properties?.action
  );
  assert.deepEqual(
    actions?.map((action) => typeof action === "object" && action.const),
    OPERATION_NAMES,
  );
  assert.equal(new Set(OPERATION_NAMES).size, OPERATION_NAMES.length);
  assert.deepEqual(PROMISED_ACTIONS.filter((name) => !OPERATION_NAMES.includes(name)), []);
  for (
    const [, pointer] of JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)
  ) {
    assert(pointer && schemas[pointer], `${pointer} is defined`);
  }
  const name = schemas.CreateGame?.properties?.name;
  assert.equal(typeof name === "object" && name.maxLength, 100);
  assert.equal(schemas.__shared, undefined, "every schema has a name of its own");
});
