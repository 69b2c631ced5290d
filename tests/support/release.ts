/**
 * Releases a version: `deno task release 1.1.0`. Checks that nothing is uncommitted and that `deno task proofs` passes,
 * records what the release sends to its databases, stamps deno.json, client/package.json and CHANGELOG.md, commits and tags.
 */
import { isGreater, releasedChangelog, releasedConfig } from "./release_stamp.ts";

const [version = "", ...rest] = Deno.args;
const tags = (await run("git", "tag", "--list", "v*")).split("\n").filter((tag) => tag !== "");
const problem = !/^\d+\.\d+\.\d+$/.test(version) || rest.length > 0
  ? "Usage: deno task release 1.2.3"
  : await run("git", "status", "--porcelain") !== ""
  ? "Commit or drop what has changed first"
  : tags.every((tag) => isGreater(version, tag.slice(1)))
  ? null
  : `${version} is not above every release so far: ${tags.join(", ")}`;
if (problem) {
  console.error(problem);
  Deno.exit(1);
}
const today = new Date().toISOString().slice(0, 10);
// First, because it throws if the changelog lacks the release.
const changelog = releasedChangelog(await Deno.readTextFile("CHANGELOG.md"), version, today);
await run("deno", "fmt", "--check");
await run("deno", "lint");
await run("deno", "task", "proofs");
await run("deno", "run", "-A", "-c", "tests/deno.json", "tests/support/record_release.ts");
await Deno.writeTextFile("CHANGELOG.md", changelog);
for (const path of ["deno.json", "client/package.json"]) {
  await Deno.writeTextFile(path, releasedConfig(await Deno.readTextFile(path), version));
}
await run("git", "commit", "--all", "--message", `release: ${version}`);
await run("git", "tag", "--annotate", `v${version}`, "--message", `Release ${version}`);
console.log(`Released ${version}: look at it, then git push --follow-tags`);

/** Runs a program. @returns its output; if it fails, its errors are shown and this script exits */
async function run(program: string, ...args: string[]): Promise<string> {
  const { success, stdout } = await new Deno.Command(program, { args, stderr: "inherit" }).output();
  const printed = new TextDecoder().decode(stdout).trim();
  if (success) return printed;
  console.error(`${printed}\n${program} ${args.join(" ")} failed: nothing was released`);
  Deno.exit(1);
}
