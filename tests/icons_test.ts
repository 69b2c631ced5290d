import assert from "node:assert/strict";
import { iconSprite, SPRITE } from "./support/icons.ts";

Deno.test("static/icons.svg is what `deno task icons` writes", async () => {
  assert.equal(await Deno.readTextFile(SPRITE), iconSprite());
});
