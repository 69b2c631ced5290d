import assert from "node:assert/strict";
import { dataDirTest } from "@/tests/support/data_dir.ts";
import { makeGame } from "@/tests/support/games.ts";
import { openSqlite } from "./open.ts";

dataDirTest(
  "changes of one game wait for each other, so that each is decided once",
  async (dataDir) => {
    const store = await openSqlite(dataDir);
    try {
      const { game } = await store.createGame(makeGame(3), []);
      let decided = 0;
      const change = () =>
        store.changeGame(game.code, (before) => {
          decided++;
          const { drawCount } = before ?? assert.fail("the game is gone");
          return { game: { ...game, drawCount: drawCount + 1 }, outbox: null, result: undefined };
        });
      await Promise.all(Array.from({ length: 10 }, change));
      assert.equal(decided, 10);
      assert.equal((await store.readGame(game.code))?.drawCount, game.drawCount + 10);
    } finally {
      await store.close();
    }
  },
);
