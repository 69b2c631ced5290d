import { dirname } from "node:path";

/** Writes a file that only its owner can read. After a power cut it is complete or absent. */
export async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const unfinished = `${path}.new`;
  await Deno.remove(unfinished).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  using file = await Deno.open(unfinished, { createNew: true, write: true, mode: 0o600 });
  await writeAll(file, content);
  await finishDurably(file, unfinished, path);
}

export async function writeAll(file: Deno.FsFile, content: Uint8Array): Promise<void> {
  for (let written = 0; written < content.length;) {
    written += await file.write(content.subarray(written));
  }
}

/** Renames a written file; when this returns, its content and its name are on disk. */
export async function finishDurably(
  file: Deno.FsFile,
  unfinished: string,
  path: string,
): Promise<void> {
  await file.sync();
  await Deno.rename(unfinished, path);
  // A rename is durable once the directory is synced; Windows cannot open directories.
  if (Deno.build.os === "windows") return;
  using folder = await Deno.open(dirname(path));
  await folder.sync();
}
