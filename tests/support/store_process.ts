/**
 * A separate process, with a umask of 0, that opens the store in a data directory, stores a given number of
 * games, and prints the code of each once it is stored.
 */
import { openServerKeys } from "@/lib/store/server_key.ts";
import { openSqlite } from "@/lib/store/sqlite/open.ts";
import { makeGame } from "./games.ts";

const [dataDir = "", count] = Deno.args;
Deno.umask(0);
const store = await openSqlite(dataDir);
await openServerKeys({ tokenSecret: null, databaseUrl: null, dataDir }, store);
for (let index = 0; index < Number(count); index++) {
  const mail = { recipient: 1, kind: "assignment" } as const;
  const { game } = await store.createGame(makeGame(3 + index % 20), [mail]);
  console.log(game.code);
}
await store.close();
