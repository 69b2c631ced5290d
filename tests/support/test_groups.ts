import { sourceUrl } from "./sources.ts";

/** Test files that run in sequence in one thread and share loaded modules, the browser and databases. */
export interface TestGroup {
  name: string;
  /** Paths from the project's root. */
  files: string[];
}

/** Kinds of test files, the slowest first, and the number of groups that they are split into. */
const KINDS = [
  // A thread serves one build, and these files test their own.
  { name: "framework", groups: 1, includes: (file: string) => /^lib\/.*_browser_test/.test(file) },
  { name: "browser", groups: 2, includes: isBrowserTest },
  { name: "service", groups: 2, includes: (file: string) => file.startsWith("tests/") },
  { name: "unit", groups: 1, includes: () => true },
];

/** True if a test file needs a browser. */
export function isBrowserTest(file: string): boolean {
  return /_browser_test\.tsx?$/.test(file);
}

/** Distributes test files among groups, so that each core has work until the end. */
export function groupTests(files: readonly string[]): TestGroup[] {
  const byKind = Map.groupBy(files, (file) => KINDS.find(({ includes }) => includes(file)));
  return KINDS.flatMap((kind) => {
    const { name, groups } = kind;
    const dealt = Object.values(
      Object.groupBy(byKind.get(kind) ?? [], (_, index) => index % groups),
    );
    return dealt.map((files = [], index) => ({ name: `${name}_${index + 1}`, files }));
  });
}

/**
 * Writes a module for each group, which loads its files.
 *
 * @param folder for the modules; `loadedIn` reads there what was loaded.
 * @returns the paths of the modules, in the order of the groups.
 */
export async function writeGroups(
  folder: string,
  groups: readonly TestGroup[],
): Promise<string[]> {
  return await Promise.all(groups.map(async ({ name, files }) => {
    const path = `${folder}/${name}_test.ts`;
    const note = `${folder}/${name}.txt`;
    const text = (value: string) => JSON.stringify(value);
    await Deno.writeTextFile(
      path,
      [
        `import { load } from ${text(sourceUrl("tests/support/load_tests.ts"))};`,
        ...files.map((file) =>
          `await load(${text(file)}, ${text(note)}, () => import(${text(sourceUrl(file))}));`
        ),
        "",
      ].join("\n"),
    );
    return path;
  }));
}

/** The files that declared tests when the groups in a folder were run. */
export async function loadedIn(folder: string): Promise<Set<string>> {
  const loaded = new Set<string>();
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith(".txt")) continue;
    const lines = (await Deno.readTextFile(`${folder}/${name}`)).trimEnd().split("\n");
    for (const file of lines) loaded.add(file);
  }
  return loaded;
}
