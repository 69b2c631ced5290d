import assert from "node:assert/strict";
import fc from "fast-check";
import { allDraws, range, rulesOf } from "@/tests/support/draws.ts";
import { independentParts } from "./independent_parts.ts";

Deno.test("independentParts() separates givers who cannot exchange receivers in any draw", () => {
  let checked = 0;
  fc.assert(
    fc.property(rulesOf({ min: 2, max: 6 }), (rules) => {
      const people = range(rules.size);
      const draws = allDraws(people, people, (one, other) => !rules.forbids(one, other));
      const [draw] = draws;
      if (!draw) return;
      checked++;
      const parts = independentParts(rules, people, draw);
      assert.deepEqual(parts.flat().sort((a, b) => a - b), people);
      for (const part of parts) {
        const own: number[] = part.map((giver) => draw[giver]!).sort((a, b) => a - b);
        // Closed: every draw gives the part its own receivers.
        for (const other of draws) {
          assert.deepEqual(part.map((giver) => other[giver]!).sort((a, b) => a - b), own);
        }
        // Connected: every permitted pair within the part is in some draw.
        for (const giver of part) {
          for (const receiver of own.filter((to) => !rules.forbids(giver, to))) {
            assert.ok(draws.some((other) => other[giver] === receiver));
          }
        }
        // Minimal: no proper subset of it is closed.
        for (let set = 1; set < (1 << part.length) - 1; set++) {
          const some = part.filter((_, i) => set & 1 << i);
          const theirs = (of: number[]) => String(some.map((giver) => of[giver]!).sort());
          assert.ok(draws.some((other) => theirs(other) !== theirs(draw)));
        }
      }
    }),
    { numRuns: 500 },
  );
  assert.ok(checked > 50, "Enough of the problems have a draw");
});
