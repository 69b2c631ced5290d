/**
 * Runs every test: starts one Postgres server for all of them, Debian's if possible, builds the app, provides a
 * browser, checks the types, and ends with the line `N passed, N failed`. Paths select tests; other arguments go to
 * `deno test`. Tests that stop or break their server start the bundled one, so both releases are tested.
 */
import { existsSync, globSync } from "node:fs";
import { normalize } from "node:path";
import { provideChromium } from "./support/chromium.ts";
import { startDebianPostgres } from "./support/debian_postgres.ts";
import { startPostgres } from "./support/postgres.ts";
import { build, IS_BUILT } from "./support/server.ts";
import { RUNS_PROOFS } from "./support/sample.ts";
import { sourceFiles } from "./support/sources.ts";
import { groupTests, isBrowserTest, loadedIn, writeGroups } from "./support/test_groups.ts";
import { judge } from "./support/verdict.ts";

/** Folders without tests of ours. */
const LEFT_OUT = ["**/node_modules", "_fresh", "data", "tests/fresh"];

const paths = Deno.args.filter((arg) => existsSync(arg)).map((arg) => normalize(arg));
const isChosen = (file: string) =>
  paths.length === 0 || paths.some((path) => `${file}/`.startsWith(`${path.replace(/\/$/, "")}/`));
const chosen = (await sourceFiles(["_test.ts", "_test.tsx"])).filter(isChosen);
if (chosen.length === 0) {
  console.error(`There are no tests in ${paths.join(" ")}`);
  Deno.exit(1);
}

// Types are checked while the tests run.
const typesAreRight = new Deno.Command(Deno.execPath(), {
  args: ["check", "--quiet", "--config=tests/deno.json", ...paths.length === 0 ? [] : chosen],
}).spawn().status;
const built = build();
// One after the other, because two installations at once lock each other out.
const debian = await startDebianPostgres();
const chromium = await provideChromium();
if (!debian) {
  console.error(
    "Debian's Postgres is not here and could not be installed: the tests use the bundled one, which " +
      "is newer and has no JIT. To install it: apt-get install postgresql",
  );
}
const server = debian ?? await startPostgres();
if (!chromium) {
  console.error(
    "No Chromium is here, and none could be installed: the browser tests are left out. " +
      "Install it (Debian: apt-get install chromium-headless-shell) or name its path in CHROMIUM.",
  );
}
const isRun = (file: string) => isChosen(file) && (chromium !== null || !isBrowserTest(file));
const folder = await Deno.makeTempDir({ prefix: "gift-exchange-tests-" });
const modules = await writeGroups(folder, groupTests(chosen.filter(isRun)));
await built;
const test = new Deno.Command(Deno.execPath(), {
  args: [
    "test",
    "-A",
    "--no-check",
    "--config=tests/deno.json",
    "--parallel",
    ...Deno.args.filter((arg) => !existsSync(arg)),
    ...modules,
  ],
  env: {
    TEST_DATABASE_URL: server.url,
    [IS_BUILT]: "yes",
    NO_COLOR: "1",
    // A waiting test leaves its core to another group.
    DENO_JOBS: String(navigator.hardwareConcurrency + 1),
    ...(chromium ? { CHROMIUM: chromium } : {}),
  },
  stdout: "piped",
  stderr: "inherit",
}).spawn();

let tail = "";
const decoder = new TextDecoder();
for await (const chunk of test.stdout) {
  await Deno.stdout.write(chunk);
  tail = (tail + decoder.decode(chunk, { stream: true })).slice(-2000);
}
const { code } = await test.status;
await server.stop();

const loaded = await loadedIn(folder);
await Deno.remove(folder, { recursive: true });
// Found in a different way than the files to run, so that no file is missed by both.
const left = globSync("**/*_test.{ts,tsx}", { exclude: LEFT_OUT })
  .filter((file) => isRun(file) && !loaded.has(file));

const { line, problem } = judge(tail, code, [
  ...left.map((file) => `No test was run of ${file}`),
  ...(await typesAreRight).success ? [] : ["The types are wrong"],
]);
if (problem) console.error(problem);
if (!RUNS_PROOFS) {
  console.error("Long tests took a sample of their cases: deno task proofs runs all.");
}
console.log(line);
Deno.exit(problem ? code || 1 : code);
