import type { Game } from "@/lib/game/types.ts";
import { NEAR_DAYS } from "@/lib/mail/kinds.ts";
import { remindOfNearEvents } from "@/lib/operations/daily.ts";
import { eraseOldGames } from "@/lib/operations/erase.ts";
import { openPostgresStore } from "@/lib/store/postgres/store.ts";
import { openSqlite } from "@/lib/store/sqlite/open.ts";
import type { NewMail, Store } from "@/lib/store/store.ts";
import { DatabaseSync } from "node:sqlite";
import { inDays, makeGame } from "../support/games.ts";
import { fillGames } from "../support/postgres_games.ts";
import { fillSqlite } from "../support/sqlite_games.ts";
import type { Part } from "./results.ts";
import { type DatabaseName, DATABASES, newEnvironment } from "./servers.ts";

const GAMES = 100_000;
const ARCHIVED_AT = "2020-01-04T02:00:00.000Z";
/** Number of games that become due for a reminder at a time while others are erased, and the pause between, in ms. */
const NEAR = 20;
const PAUSE = 1000;

/** Measures the erasure of many games, and how long reminders take meanwhile. */
export async function benchErasure(): Promise<Part> {
  const rows = [["database", "games", "seconds", "a second", "games reminded", "longest 20, ms"]];
  for (const database of DATABASES) {
    const store = await openFull(database);
    const ending = new AbortController();
    const began = performance.now();
    let isDone = false;
    const erasing = eraseOldGames({ store, settings: { retentionDays: 365 }, ending }, new Date())
      .finally(() => isDone = true);
    const waits: number[] = [];
    while (!isDone) {
      for (let one = 0; one < NEAR; one++) await store.createGame(makeNear(), []);
      const asked = performance.now();
      const mail = { wake() {}, hold: (_: unknown, mails: readonly NewMail[]) => [...mails] };
      const push = { wake() {}, like: () => [] };
      const reminded = await remindOfNearEvents({ store, mail, push, ending }, new Date());
      if (reminded !== NEAR) throw new Error(`${reminded} of ${NEAR} games were reminded`);
      waits.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    const erased = await erasing;
    const seconds = (performance.now() - began) / 1000;
    rows.push([
      database,
      erased.toLocaleString("en-GB"),
      seconds.toFixed(0),
      (erased / seconds).toFixed(0),
      String(waits.length * NEAR),
      Math.max(...waits).toFixed(0),
    ]);
    console.log(rows.at(-1)?.join("  "));
    await store.close();
  }
  return {
    title: "Erasure",
    text:
      "All games were archived long ago; the daily work erases them, and meanwhile writes the reminders of others, as another instance would.",
    rows,
  };
}

/** Opens a store in which all games were archived long ago. */
async function openFull(database: DatabaseName): Promise<Store> {
  const { DATABASE_URL: url, DATA_DIR: dataDir = "" } = await newEnvironment(database);
  const open = () => url ? openPostgresStore(url) : openSqlite(dataDir);
  await (await open()).close();
  if (url) await fillGames(url, GAMES, { archivedAt: ARCHIVED_AT });
  else {
    const path = `${dataDir}/gift-exchange.db`;
    fillSqlite(path, GAMES);
    using db = new DatabaseSync(path);
    db.prepare("update games set archived_at = ?").run(ARCHIVED_AT);
  }
  return await open();
}

/** Makes a game of last month whose event is near. */
function makeNear(): Game {
  const game = makeGame(3, { date: inDays(NEAR_DAYS - 1), sendEmails: true });
  return { ...game, createdAt: new Date(Date.now() - 30 * 86_400_000).toISOString() };
}
