import assert from "node:assert/strict";
import { testOnEach } from "@/tests/support/databases.ts";
import { makeGame } from "@/tests/support/games.ts";
import { keepWith, LONG, REMINDER } from "@/tests/support/outbox.ts";
import { sqlOn } from "@/tests/support/sql.ts";
import { ENGINES, engines, serve, testFor } from "@/tests/support/transfer.ts";
import { inspectPostgres } from "./postgres/inspect.ts";
import { inspectSqlite } from "./sqlite/inspect.ts";

testOnEach("readStatistics() counts active games and waiting mails", async ({ store }) => {
  assert.deepEqual(await store.readStatistics(), {
    activeGames: 0,
    waitingMails: 0,
    oldestMailAge: 0,
  });
  await keepWith(store, [REMINDER, { ...REMINDER, recipient: 2 }]);
  const { game } = await store.createGame(makeGame(3), []);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { oldestMailAge, ...counts } = await store.readStatistics();
  assert.deepEqual(counts, { activeGames: 2, waitingMails: 2 });
  assert(oldestMailAge >= 0.04 && oldestMailAge < 60, String(oldestMailAge));

  const [sent] = await store.claimMails(1, LONG);
  assert(sent);
  await store.finishMail(sent);
  await store.changeGame(game.code, (active) => ({
    game: active && { ...active, archivedAt: new Date().toISOString() },
    outbox: null,
    result: undefined,
  }));
  const { activeGames, waitingMails } = await store.readStatistics();
  assert.deepEqual([activeGames, waitingMails], [1, 1]);

  await store.eraseArchived([game.id]);
  assert.equal((await store.readStatistics()).activeGames, 1);
  const { game: unwanted } = await store.createGame(makeGame(3), []);
  assert.equal((await store.readStatistics()).activeGames, 2);
  await store.changeGameById(unwanted.id, () => ({
    game: null,
    isErased: true,
    outbox: null,
    result: undefined,
  }));
  assert.equal((await store.readStatistics()).activeGames, 1);
});

testFor(engines, "only mails that are to be sent grow old", async (engine, directory) => {
  const place = await ENGINES[engine](directory);
  const outbox = async () => {
    const inspection = place.databaseUrl
      ? await inspectPostgres(place.databaseUrl)
      : inspectSqlite(place.dataDir, Date.now());
    return inspection.outbox ?? assert.fail();
  };
  const inspect = async () => (await outbox()).oldestWaiting ?? 0;
  const twoDaysAgo = engine === "SQLite" ? `- ${2 * 86_400_000}` : "- interval '2 days'";
  await serve(place, async (store) => {
    const { game, mailIds: [id = ""] } = await keepWith(store, [{ ...REMINDER, topic: "paused" }]);
    await store.setMailPaused(game.id, true);
    await keepWith(store, [{ ...REMINDER, topic: "later", delay: 7 * 3600 }]);
    await sqlOn(place, `update outbox set created_at = created_at ${twoDaysAgo}`);
    await sqlOn(place, `update outbox set due_at = due_at ${twoDaysAgo} where topic = 'paused'`);
    const age = async () => (await store.readStatistics()).oldestMailAge;
    assert((await inspect()) < 60 && (await age()) < 60);
    await store.setMailPaused(game.id, false);
    await sqlOn(
      place,
      `update outbox set kind = 'notice', created_at = created_at ${twoDaysAgo} where topic = 'paused'`,
    );
    assert((await inspect()) < 60 && (await age()) < 60, "needs no mail server");
    assert.equal((await store.readStatistics()).waitingMails, 1);
    await sqlOn(place, "update outbox set kind = 'reminder' where topic = 'paused'");
    assert((await inspect()) > 86_400 && (await age()) > 86_400);
    await store.failMail({ id, gameId: game.id, revision: 1 }, "addressRefused");
    assert.equal((await outbox()).failedToday, 1);
    await sqlOn(place, "update outbox set kind = 'notice' where topic = 'paused'");
    assert.equal((await outbox()).failedToday, 0);
  });
});

testOnEach(
  "countConnections() counts a server's connections, and none without one",
  async ({ store }) => {
    await Promise.all(Array.from({ length: 3 }, () => store.readGame("123456")));
    const counts = store.countConnections?.();
    if (store.engine === "SQLite") return assert.equal(counts, undefined);
    assert(counts);
    assert.deepEqual([counts.used, counts.waiting], [0, 0]);
    assert(counts.idle >= 1);
  },
);
