import assert from "node:assert/strict";
import { join } from "node:path";
import { parseSettings } from "@/lib/settings.ts";
import { backup } from "@/lib/store/transfer/transfer.ts";
import { startApp } from "./support/app.ts";
import { captureLogs } from "./support/logs.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";
import { sql, sqlOn } from "./support/sql.ts";
import { until } from "./support/until.ts";
import { SECRET, UNSANITIZED, unwatched, withDirectory } from "./support/transfer.ts";
import { named } from "./support/views.ts";

const LINES = ["Zacharias Quittenbaum", "Schneeweg 17", "99999 Winterhausen"];

/** An address as text, and in the encodings of bytes that databases write. */
const TRACES = LINES.flatMap((line) => [line, new TextEncoder().encode(line).toHex()]);

/** All tables as text, also as written by `pg_dump` if one supports this server. */
async function dumpOf(databaseUrl: string): Promise<string> {
  const database = { databaseUrl, dataDir: "" };
  const tables = await sqlOn<{ name: string }>(
    database,
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const rows = await Promise.all(
    tables.map(({ name }) =>
      sqlOn<{ text: string }>(database, `select t::text as text from ${name} t`)
    ),
  );
  const texts = rows.flat().map(({ text }) => text);
  const { success, stdout } = await new Deno.Command("pg_dump", {
    args: ["--dbname", databaseUrl],
    stderr: "null",
  }).output().catch(() => ({ success: false, stdout: new Uint8Array() }));
  return [...texts, ...success ? [new TextDecoder().decode(stdout)] : []].join("\n");
}

/** The names of the files that contain one of these texts. */
async function filesWith(dir: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isFile } of Deno.readDir(dir)) {
    if (!isFile) continue;
    const text = new TextDecoder("latin1").decode(await Deno.readFile(join(dir, name)));
    if (texts.some((one) => text.includes(one))) found.push(name);
  }
  return found;
}

Deno.test(
  "an address is in no file and no backup in plain text, and is deleted everywhere with its game",
  UNSANITIZED,
  () =>
    withDirectory(async (dir) => {
      const data = join(dir, "data");
      const env = { DATA_DIR: data, TOKEN_SECRET: SECRET };
      await using app = await startApp(env);
      const { client, services } = app;
      const game = await client.createGame({ byPost: true, isProtected: true });
      const participantToken = named(game, "P1").token;
      const give = (lines: string[]) =>
        client.act(game, "updateAddress", { participantToken, lines, country: "DE" });
      await give(["An earlier one"]);
      const sealed = async () =>
        (await sql<{ postal_address: string }>(
          services,
          "select postal_address from participants where postal_address is not null",
        )).map((row) => row.postal_address);
      const [earlier = ""] = await sealed();
      await give(LINES);
      const [stored = ""] = await sealed();
      assert(stored.length > 300, "padded");
      assert.notEqual(stored, earlier);
      assert.deepEqual(await filesWith(data, LINES), []);
      await until(
        async () => (await filesWith(data, [earlier])).length === 0,
        "files without what stood there before",
      );
      assert.notDeepEqual(await filesWith(data, [stored]), [], "it is there, encrypted");
      const file = join(dir, "backup.gz");
      await backup(parseSettings(env), file, unwatched);
      const unzipped = await new Response(
        (await Deno.open(file)).readable.pipeThrough(new DecompressionStream("gzip")),
      ).text();
      assert(unzipped.includes(stored));
      for (const line of LINES) assert(!unzipped.includes(line));
      assert(!unzipped.includes(SECRET), "without the key");
      await client.archive(game);
      await until(
        async () => (await filesWith(data, [...LINES, earlier, stored])).length === 0,
        "files without the address",
      );
    }),
);

Deno.test("an address is in no dump of Postgres and in no log", UNSANITIZED, async () => {
  const databaseUrl = await makeMigratedDatabase();
  using logs = captureLogs();
  await using app = await startApp({ DATABASE_URL: databaseUrl });
  const { client, services, fetch } = app;
  const game = await client.createGame({ byPost: true, isProtected: true });
  const participantToken = named(game, "P1").token;
  const give = { action: "updateAddress", participantToken, lines: LINES, country: "DE" };
  assert.equal((await client.patchGame(game, give)).status, 200);
  assert.equal((await client.patchGame(game, { ...give, country: "nowhere" })).status, 400);
  const [{ postal_address: stored = "" } = {}] = await sql<{ postal_address: string }>(
    services,
    "select postal_address from participants where postal_address is not null",
  );
  const dump = await dumpOf(databaseUrl);
  assert(dump.includes(stored) && stored !== "", "it is there, encrypted");
  for (const trace of TRACES) assert(!dump.includes(trace), trace);
  // A failed query is logged with the database's own message.
  await sql(
    services,
    "alter table participants add constraint none check (postal_address is null) not valid",
  );
  const failed = await client.patchGame(game, { ...give, lines: [...LINES, "Neu"] });
  assert.equal(failed.status, 500);
  const cookie = `participant_${game.code}=${participantToken}`;
  const sent = await fetch(
    new Request(`http://localhost/games/${game.code}/post`, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams({ action: "updateAddress", "address-lines": LINES.join("\n") }),
    }),
  );
  assert.equal(sent.status, 500);
  await sql(services, "alter table participants drop constraint none");
  await client.archive(game);
  assert(!(await dumpOf(databaseUrl)).includes(stored), "gone with its game");
  const log = logs.lines.join("\n");
  assert.match(log, /"level":"error"/);
  for (const trace of [...TRACES, stored]) assert(!log.includes(trace), trace);
});
