import assert from "node:assert/strict";
import { fingerprintOf } from "./handed_over.ts";

Deno.test("fingerprintOf() tells a thousand links apart and holds nothing of them", () => {
  const links = Array.from({ length: 1000 }, () => `https://x/games/1?p=${crypto.randomUUID()}`);
  const prints = links.map(fingerprintOf);
  assert(new Set(prints).size >= 999);
  assert(prints.every((print) => /^[0-9a-f]{8}$/.test(print)));
  assert.deepEqual(links.map(fingerprintOf), prints);
});
