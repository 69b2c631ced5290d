import assert from "node:assert/strict";
import { LIMITS } from "../../game/types.ts";
import { parseLine } from "./records.ts";

const ID = "b0f5e7aa-0000-4000-8000-000000000000";

Deno.test("parseLine() accepts the line of a photo of any valid size, and no other line", () => {
  const photo = {
    gameId: ID,
    id: ID,
    participant: 1,
    version: 2,
    type: "image/png",
    state: "attached",
    since: "2026-12-01T10:00:00.000Z",
    size: LIMITS.photoBytes,
  };
  const parse = (fields: object) => parseLine(JSON.stringify({ photo: { ...photo, ...fields } }));
  assert.deepEqual(parse({}), { photo });
  assert.deepEqual(parse({ size: 1 }), { photo: { ...photo, size: 1 } });
  for (
    const wrong of [
      { size: 0 },
      { size: LIMITS.photoBytes + 1 },
      { type: "image/gif" },
      { participant: "1" },
      { more: 1 },
    ]
  ) assert.throws(() => parse(wrong), JSON.stringify(wrong));
  assert.throws(() => parseLine('{"game":{}}'), /restore it with the release that made it/);
});
