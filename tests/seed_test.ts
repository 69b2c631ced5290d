import assert from "node:assert/strict";
import { openServices } from "@/lib/services.ts";
import { parseSettings } from "@/lib/settings.ts";
import { serveInProcess } from "./support/app.ts";
import { Client } from "./support/client.ts";
import { inDays } from "./support/games.ts";
import { sourceUrl } from "./support/sources.ts";
import { RUNS_PROOFS } from "./support/sample.ts";

async function seed(dataDir: string): Promise<{ code: number; output: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tests/seed/run.ts"],
    cwd: new URL(sourceUrl("")),
    env: { DATA_DIR: dataDir, DATABASE_URL: "", PUBLIC_URL: "http://localhost" },
  }).output();
  const [printed, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, output: `${printed}${errors}` };
}

Deno.test({
  name: "deno task seed makes games in all states, prints links that open, and changes no others",
  ignore: !RUNS_PROOFS,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const dataDir = await Deno.makeTempDir();
    try {
      const first = await seed(dataDir);
      assert.equal(first.code, 0, first.output);
      const links = first.output.match(/http:\/\/localhost\/\S+/g) ?? [];
      assert(links.length >= 40, first.output);

      const again = await seed(dataDir);
      assert.equal(again.code, 1);
      assert.match(again.output, /There are games in this database already/);

      const services = await openServices(parseSettings({ DATA_DIR: dataDir, RATE_LIMIT: "off" }));
      try {
        const fetch = await serveInProcess(services);
        const client = new Client((request) => fetch(request));
        const games = [];
        for (const link of links) {
          const { status, headers } = await fetch(new Request(link));
          const isShown = status === 200 || status === 303 && headers.has("set-cookie");
          const [, code = "", organizerToken] = /games\/(\d+)\/organize\?token=(\S+)/.exec(link) ??
            [];
          const isArchived = games.at(-1)?.isArchived && !organizerToken;
          assert(isShown || isArchived && status === 410, `${link}: ${status}`);
          if (organizerToken) games.push(await client.readAsOrganizer({ code, organizerToken }));
        }
        const states = {
          open: games.some((game) => !game.isProtected && !game.isArchived),
          protected: games.some((game) => game.isProtected),
          households: games.some((game) => game.households.length > 0),
          opened: games.some((game) => game.participants.some(({ viewedAt }) => viewedAt)),
          confirmed: games.some((game) =>
            game.participants.every((one) => one.hasConfirmedAssignment)
          ),
          requests: games.some((game) => game.reassignmentRequests.length > 1),
          failedMail: games.some((game) =>
            game.participants.some(({ emailStatus }) => emailStatus.status === "failed")
          ),
          near: games.some((game) =>
            game.date === inDays(2) &&
            game.participants.every(({ emailStatus }) => emailStatus.kind === "reminder")
          ),
          archived: games.some((game) => game.isArchived),
          large: games.some((game) => game.participants.length === 200),
          everyLanguage: new Set(games.map(({ language }) => language)).size === 9,
        };
        assert.deepEqual(Object.entries(states).filter(([, isThere]) => !isThere), []);
      } finally {
        await services.close();
      }
    } finally {
      await Deno.remove(dataDir, { recursive: true });
    }
  },
});
