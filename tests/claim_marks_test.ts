/** Claims that an earlier release may have forgotten count as used, in a database and in a backup. */
import assert from "node:assert/strict";
import { join } from "node:path";
import postgres from "postgres";
import type { Game } from "@/lib/game/types.ts";
import { MIGRATIONS as POSTGRES_MIGRATIONS } from "@/lib/store/postgres/migrations.ts";
import { openPostgresStore } from "@/lib/store/postgres/store.ts";
import { Connection } from "@/lib/store/sqlite/connection.ts";
import { MIGRATIONS } from "@/lib/store/sqlite/migrations.ts";
import { openSqlite } from "@/lib/store/sqlite/open.ts";
import type { Store } from "@/lib/store/store.ts";
import { parseRecord } from "@/lib/store/transfer/records.ts";
import { dataDirTest, FILE } from "./support/data_dir.ts";
import { makeGame } from "./support/games.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";

const AT = "2026-12-01T10:00:00.000Z";

/** One person per row: the facts, and the mark they get if the game is sealed. */
const PEOPLE = [
  [{}, null],
  [{ claimVersion: 2 }, null],
  [{ claimVersion: 1, tokenVersion: 2 }, null],
  [{ claimVersion: 2, tokenVersion: 2 }, 0],
  [{ claimVersion: 1, claimOpenedAt: AT }, 0],
  [{ claimVersion: 2, tokenVersion: 3, keepersAllowedForTokenVersion: 3 }, 3],
] as const;
const MARKED = PEOPLE.map(([, mark]) => mark);
const UNMARKED = [null, null, null, null, null, 3];

/** A sealed game, one with a broken seal, and an open one. */
const GAMES: [Partial<Game>, (number | null)[]][] = [
  [{ isSealed: true }, MARKED],
  [{ isSealed: true, sealBrokenAt: AT }, UNMARKED],
  [{}, UNMARKED],
];

function gameOf(facts: Partial<Game>): Game {
  const game = makeGame(PEOPLE.length, facts);
  const participants = game.participants.map((one, index) => ({ ...one, ...PEOPLE[index]?.[0] }));
  return { ...game, ...facts, participants };
}

function marksOf(game: Pick<Game, "participants"> | null | undefined) {
  return game?.participants.map((one) => one.keepersAllowedForTokenVersion);
}

async function create(store: Store): Promise<string[]> {
  const ids: string[] = [];
  for (const [facts] of GAMES) ids.push((await store.createGame(gameOf(facts), [])).game.id);
  await store.close();
  return ids;
}

async function check(store: Store, ids: string[]): Promise<void> {
  try {
    for (const [index, [facts, marks]] of GAMES.entries()) {
      const game = await store.readGameById(ids[index] ?? "");
      assert.deepEqual(marksOf(game), marks, JSON.stringify(facts));
    }
  } finally {
    await store.close();
  }
}

const isMark = (script: string) => script.includes("set keepers_allowed_for = 0");

dataDirTest("migrate() on SQLite marks places that a claim may have opened", async (dataDir) => {
  const ids = await create(await openSqlite(dataDir));
  const connection = new Connection(join(dataDir, FILE));
  const number = MIGRATIONS.findIndex(isMark) + 1;
  connection.all("delete from migrations where number = ?", number);
  connection.close();
  await check(await openSqlite(dataDir), ids);
});

Deno.test({
  name: "migrate() on Postgres marks places that a claim may have opened",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeMigratedDatabase();
    const ids = await create(await openPostgresStore(url));
    const db = postgres(url, { onnotice: () => {} });
    try {
      const step = POSTGRES_MIGRATIONS.find((one) => "script" in one && isMark(one.script));
      assert(step && "script" in step);
      await db.unsafe(step.script);
    } finally {
      await db.end({ timeout: 1 });
    }
    await check(await openPostgresStore(url), ids);
  },
});

Deno.test("parseRecord() marks places in an earlier release's backup, and leaves current ones unchanged", () => {
  for (const [facts, marks] of GAMES) {
    const game = gameOf(facts);
    const record = (participants: object[]) =>
      marksOf(
        parseRecord(JSON.stringify({ game: { ...game, participants }, unsubscribed: [] })).game,
      );
    assert.deepEqual(record(game.participants), UNMARKED);
    const earlier = game.participants.map(({ keepersAllowedForTokenVersion: _, ...one }) => one);
    const expected = marks.map((mark) => mark === 3 ? 0 : mark);
    assert.deepEqual(
      record(earlier),
      facts.isSealed && !facts.sealBrokenAt ? expected : expected.map(() => null),
    );
  }
});
