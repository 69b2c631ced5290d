/**
 * Runs every test: starts one Postgres server for all of them, Debian's if it can, builds the app, sees to a browser,
 * and ends with the line `N passed, N failed`. Arguments go on to `deno test`. Tests that stop or break their server
 * start the bundled one, so both releases are tested.
 */
import { existsSync } from "node:fs";
import { findChromium, installChromium } from "./support/chromium.ts";
import { startDebianPostgres } from "./support/debian_postgres.ts";
import { startPostgres } from "./support/postgres.ts";
import { build, IS_BUILT } from "./support/server.ts";
import { judge } from "./support/verdict.ts";

const BROWSER_TESTS = "tests/**/*_browser_test.ts";

/** Named one by one: with a config in `tests/`, Deno looks for tests in there alone. */
const FOLDERS = ["components", "islands", "lib", "routes", "tests"];

const built = build();
// One after the other: two installations at once lock each other out.
const debian = await startDebianPostgres();
const chromium = await findChromium() ?? await installChromium();
if (!debian) {
  console.error(
    "Debian's Postgres is not here and could not be installed: the tests use the bundled one, which " +
      "is newer and has no JIT. To install it: apt-get install postgresql",
  );
}
const server = debian ?? await startPostgres();
if (!chromium) {
  console.error(
    `No Chromium is here, and none could be installed: ${BROWSER_TESTS} are left out. ` +
      "Install it (Debian: apt-get install chromium) or name its path in CHROMIUM.",
  );
}
await built;
const test = new Deno.Command(Deno.execPath(), {
  args: [
    "test",
    "-A",
    "--config=tests/deno.json",
    "--parallel",
    ...(chromium ? [] : [`--ignore=${BROWSER_TESTS}`]),
    ...Deno.args,
    ...(Deno.args.some((arg) => existsSync(arg)) ? [] : FOLDERS),
  ],
  env: {
    TEST_DATABASE_URL: server.url,
    [IS_BUILT]: "yes",
    NO_COLOR: "1",
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

const { line, problem } = judge(tail, code);
if (problem) console.error(problem);
console.log(line);
Deno.exit(problem ? code || 1 : code);
