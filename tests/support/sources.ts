/** Folders and files with nothing of our own to check, and files that represent another project's. */
const LEFT_OUT = [
  "_fresh/",
  "client/dist/",
  "coverage/",
  "data/",
  "node_modules/",
  "tests/fresh/",
  "tests/node_modules/",
];

/** URL of a file of this project. @param path from the project's root */
export function sourceUrl(path: string): string {
  return new URL(`../../${path}`, import.meta.url).href;
}

/** All source files of this project with these endings, as paths from the project's root. */
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
