import assert from "node:assert/strict";
import postgres from "postgres";
import type { Game } from "../../game/types.ts";
import { makeGame } from "@/tests/support/games.ts";
import { callEveryVerbAnd } from "@/tests/support/every_verb.ts";
import { makeMigratedDatabase } from "@/tests/support/postgres.ts";
import { DOCUMENT, READ_BY_CODE, type RevisedRow, REVISION } from "./reads.ts";
import { openPostgresStore } from "./store.ts";

/** Two instances on one database, and a connection outside of both. */
async function withTwo(
  run: (
    one: Awaited<ReturnType<typeof openPostgresStore>>,
    other: Awaited<ReturnType<typeof openPostgresStore>>,
    db: postgres.Sql,
  ) => Promise<void>,
): Promise<void> {
  const url = await makeMigratedDatabase();
  const one = await openPostgresStore(url);
  const other = await openPostgresStore(url);
  const db = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    await run(one, other, db);
  } finally {
    await Promise.all([one.close(), other.close(), db.end()]);
  }
}

async function readStored(db: postgres.Sql, code: string): Promise<RevisedRow & { game: Game }> {
  const [row] = await db.unsafe<(RevisedRow & { game: Game })[]>(READ_BY_CODE, [code, null]);
  assert(row);
  return row;
}

Deno.test("a known game equals the stored one, whichever method was called", async () => {
  await withTwo(async (store, other, db) => {
    const states = new Map<string, string>();
    let comparisons = 0;
    const compare = async () => {
      const codes = (await db<{ code: string }[]>`select distinct code from games`)
        .map(({ code }) => code);
      // The first by itself, the others in one statement.
      const [read, readThere] = await Promise.all([
        Promise.all(codes.map((code) => store.readGame(code))),
        Promise.all(codes.map((code) => other.readGameWithEmails(code))),
      ]);
      for (const [index, code] of codes.entries()) {
        const { game, revision } = await readStored(db, code);
        assert.deepEqual(read[index], game);
        assert.deepEqual(readThere[index]?.game, game);
        const state = JSON.stringify(game);
        assert.equal(states.get(revision ?? "") ?? state, state, "one revision, one state");
        states.set(revision ?? assert.fail(), state);
        comparisons++;
      }
    };
    await callEveryVerbAnd(store, compare);
    assert(comparisons > 50, `${comparisons}`);
  });
});

Deno.test("changes by another instance or by hand are read at once", async () => {
  await withTwo(async (one, other, db) => {
    const { game: { code, id } } = await one.createGame(makeGame(3), []);
    const read = async (): Promise<(string | undefined)[]> => {
      const game = await one.readGame(code);
      const mailed = await one.readGameWithEmails(code);
      assert.deepEqual(mailed?.game, game);
      return [game?.name, game?.participants[0]?.wish];
    };
    const [name] = await read();
    assert.deepEqual(await read(), [name, ""]);
    await other.changeGame(code, (game) => {
      assert(game);
      const participants = game.participants.map((one) => ({ ...one, wish: "Tea" }));
      return { game: { ...game, participants }, outbox: null, result: null };
    });
    assert.deepEqual(await read(), [name, "Tea"]);
    await db`update games set name = 'Another' where id = ${id}`;
    assert.deepEqual(await read(), ["Another", "Tea"]);
    const changes = [
      "insert into exclusions (game_id, a, b) values ($1, 1, 2)",
      // As many rows as before, one of them different.
      `with gone as (delete from exclusions where game_id = $1)
        insert into exclusions (game_id, a, b) values ($1, 1, 3)`,
      "insert into household_members (game_id, household, member) values ($1, 0, 1)",
      "delete from assignments where game_id = $1 and giver = 1",
      "delete from household_members where game_id = $1",
      "delete from exclusions where game_id = $1",
    ];
    for (const change of changes) {
      const before = await one.readGame(code);
      await db.unsafe(change, [id]);
      const { game } = await readStored(db, code);
      assert.notDeepEqual(game, before, change);
      assert.deepEqual(await one.readGame(code), game, change);
    }
    await other.changeGame(code, () => ({
      ...{ game: null, isErased: true, outbox: null, result: null },
    }));
    assert.equal(await one.readGame(code), null);
    assert.equal(await one.readGameWithEmails(code), null);
  });
});

Deno.test("a known game is not read again from the database", async () => {
  await withTwo(async (store, _, db) => {
    const { game: { code } } = await store.createGame(makeGame(3), []);
    const { game, revision } = await readStored(db, code);
    const [row] = await db.unsafe<RevisedRow[]>(READ_BY_CODE, [code, revision]);
    assert.deepEqual(row && { ...row }, { revision, game: null });
    const first = await store.readGame(code);
    assert.deepEqual(first, game);
    assert.equal(await store.readGame(code), first, "the same object");
    assert.throws(() => first!.participants[0]!.receiver = 2, TypeError);
    const large = await store.createGame(makeGame(41), []);
    const many = await readStored(db, large.game.code);
    assert.equal(many.revision, null);
    assert.deepEqual(await store.readGame(large.game.code), many.game);
    await db`update games set name = 'Another' where code = ${large.game.code}`;
    assert.equal((await store.readGame(large.game.code))?.name, "Another");
  });
});

Deno.test("a game's revision depends on each table that its document is read from", () => {
  const tablesOf = (text: string) =>
    [...text.matchAll(/\b(?:from|join) (\w+)/g)].map(([, name]) => name);
  assert.deepEqual(new Set(tablesOf(REVISION)), new Set(tablesOf(DOCUMENT)));
});
