import assert from "node:assert/strict";
import { z } from "zod";
import { observeStore } from "@/lib/store/observed_store.ts";
import { openStore } from "@/lib/store/open.ts";
import { startMailServer } from "./support/mail.ts";
import { assertKeepsSecret, playGame } from "./support/played_game.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";
import { fillGames } from "./support/postgres_games.ts";
import { type ServerProcess, startServer } from "./support/server.ts";
import { sqlOn } from "./support/sql.ts";
import { fillSqlite } from "./support/sqlite_games.ts";
import { sample } from "./support/sample.ts";

const line = z.object({
  time: z.iso.datetime(),
  level: z.enum(["info", "warning", "error"]),
  event: z.string(),
  request: z.string().optional(),
});

/** Enough games that archiving them takes several seconds. */
const GAMES_TO_ARCHIVE = 5_000;

const archived = z.object({ archivedCount: z.number(), failedCount: z.number() });

/** Every line that the service has printed; each must be JSON. */
function linesOf(server: ServerProcess) {
  return server.output().trim().split("\n").map((text) => ({
    text,
    ...line.parse(JSON.parse(text)),
  }));
}

for (const database of sample(["Postgres", "SQLite"])) {
  Deno.test({
    name: `logs: lines of JSON with the request's id, without personal data (${database})`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using mails = await startMailServer();
      // Typical replies of mail servers.
      mails.behaviour.refuse = (address) =>
        address.startsWith("quirin") ? { code: 550, message: `No such user ${address}` } : null;
      const dataDir = await Deno.makeTempDir();
      const databaseUrl = database === "Postgres" ? await makeMigratedDatabase() : null;
      await using server = await startServer({
        DATA_DIR: dataDir,
        SMTP_URL: mails.url,
        PUBLIC_URL: "https://gifts.example.org",
        TRUST_PROXY: "1",
        TOKEN_SECRET: "a token secret that nobody logs",
        ...databaseUrl ? { DATABASE_URL: databaseUrl } : {},
      });
      try {
        const played = await playGame(server.client);
        const { code, organizerToken } = played.game;

        await server.client.get(`/games/%zz?participant=${played.game.participants[0]?.token}`);
        // An internal error whose message contains the request.
        const ask = (statement: string) => sqlOn({ databaseUrl, dataDir }, statement);
        const rename = (from: string, to: string) => ask(`alter table ${from} rename to ${to}`);
        // Forces the game to be read again if it is cached.
        await ask("update games set name = name");
        await rename("participants", "people");
        const path = `/api/games/${code}?organizerToken=${organizerToken}`;
        const given = await server.client.get(path, { "x-request-id": "proxy-0123456789" });
        const made = await server.client.get(path, { "x-request-id": "no id, but a sentence" });
        const page = await server.client.get(`/games/${code}`);
        await rename("people", "participants");
        await server.client.readAsOrganizer(played.game);
        assert.equal(await server.stop(), 0);

        const lines = linesOf(server);
        const failures = lines.filter(({ event }) => event === "unexpected failure");
        const ids = [given, made, page].map(({ status, headers }) => {
          assert.equal(status, 500);
          return headers.get("x-request-id");
        });
        assert.equal(ids[0], "proxy-0123456789");
        for (const id of ids.slice(1)) assert.match(id ?? "", /^[0-9a-f-]{36}$/);
        assert.deepEqual(failures.map(({ request }) => request), ids);
        assert.match(failures[0]?.text ?? "", /no such table|"code":"42P01"/);
        for (const { text } of lines) assertKeepsSecret(text, played);
        assert.doesNotMatch(server.output(), /a token secret that nobody logs/);
      } finally {
        await Deno.remove(dataDir, { recursive: true });
      }
    },
  });
}

Deno.test({
  name: "logs: the service makes a request's id, unless a trusted proxy has set it",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using server = await startServer({ DATA_DIR: "memory:" });
    try {
      const ask = async (path: string) => {
        const { headers } = await server.client.get(path, { "x-request-id": "somebody-else" });
        return headers.get("x-request-id") ?? "";
      };
      const paths = ["/", "/icon.svg", "/nothing", "/api/nothing", "/games/%zz", "/api/health"];
      const ids = await Promise.all(paths.map(ask));
      for (const id of ids) assert.match(id, /^[0-9a-f-]{36}$/);
      assert.equal(new Set(ids).size, paths.length);
    } finally {
      await server.stop();
    }
  },
});

for (const database of sample(["Postgres", "SQLite"])) {
  Deno.test({
    name: `logs: a shutdown stops the daily work without an error (${database})`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const dataDir = await Deno.makeTempDir();
      const databaseUrl = database === "Postgres" ? await makeMigratedDatabase() : null;
      try {
        const settings = { databaseUrl, databasePoolSize: 1, dataDir };
        await (await openStore(settings)).close();
        const PAST = "2026-01-01";
        if (databaseUrl) await fillGames(databaseUrl, GAMES_TO_ARCHIVE, { date: PAST });
        else fillSqlite(`${dataDir}/gift-exchange.db`, GAMES_TO_ARCHIVE, PAST);
        await using server = await startServer({
          DATA_DIR: dataDir,
          TOKEN_SECRET: "a token secret that nobody logs",
          ...databaseUrl ? { DATABASE_URL: databaseUrl } : {},
        });
        assert.equal(await server.stop(), 0);
        const lines = linesOf(server);
        assert.deepEqual(lines.filter(({ level }) => level === "error"), []);
        const archival = lines.find(({ event }) => event === "archival");
        // The shutdown may come before the work begins.
        if (archival === undefined) return;
        const { archivedCount, failedCount } = archived.parse(JSON.parse(archival.text));
        assert.equal(failedCount, 0);
        assert.ok(archivedCount < GAMES_TO_ARCHIVE, "it was done before the shutdown");
      } finally {
        await Deno.remove(dataDir, { recursive: true });
      }
    },
  });
}

Deno.test("observeStore() logs slow verbs only by name", async () => {
  const printed: string[] = [];
  const { error } = console;
  console.error = (text: string) => printed.push(text);
  try {
    const settings = { databaseUrl: null, databasePoolSize: 1, dataDir: "memory:" };
    const store = observeStore(await openStore(settings), 0);
    assert.equal(await store.readGame("123456"), null);
    await store.close();
  } finally {
    console.error = error;
  }
  // A test may run in the async context of another test's request.
  const { time: _, ms, request: _request, ...rest } = JSON.parse(printed[0] ?? "{}");
  assert.deepEqual(rest, { level: "warning", event: "slow query", query: "readGame" });
  assert.equal(typeof ms, "number");
  assert.equal(printed.length, 1);
});
