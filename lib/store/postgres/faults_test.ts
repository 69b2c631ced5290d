/** Faults of a server, a network and other instances that a store survives. */
import assert from "node:assert/strict";
import postgres from "postgres";
import type { Game } from "@/lib/game/types.ts";
import { DatabaseUnavailable, type Store } from "@/lib/store/store.ts";
import { makeGame } from "@/tests/support/games.ts";
import { waitingIn } from "@/tests/support/outbox.ts";
import { makeMigratedDatabase } from "@/tests/support/postgres.ts";
import { type Proxy, startProxy } from "@/tests/support/proxy.ts";
import { LOCK_GAME } from "./outbox.ts";
import { Pool } from "./pool.ts";
import { openPostgresStore } from "./store.ts";

/** Limits so much shorter than in production that the tests need not wait. */
const PATIENCE = 2000;
/** Beyond it the machine is too busy for what counts as at once. */
const AT_ONCE = 1000;

interface Scene {
  store: Store;
  game: Game;
  proxy: Proxy;
  /** A connection that bypasses the store and the proxy. */
  db: postgres.Sql;
  url: string;
}

function faultTest(name: string, run: (scene: Scene) => Promise<void>): void {
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const url = await makeMigratedDatabase();
      await using proxy = startProxy(url);
      const store = await openPostgresStore(proxy.url, { size: 10, patience: PATIENCE });
      const db = postgres(url, { onnotice: () => {} });
      try {
        const { game } = await store.createGame(makeGame(3), []);
        await run({ store, game, proxy, db, url });
      } finally {
        await db.end({ timeout: 1 });
        await store.close();
      }
    },
  });
}

function rename(store: Store, code: string, name: string): Promise<void> {
  return store.changeGame(code, (game) => ({
    game: game && { ...game, name },
    outbox: null,
    result: undefined,
  }));
}

/** Holds the lock on a game while `work` runs. */
async function whileLocked(db: postgres.Sql, { id }: Game, work: () => Promise<void>) {
  await db.begin(async (tx) => {
    await tx`select 1 from games where id = ${id} for update`;
    await work();
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

faultTest(
  "each statement keeps its own deadline on a shared connection",
  async ({ url }) => {
    const pool = new Pool(url, { size: 1, patience: PATIENCE });
    try {
      await pool.queryShared("select 1");
      const long = pool.queryShared("select pg_sleep(1.4)").then(() => true, () => false);
      const in300 = performance.now() + 300;
      const took = await timed(() =>
        assert.rejects(pool.queryShared("select 2", [], in300), DatabaseUnavailable)
      );
      assert(took < 1_000, `it waited ${took} ms of 300`);
      assert(await long, "who has little time left ends nobody else's statement");
      const slow = pool.queryShared("select pg_sleep(1.55)");
      slow.catch(() => {});
      // Sent behind it.
      await new Promise((resolve) => setTimeout(resolve, 10));
      const soon = performance.now() + PATIENCE * 0.4;
      await assert.rejects(pool.queryShared("select 3", [], soon), DatabaseUnavailable);
      await slow.catch(() => {});
      await pool.queryShared("select 4");
    } finally {
      await pool.close();
    }
  },
);

faultTest(
  "changeGame() gives up a locked game in time, while others are changed and it is read at once",
  async ({ store, game, db }) => {
    const { game: other } = await store.createGame(makeGame(3), []);
    await whileLocked(db, game, async () => {
      const [viewer] = game.participants;
      assert(viewer);
      const refused = [
        rename(store, game.code, "Never"),
        store.markViewed(game, viewer, new Date()),
        store.addMails(game.id, () => ({ add: [], update: [] })),
      ].map((work) => timed(() => assert.rejects(work, DatabaseUnavailable)));
      const elsewhere = await timed(() => rename(store, other.code, "Renamed"));
      assert(elsewhere < AT_ONCE, `another game took ${elsewhere} ms`);
      assert.deepEqual(await store.readGame(game.code), game);
      for (const time of await Promise.all(refused)) {
        assert(time < PATIENCE + AT_ONCE, `the locked game took ${time} ms`);
      }
    });
    await rename(store, game.code, "At last");
    assert.equal((await store.readGame(game.code))?.name, "At last");
  },
);

faultTest(
  "200 changes of one locked game leave connections for the others",
  async ({ store, game, db }) => {
    const { game: other } = await store.createGame(makeGame(3), []);
    await whileLocked(db, game, async () => {
      const waiting = Array.from(
        { length: 200 },
        () => assert.rejects(rename(store, game.code, "Never"), DatabaseUnavailable),
      );
      for (let round = 0; round < 10; round++) {
        const time = await timed(async () => {
          await rename(store, other.code, `Renamed ${round}`);
          await store.readGame(game.code);
        });
        assert(time < AT_ONCE, `round ${round} took ${time} ms`);
      }
      const rest = await timed(() => Promise.all(waiting));
      assert(rest < PATIENCE + AT_ONCE, `the rest took ${rest} ms`);
    });
    assert.deepEqual(await store.readGame(game.code), game);
  },
);

faultTest("one locked mail holds back no other", async ({ game, db, url }) => {
  // Patient, because what counts is that nothing waits for the lock, however busy the machine is.
  const store = await openPostgresStore(url, { patience: 10 * PATIENCE });
  const ids = await store.addMails(game.id, () => ({
    add: game.participants.map(({ number }) => ({ recipient: number, kind: "reminder" })),
    update: [],
  }));
  assert.equal((await store.claimMails(10, 0.01)).length, 3);
  await db.begin(async (tx) => {
    await tx`select 1 from outbox where id = ${ids[0] ?? ""} for update`;
    const time = await timed(async () => {
      const others = new Set(ids.slice(1));
      assert.deepEqual(new Set(await store.renewLeases(ids, 60)), others);
      assert.deepEqual(new Set(await store.returnMails(ids, 0)), others);
      await store.hastenMails(["serverRefused"]);
      const claimed = await store.claimMails(10, 60);
      assert.deepEqual(claimed.map(({ id }) => id), ids.slice(1));
    });
    assert(time < 5 * PATIENCE, `it took ${time} ms`);
  });
  await store.close();
});

faultTest("changeGame() tries again after a deadlock", async ({ game, db, url }) => {
  const name = new URL(url).pathname.slice(1);
  await db.unsafe(`alter database ${name} set deadlock_timeout = '300ms'`);
  // Patient, because what counts is the second attempt, however busy the machine is.
  const victim = await openPostgresStore(url, { patience: 10 * PATIENCE });
  const [mail = ""] = await victim.addMails(game.id, () => ({
    add: [{ recipient: 1, kind: "reminder" }],
    update: [],
  }));
  let change: Promise<void> | undefined;
  // In the opposite order, and more patient, so that the server stops the other one.
  await db.begin(async (tx) => {
    await tx`set local deadlock_timeout = '20s'`;
    await tx`select 1 from outbox where id = ${mail} for update`;
    change = rename(victim, game.code, "Renamed");
    while (
      (await db`select 1 from pg_stat_activity where wait_event_type = 'Lock'
      and datname = ${name}`).length === 0
    );
    await tx`select 1 from games where id = ${game.id} for update`;
  });
  await change;
  assert.equal((await victim.readGame(game.code))?.name, "Renamed");
  const countDeadlocks = () =>
    db`select 1 from pg_stat_database where datname = ${name} and deadlocks > 0`;
  // A session reports its counts with a statement, a second later.
  while ((await countDeadlocks()).length === 0) {
    await victim.ping();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await victim.close();
});

faultTest("after a network is cut and restored, the store works again at once", async (scene) => {
  const { store, game, proxy } = scene;
  proxy.cut();
  const refused = await timed(() => assert.rejects(store.readGame(game.code), DatabaseUnavailable));
  assert(refused < AT_ONCE, `the refusal took ${refused} ms`);
  await assert.rejects(rename(store, game.code, "Never"), DatabaseUnavailable);
  proxy.mend();
  const back = await timed(async () => assert.deepEqual(await store.readGame(game.code), game));
  assert(back < AT_ONCE, `coming back took ${back} ms`);
});

faultTest("after a server ended every connection, the store works again at once", async (scene) => {
  const { store, game, db } = scene;
  await Promise.all(Array.from({ length: 20 }, () => store.readGame(game.code)));
  await db`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'gift-exchange'`;
  // The news of the end may take time to arrive: earlier requests fail, and are repeated.
  const ended = performance.now();
  while (!await store.readGame(game.code).catch(expectUnavailable)) {
    assert(performance.now() - ended < AT_ONCE, "it does not serve again");
  }
  assert.deepEqual(await store.readGame(game.code), game);
  await rename(store, game.code, "Renamed");
});

/** Null for an error that says that the database is unavailable; throws any other. */
function expectUnavailable(error: unknown): null {
  assert(error instanceof DatabaseUnavailable, String(error));
  return null;
}

faultTest("a network that swallows everything is told from a slow one in time", async (scene) => {
  const { store, game, proxy } = scene;
  await Promise.all(Array.from({ length: 20 }, () => store.readGame(game.code)));
  proxy.freeze();
  const time = await timed(() =>
    Promise.all(
      Array.from({ length: 50 }, () =>
        assert.rejects(store.readGame(game.code), DatabaseUnavailable)),
    )
  );
  assert(time < PATIENCE + AT_ONCE, `it took ${time} ms`);
  proxy.mend();
  // The next read finds out that a connection died which no read used while the network swallowed everything.
  const read = () =>
    store.readGame(game.code).catch((error) => {
      assert(error instanceof DatabaseUnavailable);
      return null;
    });
  const back = await timed(async () => assert.deepEqual(await read() ?? await read(), game));
  assert(back < PATIENCE + AT_ONCE, `coming back took ${back} ms`);
});

faultTest("creations that wait for those of a dead network are refused in time", async (scene) => {
  const { store, game, proxy } = scene;
  // All connections are open, and each batch finds one that seems to be good.
  await Promise.all(Array.from({ length: 100 }, () => store.readGame(game.code)));
  proxy.freeze();
  const time = await timed(() =>
    Promise.all(
      Array.from(
        { length: 100 },
        () => assert.rejects(store.createGame(makeGame(3), []), DatabaseUnavailable),
      ),
    )
  );
  assert(time < PATIENCE + AT_ONCE, `it took ${time} ms`);
});

for (const fault of ["cut", "freeze"] as const) {
  faultTest(
    `changeGame() stores nothing if its connection is ${fault} before the commit`,
    async (scene) => {
      const { store, game, proxy, url } = scene;
      const change = store.changeGame(game.code, (before) => {
        proxy[fault]();
        return {
          game: before && { ...before, name: "Never", exclusions: [[1, 2]] },
          outbox: () => ({ add: [{ recipient: 1, kind: "reminder" }], update: [] }),
          result: undefined,
        };
      });
      await assert.rejects(change, DatabaseUnavailable);
      proxy.mend();
      assert.deepEqual(await store.readGame(game.code), game);
      assert.equal((await store.readMailTraffic(game.id)).queued, 0);
      // The server releases the lock of an instance that no longer answers.
      const other = await openPostgresStore(url, { patience: 3 * PATIENCE });
      await rename(other, game.code, "Renamed");
      await other.close();
      assert.equal((await store.readGame(game.code))?.name, "Renamed");
    },
  );
}

faultTest("200 changes and mails of one game by two instances lose nothing", async (scene) => {
  const { store, game, url } = scene;
  const stores = [
    await openPostgresStore(url, { patience: 30_000 }),
    await openPostgresStore(url, { patience: 30_000 }),
  ];
  let isDone = false;
  const sent = new Map<string, number>();
  // Two senders that claim, renew, return, postpone and finish the mails that the others write and join.
  const senders = stores.map(async (one) => {
    for (let turn = 0; !isDone; turn++) {
      const mails = await one.claimMails(20, 60);
      await one.renewLeases(mails.map(({ id }) => id).toReversed(), 60);
      await one.hastenMails(["serverRefused"]);
      for (const [index, mail] of mails.entries()) {
        if ((turn + index) % 3 === 0) await one.returnMails([mail.id], 0);
        else if ((turn + index) % 3 === 1) await one.postponeMail(mail, 0, "serverRefused");
        else {
          sent.set(mail.id, mail.revision);
          await one.finishMail(mail);
        }
      }
    }
  });
  await Promise.all(Array.from({ length: 200 }, async (_, index) => {
    const one = stores[index % 2];
    assert(one);
    await one.changeGame(game.code, (before) => {
      assert(before);
      return {
        game: { ...before, nextNumber: before.nextNumber + 1 },
        outbox: ([first]) =>
          first
            ? {
              add: [],
              update: [{ id: first.id, payload: { message: `${index}` }, language: null }],
            }
            : { add: [{ recipient: 1 + index % 3, kind: "reminder" }], update: [] },
        result: undefined,
      };
    });
    await one.addMails(game.id, (waiting) => ({
      add: waiting.some(({ topic }) => topic === `${index}`)
        ? []
        : [{ recipient: 1, kind: "wishChanged", topic: `${index}` }],
      update: [],
    }));
  }));
  isDone = true;
  await Promise.all(senders);
  assert.equal((await store.readGame(game.code))?.nextNumber, game.nextNumber + 200);
  const db = scene.db;
  const [row] = await db`select count(*)::integer as count from outbox where kind = 'wishChanged'`;
  assert.equal(row?.count, 200);
  await Promise.all(stores.map((one) => one.close()));
});

faultTest(
  "markRead() waits for a message that is being stored, and leaves its mail",
  async (scene) => {
    const { store, game, db } = scene;
    const [giver] = game.participants;
    assert(giver?.receiver);
    const { number, receiver } = giver;
    const mail = { recipient: receiver, kind: "messageWaiting", topic: "giver" } as const;
    await store.addMails(game.id, () => ({ add: [mail], update: [] }));
    const reading = await db.begin(async (tx) => {
      await tx.unsafe(LOCK_GAME, [game.id]);
      await tx`
      insert into messages (game_id, id, giver, receiver, is_from_giver, is_thanks, text, sent_at)
      values (${game.id}, 'new', ${number}, ${receiver}, true, false, 'sealed', now())`;
      const reading = store.markRead(game.id, receiver, "giver", ["earlier"]);
      await Promise.race([reading, new Promise((go) => setTimeout(go, 300))]);
      return { isDone: reading };
    });
    await reading.isDone;
    assert.equal((await waitingIn(store, game)).length, 1);
    assert.equal((await store.countUnread(game.id, receiver, null)).giver, 1);
  },
);
