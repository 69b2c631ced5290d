import assert from "node:assert/strict";
import { judge } from "./verdict.ts";

Deno.test("judge() reads the last summary of a run", () => {
  const output = "ok | 9 passed | 0 failed (1s)\nFAILED | 61 passed (2 steps) | 4 failed (2m)\n";
  assert.deepEqual(judge(output, 1), { line: "61 passed, 4 failed", problem: null });
  assert.deepEqual(judge("ok | 9 passed | 0 failed | 2 ignored (1s)\n\n", 0), {
    line: "9 passed, 0 failed",
    problem: null,
  });
});

Deno.test("judge() lets no run end well that broke off, passed nothing, or ended badly", () => {
  const cases: [output: string, code: number, line: string, problem: RegExp][] = [
    ["", 0, "0 passed, 1 failed", /without a summary/],
    ["error: Type checking failed.\n", 1, "0 passed, 1 failed", /without a summary/],
    ["a test prints ok | 5 passed | 0 failed\n", 0, "0 passed, 1 failed", /without a summary/],
    ["ok | 0 passed | 0 failed | 7 filtered out (1s)\n", 0, "0 passed, 1 failed", /No test/],
    ["ok | 5 passed | 0 failed (1s)\nPanic!\n", 101, "5 passed, 1 failed", /ended with 101/],
    ["ok | 5 passed | 0 failed (1s)\n", 0, "5 passed, 1 failed", /^No test was run of a_test\.ts$/],
  ];
  for (const [output, code, line, problem] of cases) {
    const verdict = judge(output, code, ["No test was run of a_test.ts"]);
    assert.equal(verdict.line, line);
    assert.match(verdict.problem ?? "", problem);
  }
});
