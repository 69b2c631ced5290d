import assert from "node:assert/strict";
import { archivedSchema } from "@/lib/http/answer_schemas.ts";
import { Client, hasShape, refuses, succeeds } from "./client.ts";

/** A client of a service that always says the same. */
function clientOf(status: number, body: unknown): Client {
  return new Client(() => Promise.resolve(Response.json(body, { status })));
}

const archived = { success: true, message: "It is archived", archivedCode: "123456" };
const managed = { code: "123456", organizerToken: "x" };

Deno.test("Client's verbs take no other status, and nothing that the schema does not name", async () => {
  assert.deepEqual(await clientOf(200, archived).archive(managed), archived);
  await assert.rejects(clientOf(201, archived).archive(managed));
  await assert.rejects(clientOf(200, { ...archived, archivedCode: 123456 }).archive(managed));
  await assert.rejects(clientOf(200, { ...archived, secret: "x" }).archive(managed), /more than/);
});

Deno.test("refuses() wants the status, the code and the shape of an error", async () => {
  const error = { error: "There is no such game", code: "GAME_NOT_FOUND" };
  const answer = await clientOf(404, error).get("/");
  assert.deepEqual(refuses(answer, 404, "GAME_NOT_FOUND"), error);
  assert.throws(() => refuses(answer, 403, "GAME_NOT_FOUND"));
  assert.throws(() => refuses(answer, 404, "INVALID_TOKEN"));
  const stack = await clientOf(404, { ...error, stack: "at …" }).get("/");
  assert.throws(() => refuses(stack, 404, "GAME_NOT_FOUND"), /more than/);
  assert.throws(() => succeeds(answer, archivedSchema));
  assert.throws(() => hasShape(answer, archivedSchema));
});
