import assert from "node:assert/strict";
import { join } from "node:path";
import type { Game } from "../game/types.ts";
import { GAME_TABLES } from "./records.ts";
import { migrate, MIGRATIONS } from "./sqlite/migrations.ts";
import { openSqlite } from "./sqlite/open.ts";
import { DatabaseSync } from "node:sqlite";
import { dataDirTest, FILE } from "@/tests/support/data_dir.ts";
import { testOnEach } from "@/tests/support/databases.ts";
import { makeGame, tokens } from "@/tests/support/games.ts";
import { archive, erase, keep } from "@/tests/support/store.ts";

/** A later date than any in these tests. */
const LATER = new Date(Date.now() + 86_400_000);

for (const isArchived of [false, true]) {
  testOnEach(
    `changeGameById() takes ${isArchived ? "an archived" : "an active"} game out with all of it`,
    async ({ store }) => {
      const other = await keep(store, makeGame(3), [{ recipient: 1, kind: "assignment" }]);
      const game = await keep(
        store,
        makeGame(8, { exclusions: [["P1", "P2"]], households: [["P3", "P4"]] }),
        [{ recipient: 1, kind: "assignment" }, {
          recipient: null,
          address: "gone@example.org",
          kind: "participantRemoved",
        }],
      );
      await store.setUnsubscribed(game.id, "p1@example.org", true);
      if (isArchived) await archive(store, game.code);
      assert.equal((await erase(store, game.id))?.code, game.code);
      assert.equal(await store.readGameById(game.id), null);
      assert.equal(await store.readGame(game.code), null);
      assert.deepEqual(await store.readArchivedGames(game.code), []);
      assert.deepEqual((await store.claimMails(10, 60)).map(({ gameId }) => gameId), [other.id]);
      assert.deepEqual(await store.readUnsubscribed(game.id), new Set());
      assert.equal(await erase(store, game.id), null);
      assert.deepEqual(await store.readGame(other.code), other);
      // Its code is free again.
      assert.equal((await keep(store, { ...makeGame(3), code: game.code })).code, game.code);
    },
  );
}

testOnEach("eraseArchived() removes archived games together, and counts them", async (db) => {
  const { store } = db;
  const games = [];
  for (let count = 0; count < 5; count++) {
    const game = await keep(store, makeGame(count < 3 ? 3 : 4), [{
      recipient: 1,
      kind: "assignment",
    }]);
    await archive(store, game.code);
    games.push(game);
  }
  const active = await keep(store, makeGame(3));
  const ids = [...games, active].map(({ id }) => id);
  // Two instances at the same time.
  const counts = await Promise.all([ids, ids.toReversed()].map((one) => store.eraseArchived(one)));
  assert.equal(counts.reduce((sum, count) => sum + count), 5);
  assert.equal(await store.eraseArchived(ids), 0);
  for (const { id } of games) assert.equal(await store.readGameById(id), null);
  assert.deepEqual(await store.readGame(active.code), active);
  assert.deepEqual(await store.claimMails(10, 60), []);
  // The database refuses a count of 0, and a second row of one kind.
  await db.execute("update erased_games set games = games - 2 where people = 3");
  await assert.rejects(db.execute("update erased_games set games = games - 2 where people = 4"));
});

testOnEach("a late change of an erased game changes nothing", async ({ store }) => {
  const game = await keep(store, makeGame(3), [{ recipient: 1, kind: "assignment" }]);
  const [claimed] = await store.claimMails(1, 60);
  assert(claimed);
  const [viewer] = game.participants;
  assert(viewer);
  await erase(store, game.id);
  await store.finishMail(claimed);
  await store.markViewed(game, viewer, new Date());
  await store.setUnsubscribed(game.id, "p1@example.org", true);
  const add = [{ recipient: 1, kind: "assignment" }] as const;
  assert.deepEqual(await store.addMails(game.id, () => ({ add, update: [] })), []);
  assert.equal(
    await store.changeGame(game.code, (now) => ({ game: null, outbox: null, result: now })),
    null,
  );
  assert.equal(await store.nextMailIn(), null);
  assert.equal((await store.readEmailStatuses(game.id)).size, 0);
});

testOnEach("an opt-out during an erasure waits for it, and is erased with it", async (db) => {
  const { store } = db;
  const { id } = await keep(store, makeGame(3));
  const erasing = store.engine === "PostgreSQL"
    ? db.execute(
      `begin; delete from assignments where game_id = '${id}'; delete from games where id = '${id}';
       select pg_sleep(1); commit`,
    )
    : erase(store, id);
  await new Promise((resolve) => setTimeout(resolve, 250));
  await store.setUnsubscribed(id, "p1@example.org", true);
  await erasing;
  assert.deepEqual(await store.readUnsubscribed(id), new Set());
  assert.equal(await store.readGameById(id), null);
});

testOnEach("a game that is erased while others change it is erased whole", async (db) => {
  const { store } = db;
  const another = await db.openAnother();
  try {
    for (let round = 0; round < 5; round++) {
      const game = await keep(store, makeGame(5));
      await Promise.all([
        erase(store, game.id),
        ...[1, 2, 3, 4].map((index) =>
          (index % 2 ? store : another).changeGame(game.code, (now) => ({
            game: now && { ...now, location: `place ${index}` },
            outbox: () => ({ add: [{ recipient: index, kind: "reminder" }], update: [] }),
            result: null,
          }))
        ),
      ]);
      assert.equal(await store.readGameById(game.id), null);
    }
    assert.equal(await store.nextMailIn(), null);
  } finally {
    await another.close();
  }
});

testOnEach(
  "listArchivedGames() lists games archived before a moment, by page",
  async ({ store }) => {
    const active = await keep(store, makeGame(3));
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      const { code, id } = await keep(store, makeGame(3));
      await store.changeGame(code, (game) => ({
        game: game && { ...game, archivedAt: `2020-01-0${1 + (index >> 1)}T00:00:00.000Z` },
        outbox: null,
        result: null,
      }));
      ids.push(id);
    }
    const list = async (before: string) => {
      const found: string[] = [];
      for (let after = null;;) {
        const page = await store.listArchivedGames(new Date(before), after, 2);
        const last = page.at(-1);
        if (!last) return found;
        found.push(...page.map(({ id }) => id));
        after = last;
      }
    };
    assert.deepEqual((await list("2030-01-01")).toSorted(), ids.toSorted());
    assert.deepEqual((await list("2020-01-02")).toSorted(), ids.slice(0, 2).toSorted());
    assert.deepEqual(await list("2020-01-01"), []);
    assert(!(await list("2030-01-01")).includes(active.id));
  },
);

testOnEach(
  "the choices of former addresses are forgotten once a person leaves or is erased, and not before",
  async ({ store }) => {
    const { id, code } = await keep(
      store,
      makeGame(5, { organizerEmail: "org@example.org" }),
    );
    const change = (decide: (game: Game) => Game) =>
      store.changeGame(code, (game) => ({
        game: game && decide(game),
        outbox: null,
        result: undefined,
      }));
    const setEmail = (number: number, email: string | null) =>
      change((game) => ({
        ...game,
        participants: game.participants.map((one) =>
          one.number === number ? { ...one, email } : one
        ),
      }));
    const left = async () => {
      const marks = await store.readUnsubscribed(id);
      assert(marks.delete(hash), "a hash stays as long as the game");
      return [...marks].toSorted();
    };
    await setEmail(1, "Shared@example.org");
    await setEmail(2, "shared@example.org");
    await setEmail(3, "p3@example.org");
    const keys = ["old@example.org", "org@example.org", "p3@example.org", "shared@example.org"];
    const hash = tokens.optOutHashes({ id }, "p3@example.org")[0];
    for (const mark of [hash, ...keys]) await store.setUnsubscribed(id, mark, true);
    await change((game) => ({ ...game, name: "Another" }));
    assert.deepEqual(await left(), keys);
    await setEmail(1, "p1@example.org");
    await setEmail(3, null);
    await change((game) => ({ ...game, organizerEmail: null }));
    assert.deepEqual(await left(), keys, "a changed address could be changed back");
    await change((game) => ({
      ...game,
      participants: game.participants.map((one) =>
        one.number === 4 ? { ...one, id: crypto.randomUUID() } : one
      ),
    }));
    assert.deepEqual(await left(), ["shared@example.org"], "another's address stays");
    await change((game) => {
      const stay = game.participants.filter(({ number }) => number !== 2);
      const participants = stay.map((one, index) => ({
        ...one,
        receiver: (stay[index + 1] ?? stay[0] ?? one).number,
      }));
      return { ...game, participants, households: [], exclusions: [] };
    });
    assert.deepEqual(await left(), []);
  },
);

testOnEach("changeGame() removes waiting mails, and no others", async ({ store }) => {
  const game = await keep(store, makeGame(3), [
    { recipient: 1, kind: "assignment" },
    { recipient: 2, kind: "assignment" },
    { recipient: 3, kind: "assignment" },
  ]);
  const [claimed] = await store.claimMails(1, 60);
  assert(claimed);
  await store.finishMail(claimed);
  await store.changeGame(game.code, () => ({
    game: null,
    outbox: (waiting) => ({
      add: [],
      update: [],
      remove: [claimed.id, ...waiting.slice(1).map(({ id }) => id)],
    }),
    result: undefined,
  }));
  assert.deepEqual((await store.claimMails(9, 60)).map(({ recipient }) => recipient), [2]);
  assert.equal((await store.readEmailStatuses(game.id)).get(1)?.status, "sent");
});

Deno.test("GAME_TABLES names every table that refers to a game", () => {
  const db = new DatabaseSync(":memory:");
  migrate(db);
  const found = db.prepare(
    `select t.name from pragma_table_list t join pragma_table_info(t.name) c
     where c.name = 'game' and t.schema = 'main'`,
  ).all().map(({ name }) => name);
  // The operator's log stays, and the database itself removes the game from it.
  assert.deepEqual(found.toSorted(), [...GAME_TABLES, "desk_log"].toSorted());
  db.close();
});

testOnEach("erased games stay as counts, by days and people", async ({ store, execute }) => {
  for (const size of [3, 3, 4]) {
    const game = await keep(store, { ...makeGame(size), createdAt: "2026-03-01T23:59:59.999Z" });
    if (size === 4) {
      await store.changeGame(game.code, (now) => ({
        game: now && { ...now, archivedAt: "2026-03-05T00:00:00.000Z" },
        outbox: null,
        result: null,
      }));
    }
    await erase(store, game.id);
  }
  // Each of the two inserts is refused if a row is not as expected.
  await execute("create table expected (what text check (what = 'as expected'))");
  const today = new Date().toISOString().slice(0, 10);
  for (
    const [archivedOn, size, games] of [[today, 3, 2], ["2026-03-05", 4, 1]] as const
  ) {
    await execute(
      `insert into expected select case when created_on = '2026-03-01' and games = ${games}
       then 'as expected' else 'not' end from erased_games
       where archived_on = '${archivedOn}' and people = ${size}`,
    );
  }
  await execute(
    "insert into expected select case when count(*) = 2 then 'as expected' else 'not' end from expected",
  );
});

/** The number of the migration that the test reverts. */
const ERASURE = MIGRATIONS.findIndex((script) => script.includes("table erased_games")) + 1;

dataDirTest(
  "games that were archived before the release are found by its index",
  async (dataDir) => {
    const store = await openSqlite(dataDir);
    const game = await keep(store, makeGame(3));
    await archive(store, game.code);
    await store.close();
    const path = join(dataDir, FILE);
    const db = new DatabaseSync(path);
    // As the previous release left it.
    db.exec(`drop table erased_games; drop index games_archived_at; drop trigger games_code_erased;
    delete from migrations where number = ${ERASURE}`);
    migrate(db);
    const [plan] = db.prepare(
      `explain query plan select id from games
     where archived_at is not null and (archived_at, id) > ('', '') and archived_at < 'x'
     order by archived_at, id limit 5`,
    ).all();
    assert.match(String(plan?.detail), /games_archived_at/);
    db.close();
    const again = await openSqlite(dataDir);
    try {
      const found = await again.listArchivedGames(LATER, null, 10);
      assert.deepEqual(found.map(({ id }) => id), [game.id]);
    } finally {
      await again.close();
    }
  },
);
