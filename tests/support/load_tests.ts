let declared = 0;
const { test } = Deno;
// Counts how often it is read, and so leaves each test the place in its file that failures name.
Object.defineProperty(Deno, "test", {
  get() {
    declared++;
    return test;
  },
});

/**
 * Loads a file of tests and notes it, if it has declared any.
 *
 * @param file its path from the project's root.
 * @param note the path of the file that it is noted in.
 */
export async function load(file: string, note: string, run: () => Promise<unknown>): Promise<void> {
  const before = declared;
  await run();
  if (declared > before) await Deno.writeTextFile(note, `${file}\n`, { append: true });
}
