import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { memberByNumber, requireDistinctNames, resolveExclusions } from "./members.ts";

const numbers = new Map(["Ana", "Ben", "Cy", "Dee"].map((name, index) => [name, index + 1]));
const resolve = (name: string) => numbers.get(name);

Deno.test("memberByNumber() looks people up, and takes an unknown number for a defect", () => {
  const nameOf = memberByNumber(makeGame(3), ({ name }) => name);
  assert.equal(nameOf(2), "P2");
  assert.throws(() => nameOf(9), /no participant number 9/);
});

Deno.test("requireDistinctNames() names the one that is there twice, and where", () => {
  const path = (index: number) => `participants.${index}`;
  requireDistinctNames([{ name: "Ana" }, { name: "Anna" }], path);
  assert.throws(
    () => requireDistinctNames([{ name: "Ana" }, { name: "Ben" }, { name: "ANA" }], path),
    {
      code: "NAME_TAKEN",
      message: /"ANA"/,
    },
  );
});

Deno.test("requireDistinctNames() takes what looks the same for the same, and lets old names be", () => {
  const old = { name: "copa" };
  const look = { name: "сора" };
  const path = () => "name";
  assert.throws(() => requireDistinctNames([old, look], path), { code: "NAME_TAKEN" });
  assert.throws(() => requireDistinctNames([look, old], path, (one) => one === look), {
    code: "NAME_TAKEN",
  });
  requireDistinctNames([old, look, { name: "Ben" }], path, ({ name }) => name === "Ben");
});

Deno.test("resolveExclusions() keeps each pair once, smaller first, and none of a household", () => {
  assert.deepEqual(
    resolveExclusions(
      [["Ben", "Ana"], ["Ana", "Ben"], ["Cy", "Dee"], ["Dee", "Ana"]],
      [["Cy", "Dee", "Cy"], ["Ben"], []],
      resolve,
    ),
    { exclusions: [[1, 2], [1, 4]], households: [[3, 4]] },
  );
});

Deno.test("resolveExclusions() refuses strangers and pairs of one, and says where they stand", () => {
  assert.throws(() => resolveExclusions([["Ana", "Zoe"]], [], resolve), {
    code: "UNKNOWN_PERSON",
    details: [{ path: "exclusions.0.1", message: '"Zoe" is not a participant of this game' }],
  });
  assert.throws(() => resolveExclusions([], [["Ana"], ["Ana", "Zoe"]], resolve), {
    code: "UNKNOWN_PERSON",
    details: [{ path: "households.1.1", message: '"Zoe" is not a participant of this game' }],
  });
  assert.throws(() => resolveExclusions([["Ana", "Ana"]], [], resolve), {
    code: "VALIDATION_FAILED",
    message: /two different people/,
  });
});
