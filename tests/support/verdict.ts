/** Result of a test run. */
export interface Verdict {
  /** `N passed, N failed`; always with a failure if the run is not good. */
  line: string;
  /** What went wrong besides failed tests; null for nothing. */
  problem: string | null;
}

/**
 * Judges a run of `deno test`. A run that was interrupted, failed without a failed test, passed no tests or had another
 * problem counts as one more failure, so that its line cannot be mistaken for a good one.
 *
 * @param output the output of the run, or its end.
 * @param code exit code.
 * @param problems other things that went wrong.
 */
export function judge(output: string, code: number, problems: readonly string[] = []): Verdict {
  const summary = [...output.matchAll(/^(?:ok|FAILED) \| (\d+) passed.*?\| (\d+) failed/gm)].at(-1);
  const passed = Number(summary?.[1] ?? 0);
  const failed = Number(summary?.[2] ?? 0);
  const problem = !summary
    ? "The tests ended without a summary"
    : passed + failed === 0
    ? "No test was run"
    : code !== 0 && failed === 0
    ? `No test failed, and yet the run ended with ${code}`
    : problems.length > 0
    ? problems.join("\n")
    : null;
  return { line: `${passed} passed, ${failed + (problem ? 1 : 0)} failed`, problem };
}
