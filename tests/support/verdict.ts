/** How a run of tests ended. */
export interface Verdict {
  /** `N passed, N failed`: never without a failure where the run is not good. */
  line: string;
  /** What went wrong besides tests that failed; null: nothing. */
  problem: string | null;
}

/**
 * Judges a run of `deno test`. A run that broke off, ended badly without a failed test, passed none at all or
 * had another problem counts as one failure more, so that its line cannot be taken for a good one.
 *
 * @param output what the run printed, or its end.
 * @param code its exit code.
 * @param problems what else went wrong.
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
