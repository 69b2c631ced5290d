import assert from "node:assert/strict";
import fc from "fast-check";
import { inChains } from "./chains.ts";

Deno.test("inChains() lists each receiver as the next giver, cycle after cycle", () => {
  const pairs = ["ab", "cd", "bc", "ef", "da", "fe"].map(([giverId = "", receiverId = ""]) => ({
    giverId,
    receiverId,
  }));
  const told = inChains(pairs).map(({ giverId, receiverId }) => giverId + receiverId);
  assert.deepEqual(told, ["ef", "fe", "ab", "bc", "cd", "da"]);
  assert.deepEqual(inChains([]), []);
  const toldToB = inChains(pairs, "b").map(({ giverId, receiverId }) => giverId + receiverId);
  assert.deepEqual(toldToB, ["ab", "bc", "cd", "da", "ef", "fe"]);
});

Deno.test("inChains() keeps every pair of any draw once", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...Array(12).keys()], { minLength: 12 }),
      fc.nat(12),
      (receivers, own) => {
        const pairs = receivers.map((receiver, giver) => ({
          giverId: String(giver),
          receiverId: String(receiver),
        }));
        const chained = inChains(pairs, String(own));
        assert.deepEqual(new Set(chained), new Set(pairs));
        assert.equal(chained.length, pairs.length);
      },
    ),
  );
});
