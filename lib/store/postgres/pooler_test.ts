/** The store behind a pooler, which in transaction mode gives each transaction another session. */
import assert from "node:assert/strict";
import { DatabaseUnavailable } from "@/lib/store/store.ts";
import { makeGame } from "@/tests/support/games.ts";
import { findPgBouncer, startPgBouncer } from "@/tests/support/pgbouncer.ts";
import { makeDatabase, setDefaultIsolation } from "@/tests/support/postgres.ts";
import postgres from "postgres";
import { Pool } from "./pool.ts";
import { openPostgresStore } from "./store.ts";
import { sample } from "@/tests/support/sample.ts";

/** Rounds of readers, and readers at a time in each instance. */
const ROUNDS = 6;
const READERS = 20;

const binary = await findPgBouncer();
if (!binary) {
  console.error(
    "\nNOT RUN: pgbouncer is not there and cannot be installed; its tests are ignored\n",
  );
}

for (
  const { mode, query } of sample(
    [
      { mode: "transaction", query: "" },
      { mode: "transaction", query: "?prepare=false" },
      { mode: "session", query: "?prepare=true" },
    ] as const,
  )
) {
  Deno.test({
    name: `a store serves behind PgBouncer in ${mode} mode with DATABASE_URL…${query}`,
    ignore: !binary,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const url = await makeDatabase();
      await setDefaultIsolation(url, "serializable");
      await using pooler = await startPgBouncer(binary ?? "", url, mode);
      const through = `${pooler.url}${query}`;
      // Together they have many more connections than the pooler has sessions.
      const stores = await Promise.all(
        [1, 2, 3].map(() => openPostgresStore(through, { patience: 60_000 })),
      );
      const db = postgres(url);
      try {
        await Promise.all(stores.map(async (store) => {
          await Promise.all(Array.from({ length: 30 }, async (_, index) => {
            const { game } = await store.createGame(
              makeGame(4, { exclusions: [["P1", "P2"]], households: [] }),
              [{ recipient: 1, kind: "assignment" }],
            );
            await store.changeGame(game.code, (before) => ({
              game: before && { ...before, name: `Party ${index}`, exclusions: [[2, 4]] },
              outbox: ([first]) => ({
                add: [{ recipient: 2, kind: "reminder" }],
                update: first ? [{ id: first.id, payload: {}, language: null }] : [],
              }),
              result: undefined,
            }));
            const read = await store.readGame(game.code);
            assert.deepEqual(read, { ...game, name: `Party ${index}`, exclusions: [[2, 4]] });
            assert.equal((await store.readMailTraffic(game.id)).queued, 2);
          }));
        }));
        const [store] = stores;
        assert(store);
        const { game } = await store.createGame(makeGame(3), []);
        // Statements without parameters, each with some behind it that have parameters.
        for (let round = 0; round < ROUNDS; round++) {
          await Promise.all(stores.map((one) =>
            Promise.all(
              Array.from({ length: READERS }, (_, index) =>
                Promise.all([
                  index % 2 ? one.ping() : one.nextMailIn(),
                  one.readKeyFingerprint(),
                  one.readGameById(game.id),
                  one.readGame(game.code),
                ])),
            )
          ));
        }
        const hasty = await openPostgresStore(through, { patience: 4000 });
        stores.push(hasty);
        await db.begin(async (tx) => {
          await tx`select 1 from games where id = ${game.id} for update`;
          const start = performance.now();
          await assert.rejects(
            hasty.changeGame(game.code, (before) => ({
              game: before && { ...before, name: "Never" },
              outbox: null,
              result: undefined,
            })),
            DatabaseUnavailable,
          );
          assert(
            performance.now() - start < 3000,
            "the server gave up waiting for the lock by itself",
          );
        });
        const pool = new Pool(through, { size: 2, patience: 4000 });
        await assertSettings(pool);
        await pool.close();
        // No limit of ours stays on a session that others get.
        const plain = postgres(pooler.url, { max: 20, prepare: false });
        const limits = await Promise.all(
          Array.from({ length: 20 }, () => plain`select current_setting('lock_timeout') as lock`),
        );
        assert.deepEqual(
          new Set(limits.flatMap((rows) => rows.map(({ lock }) => lock))),
          new Set(["0"]),
        );
        await plain.end();
      } finally {
        await db.end();
        await Promise.all(stores.map((store) => store.close()));
      }
    },
  });
}

Deno.test({
  name:
    "a store without a pooler runs every statement under its limits, in its isolation, and has nothing compiled",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeDatabase();
    await setDefaultIsolation(url, "serializable");
    const pool = new Pool(url, { size: 2, patience: 4000 });
    try {
      await assertSettings(pool);
    } finally {
      await pool.close();
    }
  },
});

const SETTINGS = `select current_setting('jit') as jit, current_setting('enable_seqscan') as scans,
  current_setting('statement_timeout') as timeout,
  current_setting('transaction_isolation') as isolation where $1`;

/** Expects the same of a statement by itself and of one within a transaction. */
async function assertSettings(pool: Pool): Promise<void> {
  const asked = await Promise.all([
    pool.query(SETTINGS, [true]),
    pool.queryShared(SETTINGS, [true]),
    pool.transaction((tx) => tx.query(SETTINGS, [true])),
  ]);
  const expected = { jit: "off", scans: "off", timeout: "3200ms", isolation: "read committed" };
  assert.deepEqual(asked, [[expected], [expected], [expected]]);
}
