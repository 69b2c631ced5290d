/** Folders in which nothing is ours to look after, and files that stand for those of another project. */
const LEFT_OUT = [
  "_fresh/",
  "client/dist/",
  "coverage/",
  "data/",
  "node_modules/",
  "tests/fresh/",
  "tests/node_modules/",
];

/** The address of a file of this project. @param path from the project's root. */
export function sourceUrl(path: string): string {
  return new URL(`../../${path}`, import.meta.url).href;
}

/** Every source file of this project with such an ending, as a path from the project's root. */
export async function sourceFiles(endings: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const walk = async (folder: string) => {
    for await (const { name, isDirectory } of Deno.readDir(new URL(sourceUrl(folder)))) {
      const path = folder + name;
      if (!isDirectory) {
        if (endings.some((ending) => name.endsWith(ending))) found.push(path);
      } else if (!name.startsWith(".") && !LEFT_OUT.includes(`${path}/`)) await walk(`${path}/`);
    }
  };
  await walk("");
  return found.toSorted();
}
