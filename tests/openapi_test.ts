import assert from "node:assert/strict";
import { createClient } from "@hey-api/openapi-ts";
import openapiTS, { astToString } from "openapi-typescript";
import { z } from "zod";
import { ERROR_CODES } from "@/lib/game/errors.ts";
import { OPERATION_NAMES, OPERATIONS } from "@/lib/game/operations.ts";
import { errorSchema, sentSchema } from "@/lib/http/answer_schemas.ts";
import { openApiDocument } from "@/lib/http/openapi.ts";
import { actionSchemaId, NOTHING_SENT, openApiExamples } from "@/lib/http/openapi_examples.ts";
import { PATHS } from "@/lib/http/openapi_paths.ts";
import { parseSettings } from "@/lib/settings.ts";
import { compile } from "./support/compile.ts";
import { sourceUrl } from "./support/sources.ts";

const document = openApiDocument(parseSettings({ PUBLIC_URL: "https://gifts.example.org" }));
const operations = Object.values(PATHS).flatMap((methods) => Object.values(methods));

Deno.test("the OpenAPI document says of each operation who may ask for it, and shows examples", () => {
  assert.deepEqual(document.servers.map(({ url }) => url), ["https://gifts.example.org"]);
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  const schemes = Object.keys(document.components.securitySchemes);
  const tags = document.tags.map(({ name }) => name);
  for (const { operationId, description, tags: [tag], security, ...operation } of operations) {
    assert(description, operationId);
    assert(tags.includes(tag), operationId);
    assert(security.flatMap(Object.keys).every((name) => schemes.includes(name)), operationId);
    const contents = [operation.requestBody, ...Object.values(operation.responses)]
      .flatMap((one) => one?.content ?? []);
    for (const { "application/json": json } of contents) {
      if (!json) continue;
      const references = Object.values(json.examples).map(({ $ref }) =>
        $ref.split("/").at(-1) ?? ""
      );
      assert(references.length > 0, operationId);
      assert(references.every((name) => name in document.components.examples), operationId);
    }
  }
});

Deno.test("each example of the OpenAPI document is valid", () => {
  const examples = openApiExamples();
  const bodies = OPERATION_NAMES.map((name) =>
    [actionSchemaId(name), OPERATIONS[name].body] as const
  );
  const schemas = new Map<string, z.core.$ZodType>([
    ...z.globalRegistry._idmap,
    ...bodies,
    ...ERROR_CODES.map((code) => [code, errorSchema] as const),
    [NOTHING_SENT, sentSchema],
  ]);
  for (const [name, { value }] of Object.entries(examples)) {
    const schema = schemas.get(name);
    assert(schema, name);
    assert.deepEqual(z.safeParse(schema, value).error?.issues ?? [], [], name);
  }
});

Deno.test("request bodies have no defaults: generators would take such fields for required", () => {
  assert.doesNotMatch(JSON.stringify(document.components.schemas), /"default":/);
  const { draw } = document.components.schemas.CreateGame?.properties ?? {};
  assert.match(JSON.stringify(draw), /Default: \\"now\\"/);
});

Deno.test("the OpenAPI document says which emails carry a customMessage", () => {
  const { customMessage } = document.components.schemas.SendEmail?.properties ?? {};
  assert.match(JSON.stringify(customMessage), /For reminders; all other types ignore it/);
});

Deno.test("an action is one of named schemas, which say what they answer", () => {
  const { GameAction, UpdateWish } = document.components.schemas;
  assert.equal(GameAction?.oneOf?.length, OPERATION_NAMES.length);
  assert.match(JSON.stringify(GameAction), /"updateWish":"#\/components\/schemas\/UpdateWish"/);
  assert.equal(UpdateWish?.title, "updateWish");
  assert.match(UpdateWish?.description ?? "", /^By a participant\. Answers ParticipantView\./);
});

Deno.test("what openapi-typescript and @hey-api/openapi-ts make of it compiles with the documents' example", async () => {
  const docs = await Deno.readTextFile(new URL(sourceUrl("docs/api.md")));
  const [, creation] = /\/api\/games -d '(\{.*?\})'/s.exec(docs) ?? [];
  const [, action] = /\/api\/games\/123456 -d '(\{.*?\})'/s.exec(docs) ?? [];
  assert(creation && action, "docs/api.md holds two bodies");
  const folder = await Deno.makeTempDir();
  try {
    const text = JSON.stringify(document);
    await Deno.writeTextFile(`${folder}/openapi.json`, text);
    await Deno.writeTextFile(`${folder}/openapi.ts`, astToString(await openapiTS(text)));
    await createClient({
      input: `${folder}/openapi.json`,
      output: `${folder}/client`,
      logs: { level: "silent" },
    });
    await Deno.writeTextFile(
      `${folder}/example.ts`,
      `
      import type { components } from "./openapi";
      import { changeGame, createGame } from "./client";
      export const body: components["schemas"]["CreateGame"] = ${creation};
      export const change: components["schemas"]["GameAction"] = ${action};
      const { data, error } = await createGame({ body: ${creation} });
      export const code: string | undefined = data ? data.code : error.code;
      const changed = await changeGame({ path: { code: "123456" }, body: ${action} });
      if (changed.data && "view" in changed.data && changed.data.view === "organizer") {
        const token: string = changed.data.organizerToken;
        console.log(token);
      }
      // @ts-expect-error: an action has a name that the service knows
      await changeGame({ path: { code: "123456" }, body: { action: "abolish" } });
      // @ts-expect-error: a game has participants
      await createGame({ body: { name: "Winter party", date: "2027-12-24" } });
      `,
    );
    assert.deepEqual(compile(`${folder}/example.ts`), []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
