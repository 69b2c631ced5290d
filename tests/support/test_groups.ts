import { sourceUrl } from "./sources.ts";

/** Test files that run one after the other in one thread, and share what is loaded, the browser and the databases. */
export interface TestGroup {
  name: string;
  /** Paths from the project's root. */
  files: string[];
}

/** Kinds of test files, the heavy ones first, and in how many groups they are dealt out. */
const KINDS = [
  // A thread serves one build, and these test one of their own.
  { name: "framework", groups: 1, includes: (file: string) => /^lib\/.*_browser_test/.test(file) },
  { name: "browser", groups: 3, includes: isBrowserTest },
  { name: "service", groups: 6, includes: (file: string) => file.startsWith("tests/") },
  { name: "unit", groups: 3, includes: () => true },
];

/** Whether a file of tests needs a browser. */
export function isBrowserTest(file: string): boolean {
  return /_browser_test\.tsx?$/.test(file);
}

/** Deals test files out to groups, so that each core has work until the end. */
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
 * @param folder where to; `loadedIn` reads there what was loaded.
 * @returns the paths of the modules, in the groups' order.
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
