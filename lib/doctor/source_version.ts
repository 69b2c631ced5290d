import { z } from "zod";

const ROOT = new URL("../../", import.meta.url);

/** Returns the version of the sources from git, or outside a repository the version in deno.json. */
export async function readSourceVersion(): Promise<string> {
  try {
    const { success, stdout } = await new Deno.Command("git", {
      args: ["describe", "--tags", "--always", "--dirty"],
      cwd: ROOT,
      stderr: "null",
    }).output();
    const version = new TextDecoder().decode(stdout).trim();
    if (success && version) return version;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const config = await Deno.readTextFile(new URL("deno.json", ROOT));
  return z.object({ version: z.string() }).parse(JSON.parse(config)).version;
}
