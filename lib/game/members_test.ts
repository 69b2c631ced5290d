import assert from "node:assert/strict";
import fc from "fast-check";
import { makeGame } from "@/tests/support/games.ts";
import {
  exclusionsBeyond,
  memberByNumber,
  requireDistinctNames,
  resolveExclusions,
} from "./members.ts";

const numbers = new Map(["Ana", "Ben", "Cy", "Dee"].map((name, index) => [name, index + 1]));
const resolve = (name: string) => numbers.get(name);

Deno.test("memberByNumber() looks people up, and treats an unknown number as a defect", () => {
  const nameOf = memberByNumber(makeGame(3), ({ name }) => name);
  assert.equal(nameOf(2), "P2");
  assert.throws(() => nameOf(9), /no participant number 9/);
});

Deno.test("requireDistinctNames() names the repeated name and its position", () => {
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

Deno.test("requireDistinctNames() treats names that look the same as equal, and leaves old names alone", () => {
  const old = { name: "copa" };
  const look = { name: "сора" };
  const path = () => "name";
  assert.throws(() => requireDistinctNames([old, look], path), { code: "NAME_TAKEN" });
  assert.throws(() => requireDistinctNames([look, old], path, (one) => one === look), {
    code: "NAME_TAKEN",
  });
  requireDistinctNames([old, look, { name: "Ben" }], path, ({ name }) => name === "Ben");
});

Deno.test("resolveExclusions() keeps each pair once, smaller number first, pairs within a household too", () => {
  assert.deepEqual(
    resolveExclusions(
      [["Ben", "Ana"], ["Ana", "Ben"], ["Cy", "Dee"], ["Dee", "Ana"]],
      [["Cy", "Dee", "Cy"], ["Ben"], []],
      resolve,
    ),
    { exclusions: [[1, 2], [3, 4], [1, 4]], households: [[3, 4]] },
  );
});

Deno.test("resolveExclusions() refuses unknown people and pairs of one, and says where they are", () => {
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

Deno.test("resolveExclusions() keeps one of equal and nested households", () => {
  assert.deepEqual(
    resolveExclusions(
      [],
      [["Ana", "Ben"], ["Cy", "Dee"], ["Ben", "Cy", "Ana"], ["Dee", "Cy"], ["Cy", "Ana"]],
      resolve,
    ),
    { households: [[3, 4], [2, 3, 1]], exclusions: [[1, 2], [1, 3]] },
    "couples within a larger one outlive it",
  );
});

Deno.test("resolveExclusions() keeps all former exclusions, each once", () => {
  const person = fc.integer({ min: 1, max: 9 }).map(String);
  const households = fc.array(fc.array(person, { maxLength: 5 }), { maxLength: 12 });
  const pair = fc.tuple(person, person).filter(([one, other]) => one !== other);
  const apart = (groups: readonly (readonly (string | number)[])[]) =>
    new Set(
      groups.flatMap((group) => group.flatMap((one) => group.map((other) => `${one} ${other}`)))
        .filter((pair) => new Set(pair.split(" ")).size === 2),
    );
  fc.assert(fc.property(fc.array(pair, { maxLength: 12 }), households, (pairs, groups) => {
    const kept = resolveExclusions(pairs, groups, Number);
    assert.deepEqual(
      apart([...kept.households, ...kept.exclusions]),
      apart([...groups, ...pairs]),
    );
    const sets = kept.households.map((members) => new Set(members));
    for (const [index, one] of sets.entries()) {
      assert.ok(!sets.some((other, i) => i !== index && one.isSubsetOf(other)));
      assert.ok(!exclusionsBeyond(kept).some((pair) => pair.every((number) => one.has(number))));
    }
    assert.equal(new Set(kept.exclusions.map(String)).size, kept.exclusions.length);
    assert.deepEqual(
      apart([...kept.households, ...exclusionsBeyond(kept)]),
      apart([...kept.households, ...kept.exclusions]),
    );
  }));
});

Deno.test("resolveExclusions() refuses more household members than a game can hold", () => {
  const people = Array.from({ length: 1_000 }, (_, index) => String(index + 1));
  // Each is different, and none is within another.
  const homes = people.slice(0, 41).map((_, shift) => people.slice(shift * 7, shift * 7 + 250));
  assert.equal(resolveExclusions([], homes.slice(0, 40), Number).households.length, 40);
  assert.throws(() => resolveExclusions([], homes, Number), {
    status: 400,
    code: "TOO_MANY_HOUSEHOLDS",
    message: /10,000 people in total/,
  });
  const repeated = Array.from({ length: 1_000 }, () => people.slice(0, 300));
  assert.equal(resolveExclusions([], repeated, Number).households.length, 1);
});
