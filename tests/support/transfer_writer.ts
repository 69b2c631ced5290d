/**
 * A separate process that writes to the database of the settings until it is killed: it creates one game after another,
 * and after each stores the count in the first one.
 */
import { readSettings } from "@/lib/settings.ts";
import { openStore } from "@/lib/store/open.ts";
import { makeGame } from "./games.ts";

const store = await openStore(readSettings());
const first = (await store.createGame(makeGame(5, { name: "first" }), [])).game;
for (let count = 1;; count++) {
  const mail = { recipient: 1, kind: "assignment" } as const;
  await store.createGame(makeGame(5, { name: String(count) }), [mail]);
  await store.changeGame(first.code, (game) => ({
    game: game && { ...game, location: String(count) },
    outbox: null,
    result: null,
  }));
  if (count === 1) console.log("writing");
}
