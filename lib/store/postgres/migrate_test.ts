import assert from "node:assert/strict";
import postgres from "postgres";
import type { Game } from "@/lib/game/types.ts";
import { makeGame } from "@/tests/support/games.ts";
import { makeDatabase, setDefaultIsolation } from "@/tests/support/postgres.ts";
import { within } from "../../work/within.ts";
import { codeOf } from "./errors.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { openPostgresStore } from "./store.ts";

/** The statements of the first release, which may run alongside this one. */
const FIRST_RELEASE = {
  migrations: 2,
  create: `
    with input as (select $1::text::jsonb as game),
    new_game as (
      insert into games select r.* from input, jsonb_populate_record(null::games, input.game) r
      returning id
    ),
    people as (
      insert into participants
      select r.* from input,
        jsonb_populate_recordset(null::participants, input.game -> 'participants') r
    ),
    pairs as (
      insert into assignments
      select r.* from input, jsonb_populate_recordset(null::assignments, input.game -> 'assignments') r
    )
    select id from new_game`,
  lock: "select id from games where code = $1 and archived_at is null for update",
  update: `
    update games set (name, amount) = (
      select name, amount from jsonb_populate_record(null::games, $1::text::jsonb)
    ) where id = ($1::text::jsonb ->> 'id')::uuid`,
  upsert: `
    insert into participants select * from jsonb_populate_recordset(null::participants, $1::text::jsonb)
    on conflict (game_id, number) do update set wish = excluded.wish`,
  mails: `
    insert into outbox (game_id, recipient, address, kind, topic, language, payload)
    select $1::text::uuid, m.recipient, m.address, m.kind, m.topic, m.language, m.payload
    from jsonb_to_recordset($2::text::jsonb) as m(
      recipient integer, address text, kind text, topic text, language text, payload jsonb
    )
    on conflict (game_id, recipient, kind, topic) where status = 'queued' do update set
      payload = excluded.payload, revision = outbox.revision + 1
    returning id::text as id`,
  near: `
    insert into outbox (game_id, recipient, kind, topic, payload)
    select g.id, p.number, 'eventNear', '', '{}'
    from games g join participants p on p.game_id = g.id
    where g.archived_at is null and g.send_emails and p.email is not null
    on conflict do nothing
    returning id::text as id`,
} as const;

function migrateTest(name: string, run: (url: string, db: postgres.Sql) => Promise<void>): void {
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const url = await makeDatabase();
      const db = postgres(url, { onnotice: () => {} });
      try {
        await run(url, db);
      } finally {
        await db.end({ timeout: 1 });
      }
    },
  });
}

/** Migrates an empty database to the state of the first release. */
async function migrateAsFirstRelease(db: postgres.Sql): Promise<void> {
  await db`create table migrations (
    number integer primary key, applied_at timestamptz not null default now()
  )`;
  for (const [index, migration] of MIGRATIONS.slice(0, FIRST_RELEASE.migrations).entries()) {
    assert("script" in migration);
    await db.unsafe(migration.script);
    await db`insert into migrations (number) values (${index + 1})`;
  }
}

/** Writes a game as the first release does. */
async function createAsFirstRelease(db: postgres.Sql, game: Game): Promise<void> {
  await db.unsafe(FIRST_RELEASE.create, [JSON.stringify({
    ...snakeCased(game),
    participants: game.participants.map((one) => ({
      ...snakeCased(one),
      game_id: game.id,
      name_key: one.name.toLowerCase(),
      email_key: one.email,
    })),
    assignments: game.participants.map(({ number, receiver }) => ({
      game_id: game.id,
      giver: number,
      receiver,
    })),
  })]);
}

/**
 * Writes the reminders of all games as the first release does, several instances at once. Their order depends on
 * the present plan, which a migration changes. Two may wait for each other; the one that is refused tries again.
 */
async function remindAsFirstRelease(db: postgres.Sql): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      await db.unsafe(FIRST_RELEASE.near);
      return;
    } catch (error) {
      if (codeOf(error) !== "40P01" || attempt === 20) throw error;
    }
  }
}

function snakeCased(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

migrateTest("migrate() by many instances at once applies each migration once", async (url, db) => {
  await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
  await migrate(url);
  const rows = await db<{ number: number }[]>`select number from migrations order by number`;
  assert.deepEqual(rows.map(({ number }) => number), MIGRATIONS.map((_, index) => index + 1));
});

migrateTest("the previous release works during a migration and after it", async (url, db) => {
  await migrateAsFirstRelease(db);
  let isDone = false;
  const games: Game[] = [];
  const writers = Array.from({ length: 4 }, async () => {
    for (let round = 0; round < 3 || !isDone; round++) {
      const game = makeGame(3, { sendEmails: true });
      await createAsFirstRelease(db, game);
      await db.unsafe(FIRST_RELEASE.mails, [
        game.id,
        JSON.stringify([{ recipient: 1, kind: "assignment", topic: "", payload: {} }]),
      ]);
      await remindAsFirstRelease(db);
      await db.begin(async (tx) => {
        await tx.unsafe(FIRST_RELEASE.lock, [game.code]);
        await tx.unsafe(FIRST_RELEASE.update, [
          JSON.stringify({ ...snakeCased(game), amount: "7" }),
        ]);
        const [first] = game.participants;
        assert(first);
        await tx.unsafe(FIRST_RELEASE.upsert, [JSON.stringify([{
          ...snakeCased(first),
          game_id: game.id,
          name_key: "p1",
          wish: "socks",
        }])]);
      });
      games.push(game);
    }
  });
  const opening = openPostgresStore(url).finally(() => isDone = true);
  const [store] = await Promise.all([opening, ...writers]);
  for (const game of games) {
    const read = await store.readGame(game.code);
    assert.equal(read?.amount, "7");
    assert.equal(read.participants[0]?.wish, "socks");
  }
  // It reminds of each event once, even with reminders of an earlier release.
  await db.unsafe(FIRST_RELEASE.near);
  const [twice] = await db`
    select 1 from outbox where kind = 'eventNear'
    group by game_id, recipient having count(*) <> 1 or min(topic) !~ '^\\d{4}-'`;
  assert.equal(twice, undefined);
  assert.deepEqual(await store.listGamesWithoutNearMail("2020-01-01", "2040-01-01", null, 10), []);
  await store.close();
});

migrateTest(
  "migrate() gives existing reminders the date of their event",
  async (url, db) => {
    await migrateAsFirstRelease(db);
    const game = makeGame(3, { sendEmails: true, date: "2031-02-03" });
    await createAsFirstRelease(db, game);
    await db.unsafe(FIRST_RELEASE.near);
    const store = await openPostgresStore(url);
    const topics = await db<{ topic: string }[]>`select topic from outbox`;
    assert.deepEqual(topics.map(({ topic }) => topic), ["2031-02-03", "2031-02-03", "2031-02-03"]);
    // An event that is postponed is near once more.
    await store.changeGame(game.code, (before) => ({
      game: before && { ...before, date: "2031-03-04" },
      outbox: null,
      result: undefined,
    }));
    const [listed] = await store.listGamesWithoutNearMail("2031-01-01", "2031-12-31", null, 10);
    assert.equal(listed?.id, game.id);
    const ids = await store.addMails(game.id, () => ({
      add: [{ recipient: 1, kind: "eventNear", topic: "2031-03-04", isOnce: true }],
      update: [],
    }));
    assert.equal(ids.length, 1);
    await store.close();
  },
);

migrateTest(
  "migrate() waits for a long transaction without making others wait",
  async (url, db) => {
    await migrateAsFirstRelease(db);
    const game = makeGame(3);
    await createAsFirstRelease(db, game);
    let migration: Promise<void> | undefined;
    await db.begin(async (tx) => {
      // As a backup does: it reads, and stays open.
      await tx`select 1 from participants`;
      migration = migrate(url);
      // Awaited below: a failure before that is this test's, not the process's.
      migration.catch(() => {});
      for (let round = 0; round < 20; round++) {
        const start = performance.now();
        await db`select 1 from participants where game_id = ${game.id}`;
        const time = performance.now() - start;
        // Without yielding it would wait until this transaction ends, which never happens.
        assert(time < 15_000, `a read waited for ${time} ms`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.notEqual(
        (await db`select max(number) as number from migrations`)[0]?.number,
        MIGRATIONS.length,
      );
    });
    await migration;
    assert.equal(
      (await db`select max(number) as number from migrations`)[0]?.number,
      MIGRATIONS.length,
    );
  },
);

migrateTest(
  "migrate() rebuilds an index that an earlier attempt left broken",
  async (url, db) => {
    await migrateAsFirstRelease(db);
    await db.unsafe("create index outbox_near on outbox (id)");
    await migrate(url);
    const [index] = await db`select indexdef from pg_indexes where indexname = 'outbox_near'`;
    assert.match(index?.indexdef, /UNIQUE.*\(game_id, recipient, topic\)/);
  },
);

migrateTest(
  "migrate() goes on after a deadlock with a writer",
  async (url, db) => {
    await migrateAsFirstRelease(db);
    const game = makeGame(3, { sendEmails: true, date: "2031-02-03" });
    await createAsFirstRelease(db, game);
    await db.unsafe(FIRST_RELEASE.near);
    // The next would wait for any writing transaction; the one behind it updates rows.
    const next = MIGRATIONS[FIRST_RELEASE.migrations];
    assert(next && "script" in next);
    await db.unsafe(next.script);
    await db`insert into migrations (number) values (${FIRST_RELEASE.migrations + 1})`;
    const touch = (tx: postgres.TransactionSql, number: number) =>
      tx`update outbox set attempts = attempts + 1 where recipient = ${number}`;
    // The session that first looks for a deadlock is ended by it: the migration, and not before there is one.
    const { pathname } = new URL(url);
    await db.unsafe(`alter database "${pathname.slice(1)}" set deadlock_timeout = '3s'`);
    let migration: Promise<void> | undefined;
    await db.begin(async (tx) => {
      await tx`set local deadlock_timeout = '1min'`;
      await touch(tx, 3);
      migration = migrate(url);
      migration.catch(() => {});
      await untilItWaits(db, "update outbox o");
      // It holds this one, and waits for the other.
      await touch(tx, 1);
    });
    await migration;
    const rows = await db`select topic, attempts from outbox order by recipient`;
    assert.deepEqual(
      rows.map(({ topic, attempts }) => [topic, attempts]),
      [["2031-02-03", 1], ["2031-02-03", 0], ["2031-02-03", 1]],
    );
  },
);

migrateTest(
  "migrate() lets games be changed while it deletes messages",
  async (url, db) => {
    const store = await openPostgresStore(url);
    const { game: { id } } = await store.createGame(makeGame(3), []);
    await store.close();
    // Back to the state in which no message was deleted when its game was unsealed.
    const before = MIGRATIONS.findIndex((one) =>
      "script" in one && one.script.includes("function messages_of_sealed")
    );
    await db.unsafe(`drop function messages_of_sealed cascade;
      delete from migrations where number > ${before}`).simple();
    await db`
      insert into messages (game_id, id, giver, receiver, is_from_giver, is_thanks, text, sent_at)
      values (${id}, 'old', 1, 2, true, false, 'sealed', now())`;
    await db`update games set seal_broken_at = now() + interval '1 s' where id = ${id}`;
    let migration: Promise<void> | undefined;
    await db.begin(async (tx) => {
      await tx`select 1 from messages where game_id = ${id} for update`;
      migration = migrate(url);
      migration.catch(() => {});
      await untilItWaits(db, "delete from messages m");
      await db.begin(async (other) => {
        await other`set local lock_timeout = '500ms'`;
        await other`update games set name = 'Renamed' where id = ${id}`;
      });
    });
    await migration;
    assert.deepEqual([...await db`select id from messages`], []);
  },
);

/** Waits until a statement of a migration waits for a row. @param text part of it */
async function untilItWaits(db: postgres.Sql, text: string): Promise<void> {
  for (let look = 0; look < 500; look++) {
    const waiting = await db`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${text}%`}`;
    if (waiting.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("The migration waits for nobody");
}

migrateTest("migrate() ends whatever isolation the database has by default", async (url) => {
  await setDefaultIsolation(url, "repeatable read");
  await within(60_000, migrate(url), () => assert.fail("It waits for its own transaction"));
});
