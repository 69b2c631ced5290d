import assert from "node:assert/strict";
import { fakeStorage, withGlobals } from "./browser_testing.ts";
import { fingerprintOf, readHandedOver, writeHandedOver } from "./handed_over.ts";
import { PAGE_UPDATED } from "./page_updated.ts";

Deno.test("fingerprintOf() tells a thousand links apart, and contains nothing of them", () => {
  const links = Array.from({ length: 1000 }, () => `https://x/games/1?p=${crypto.randomUUID()}`);
  const prints = links.map(fingerprintOf);
  assert(new Set(prints).size >= 999);
  assert(prints.every((print) => /^[0-9a-f]{8}$/.test(print)));
  assert.deepEqual(links.map(fingerprintOf), prints);
});

Deno.test("fingerprintOf() is FNV-1a, in eight hexadecimal digits", () => {
  assert.deepEqual(["", "a", "foobar"].map(fingerprintOf), ["811c9dc5", "e40c292c", "bf9cf968"]);
});

Deno.test("writeHandedOver() keeps a browser's latest 3,000 links, and has the page marked again", () => {
  const localStorage = fakeStorage();
  using _ = withGlobals({ localStorage });
  let marked = 0;
  const mark = () => void marked++;
  addEventListener(PAGE_UPDATED, mark);
  assert.equal(readHandedOver().size, 0);
  localStorage.setItem("handed-over", JSON.stringify(["a", 7, "b"]));
  writeHandedOver("c", true);
  writeHandedOver("a", true);
  assert.deepEqual([...readHandedOver()], ["b", "c", "a"]);
  writeHandedOver("c", false);
  assert.deepEqual([[...readHandedOver()], marked], [["b", "a"], 3]);
  const many = Array.from({ length: 3_000 }, (_, index) => `${index}`);
  localStorage.setItem("handed-over", JSON.stringify(many));
  writeHandedOver("new", true);
  const kept = [...readHandedOver()];
  assert.deepEqual([kept.length, kept[0], kept.at(-1)], [3_000, "1", "new"]);
  localStorage.setItem("handed-over", '{"a":1}');
  assert.equal(readHandedOver().size, 0);
  removeEventListener(PAGE_UPDATED, mark);
});
