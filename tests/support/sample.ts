/** True in `deno task proofs`, which runs the long tests whole. The test command takes a sample of them. */
export const RUNS_PROOFS = Deno.env.has("TEST_PROOFS");

/** The cases that a test goes through: in the test command the first `count`, in `deno task proofs` all. */
export function sample<Case>(cases: readonly Case[], count = 1): readonly Case[] {
  return RUNS_PROOFS ? cases : cases.slice(0, count);
}

/** How much a test does of something: `few` in the test command, `many` in `deno task proofs`. */
export function amount(few: number, many: number): number {
  return RUNS_PROOFS ? many : few;
}

/**
 * The databases that a test of the whole service runs on: in the test command one, chosen by the test's name, because
 * the store's own tests prove that all behave alike; in `deno task proofs` all.
 */
export function databasesFor<Name>(test: string, databases: readonly Name[]): readonly Name[] {
  return RUNS_PROOFS ? databases : databases.filter((_, index) => index === test.length % 2);
}
