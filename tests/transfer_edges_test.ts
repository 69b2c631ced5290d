import assert from "node:assert/strict";
import { earliestAfter } from "@/lib/game/finale.ts";
import { Tokens } from "@/lib/game/tokens.ts";
import type { Settings } from "@/lib/settings.ts";
import { backup, restore } from "@/lib/store/transfer/transfer.ts";
import { makeGame } from "./support/games.ts";
import { sqlOn } from "./support/sql.ts";
import { ENGINES, engines, recordsIn, serve, testFor, unwatched } from "./support/transfer.ts";

testFor(
  engines,
  "a game of the last day there is, and one drawn at the last moment, are backed up and restored",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    const date = "9999-12-31";
    const late = [
      makeGame(3, { date }),
      makeGame(3, { date, time: "20:00", timeZone: "America/New_York" }),
      makeGame(3, { draw: "later", drawAt: `${date}T23:59:59-12:00` }),
    ];
    // One that is moved there once someone has opened their gift.
    const [opener] = late[0]?.participants ?? [];
    assert(opener);
    const moved = { ...makeGame(3), participants: [{ ...opener, receiver: 2, viewedAt: "x" }] };
    const earliest = earliestAfter(moved, { date, time: "", timeZone: null });
    await serve(source, async (store) => {
      for (const game of late) await store.createGame(game, []);
      await store.createGame({ ...makeGame(3), date, ...earliest }, []);
      // Due is none of them for a while.
      assert.deepEqual(await store.listDueDraws(new Date(), null, 10), []);
    });
    const path = `${directory}/backup.gz`;
    assert.equal((await backup(source, path, unwatched)).counts.games, 4);
    const target = await ENGINES[engine](directory);
    await restore(target, path, unwatched);
    assert.deepEqual(await recordsIn(target), await recordsIn(source));
  },
);

/** The Message-ID's name of a mail that is written now. */
function nextMailName(settings: Settings): Promise<string> {
  return serve(settings, async (store, key) => {
    const { mailIds } = await store.createGame(makeGame(3), [{ recipient: 1, kind: "assignment" }]);
    return new Tokens(key).mailName(mailIds[0] ?? "");
  });
}

testFor(
  engines,
  "after restore() no mail has the name of one that was written since the backup",
  async (engine, directory) => {
    for (const count of [0, 1]) {
      const source = await ENGINES[engine](directory);
      await nextMailName(source);
      // Those of games that are gone have had ids, too.
      if (count === 0) await sqlOn(source, "delete from outbox");
      const path = `${directory}/${count}.gz`;
      await backup(source, path, unwatched);
      const names = new Set<string>();
      for (let written = 0; written < 3; written++) names.add(await nextMailName(source));
      const target = await ENGINES[engine](directory);
      await restore(target, path, unwatched);
      assert.equal((await recordsIn(target)).flatMap(({ mails }) => mails).length, count);
      for (let written = 0; written < 3; written++) names.add(await nextMailName(target));
      assert.equal(names.size, 6);
    }
  },
);
