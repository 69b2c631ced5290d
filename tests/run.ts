/**
 * Runs every test: starts one Postgres server for all of them, builds the app, sees to a browser, and ends with the line
 * `N passed, N failed`. Arguments go on to `deno test`.
 */
import { findChromium, installChromium } from "./support/chromium.ts";
import { startPostgres } from "./support/postgres.ts";
import { build, IS_BUILT } from "./support/server.ts";
import { judge } from "./support/verdict.ts";

const BROWSER_TESTS = "tests/**/*_browser_test.ts";

const [server, chromium] = await Promise.all([
  startPostgres(),
  findChromium().then((found) => found ?? installChromium()),
  build(),
]);
if (!chromium) {
  console.error(
    `No Chromium is here, and none could be installed: ${BROWSER_TESTS} are left out. ` +
      "Install it (Debian: apt-get install chromium) or name its path in CHROMIUM.",
  );
}
const test = new Deno.Command(Deno.execPath(), {
  args: [
    "test",
    "-A",
    "--parallel",
    ...(chromium ? [] : [`--ignore=${BROWSER_TESTS}`]),
    ...Deno.args,
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
