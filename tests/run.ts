/**
 * Runs every test: starts one Postgres server for all of them, sees to a browser, and ends with the line
 * `N passed, N failed`. Arguments go on to `deno test`.
 */
import { findChromium, installChromium } from "./support/chromium.ts";
import { startPostgres } from "./support/postgres.ts";

const BROWSER_TESTS = "tests/**/*_browser_test.ts";

const server = await startPostgres();
const chromium = await findChromium() ?? await installChromium();
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

const summary = [...tail.matchAll(/\| (\d+) passed.*?\| (\d+) failed/g)].at(-1);
if (!summary) {
  console.error("The tests ended without a summary");
  Deno.exit(1);
}
const [, passed, failed] = summary;
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(code);
