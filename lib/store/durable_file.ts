import { dirname } from "node:path";

/** Writes a file that only its owner can read: after a power cut it is there whole, or not at all. */
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

/** Gives a file that was written its name; when this returns, both are on the disk. */
export async function finishDurably(
  file: Deno.FsFile,
  unfinished: string,
  path: string,
): Promise<void> {
  await file.sync();
  await Deno.rename(unfinished, path);
  // The new name is on the disk once the directory is; Windows opens no directories.
  if (Deno.build.os === "windows") return;
  using folder = await Deno.open(dirname(path));
  await folder.sync();
}
