import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { freePort } from "@/tests/support/postgres.ts";
import { ENGINES, SECRET, serve, unwatched, withDirectory } from "@/tests/support/transfer.ts";
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

Deno.test("a transfer is broken off by a signal while it waits for its database", () =>
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

Deno.test("a transfer that is asked for wrongly says how to ask", async () => {
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
