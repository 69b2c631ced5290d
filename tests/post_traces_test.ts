import assert from "node:assert/strict";
import { join } from "node:path";
import { parseSettings } from "@/lib/settings.ts";
import { backup } from "@/lib/store/transfer/transfer.ts";
import { startApp } from "./support/app.ts";
import { sql } from "./support/sql.ts";
import { until } from "./support/until.ts";
import { SECRET, UNSANITIZED, unwatched, withDirectory } from "./support/transfer.ts";
import { named } from "./support/views.ts";

const LINES = ["Zacharias Quittenbaum", "Schneeweg 17", "99999 Winterhausen"];

/** The names of the files that hold one of these texts. */
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
  "an address is in no file and no backup in the clear, and is gone from all with its game",
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
