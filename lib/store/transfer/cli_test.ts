import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { freePort } from "@/tests/support/postgres.ts";
import { ENGINES, SECRET, serve, unwatched, withDirectory } from "@/tests/support/transfer.ts";
import { parsePlace } from "./places.ts";
import { backup } from "./transfer.ts";

/** Starts the command. */
function start(args: readonly string[], env: Record<string, string> = {}): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-P=transfer", "lib/store/transfer/cli.ts", ...args],
    cwd: new URL("../../..", import.meta.url),
    env,
    stdout: "null",
    stderr: "piped",
  }).spawn();
}

Deno.test("a signal aborts a transfer while it waits for its database", () =>
  withDirectory(async (directory) => {
    const source = { ...await ENGINES.SQLite(directory), tokenSecret: SECRET };
    await serve(source, (store) => store.createGame(makeGame(3), []));
    const file = `${directory}/backup.gz`;
    await backup(source, file, unwatched);
    const away = { DATABASE_URL: `postgres://127.0.0.1:${freePort()}/none`, TOKEN_SECRET: SECRET };
    await Promise.all((["SIGINT", "SIGTERM"] as const).map(async (signal) => {
      const began = performance.now();
      await using restoring = start(["restore", file], away);
      let said = "";
      for await (const text of restoring.stderr.pipeThrough(new TextDecoderStream())) {
        said += text;
        if (text.includes("waiting for")) restoring.kill(signal);
      }
      assert.match(said, /^The database does not answer yet: .*\nBroken off\n$/);
      assert.equal((await restoring.status).code, 1);
      assert(performance.now() - began < 30_000, "it does not wait any longer");
    }));
  }));

Deno.test("a transfer with wrong arguments prints its usage", async () => {
  for (
    const args of [
      ["backup", "--keep", "0", "a directory"],
      ["restore", "--keep", "7", "a file"],
      ["move", "--nowhere"],
      ["move", "--to", "a directory", "a file"],
      ["backup", "--from", "a directory", "a file"],
      ["restore", "--to", "a directory", "a file"],
    ]
  ) {
    const { code, stderr } = await start(args).output();
    assert.equal(code, 1);
    assert.match(new TextDecoder().decode(stderr), /^Usage:\n {2}deno task backup FILE/);
  }
});

Deno.test("a move refuses a URL as a directory, and does not print its password", () =>
  withDirectory(async (directory) => {
    const from = await ENGINES.SQLite(directory);
    await serve(from, (store) => store.createGame(makeGame(3), []));
    const to = `${directory}/to`;
    for (
      const [option, url] of [
        ...[
          "postgre://u:hidden@127.0.0.1/gifts",
          "postgres:/u:hidden@127.0.0.1/gifts",
          "postgres:u:hidden@127.0.0.1",
          "mysql://u:hidden@127.0.0.1/gifts",
          "postgres://u:hidden@/gifts?host=/run",
        ].map((url) => ["--to", url] as const),
        ["DATABASE_URL", "localhost/gifts"],
      ] as const
    ) {
      const args = option === "--to" ? [option, url] : ["--to", to];
      const env = option === "--to" ? {} : { [option]: url };
      const { code, stderr } = await start(["move", "--from", from.dataDir, ...args], env).output();
      const said = new TextDecoder().decode(stderr);
      assert.equal(code, 1, url);
      assert.match(said, new RegExp(`^${option}: expected .*postgres://user:password@host/name`));
      assert.doesNotMatch(said, /hidden/);
    }
  }));

Deno.test("parsePlace() recognizes a server by its URL, however that is written, and a directory", () => {
  for (const url of ["postgres://u:p@h/d", "POSTGRES://u:p@h/d", "postgresql://h/d"]) {
    assert.deepEqual(parsePlace(` ${url}\n`, ""), { databaseUrl: url, dataDir: "" });
  }
  for (const path of ["data", "/srv/gifts", "./a:b", "memory:", "postgres"]) {
    assert.deepEqual(parsePlace(path, ""), { databaseUrl: null, dataDir: path });
  }
});
