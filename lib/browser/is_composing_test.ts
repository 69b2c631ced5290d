import assert from "node:assert/strict";
import { isComposing } from "./is_composing.ts";

Deno.test("isComposing() recognizes the Enter key that ends a composition, in Safari too", () => {
  const key = (isComposing: boolean, keyCode: number) =>
    Object.assign(Object.create(null), { isComposing, keyCode });
  assert.equal(isComposing(key(true, 13)), true);
  assert.equal(isComposing(key(false, 229)), true);
  assert.equal(isComposing(key(false, 13)), false);
});
