let declared = 0;
const { test } = Deno;
// Counts reads of `Deno.test` instead of wrapping it, so that failures name the test's own place in its file.
Object.defineProperty(Deno, "test", {
  get() {
    declared++;
    return test;
  },
});

/**
 * Loads a test file, and records its path if it has declared any tests.
 *
 * @param file path from the project's root.
 * @param note path of the file to record it in.
 */
export async function load(file: string, note: string, run: () => Promise<unknown>): Promise<void> {
  const before = declared;
  await run();
  if (declared > before) await Deno.writeTextFile(note, `${file}\n`, { append: true });
}
