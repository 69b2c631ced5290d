import assert from "node:assert/strict";
import { Client } from "./support/client.ts";
import { freePort, makeDatabase } from "./support/postgres.ts";
import { playGame } from "./support/played_game.ts";
import { startMailServer } from "./support/mail.ts";
import { ensureBuilt } from "./support/server.ts";
import { until } from "./support/until.ts";
import { sample } from "./support/sample.ts";

/** Ways to start the built service where it can write nothing and start no thread or program. */
const COMMANDS = [
  { entry: "lib/serve.ts", args: ["run", "lib/serve.ts"] },
  { entry: "_fresh/server.js", args: ["serve", "_fresh/server.js"] },
];

/** Time the platform waits after SIGINT before it kills, in ms. */
const GRACE = 5000;

for (const { entry, args: [verb = "", ...rest] } of sample(COMMANDS)) {
  Deno.test({
    name: `${entry} serves with only a Postgres server: it writes no file and starts nothing`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using mails = await startMailServer();
      await ensureBuilt();
      const port = freePort();
      const hosting = verb === "serve" ? ["--host", "127.0.0.1", "--port", String(port)] : [];
      const child = new Deno.Command(Deno.execPath(), {
        args: [
          verb,
          "-q",
          "--no-prompt",
          "--allow-net",
          "--allow-env",
          "--allow-read=.",
          ...hosting,
          ...rest,
        ],
        env: {
          HOST: "127.0.0.1",
          PORT: String(port),
          DATABASE_URL: await makeDatabase(),
          TOKEN_SECRET: "the token secret of all instances",
          PUBLIC_URL: "https://gifts.example.org",
          TRUST_PROXY: "1",
          SMTP_URL: mails.url,
          RATE_LIMIT: "off",
        },
        stdout: "null",
        stderr: "piped",
      }).spawn();
      const printed = new Response(child.stderr).text();
      try {
        const url = `http://127.0.0.1:${port}`;
        const client = new Client(fetch, url);
        const isReady = () =>
          fetch(`${url}/api/health/ready`).then(async (answer) => {
            await answer.body?.cancel();
            return answer.ok;
          }, () => false);
        await until(isReady, async () => {
          child.kill("SIGKILL");
          return `It starts: ${await printed}`;
        }, 30);
        await playGame(client);
        assert(mails.arrived.length >= 5);
        const style = await client.get("/styles.css");
        assert.equal(style.status, 200);
        // `deno serve` completes all requests after a signal.
        if (verb === "run") {
          const asked = performance.now();
          child.kill("SIGINT");
          assert.equal((await child.status).code, 0);
          const taken = performance.now() - asked;
          assert(taken < GRACE, `it took ${taken} ms to end`);
        }
      } finally {
        try {
          child.kill("SIGKILL");
        } catch {
          // The process has ended.
        }
        await child.status;
      }
      assert.doesNotMatch(await printed, /NotCapable|unexpected failure/);
    },
  });
}

/** How the document describes a schedule's times. */
const SCHEDULES: Readonly<Record<string, string>> = {
  "* * * * *": "every minute",
  "*/3 * * * *": "every three minutes",
  "0 2 * * *": "at 02:00 UTC",
};

Deno.test("hosting.md names every schedule that main.ts declares", async () => {
  const read = (path: string) => Deno.readTextFile(new URL(`../${path}`, import.meta.url));
  const crons = [...(await read("main.ts")).matchAll(/"((?:[*/\d]+ ){4}[*/\d]+)"/g)];
  assert.equal(crons.length, (await read("main.ts")).split("Deno.cron(").length - 1);
  const [, item = ""] = /^- \*\*Schedules\*\*: (.*?)^- /ms.exec(await read("docs/hosting.md")) ??
    [];
  const told = item.replaceAll(/\s+/g, " ");
  const number = ["None", "One", "Two", "Three", "Four", "Five"][crons.length];
  assert(told.includes(`${number} must be in its list of crons`), told);
  for (const [, cron = ""] of crons) assert(told.includes(SCHEDULES[cron] ?? cron), cron);
});
