import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import postgres from "postgres";
import type { Game } from "@/lib/game/types.ts";
import { migrate as migratePostgres } from "@/lib/store/postgres/migrate.ts";
import { MIGRATIONS as POSTGRES_MIGRATIONS } from "@/lib/store/postgres/migrations.ts";
import { openPostgresStore } from "@/lib/store/postgres/store.ts";
import { migrate, MIGRATIONS } from "@/lib/store/sqlite/migrations.ts";
import { openSqlite } from "@/lib/store/sqlite/open.ts";
import type { Store } from "@/lib/store/store.ts";
import { makeGame } from "./support/games.ts";
import { makeDatabase } from "./support/postgres.ts";
import {
  digestOf,
  type Param,
  type RecordedLife,
  releaseSchema,
} from "./support/release_statements.ts";

const RELEASE = releaseSchema.parse(
  JSON.parse(
    await Deno.readTextFile(new URL("support/release_before.json", import.meta.url)),
  ),
);

/** A database that accepts the statements of the previous release, and the store of this one. */
interface Ground {
  life: RecordedLife;
  migrations: readonly unknown[];
  /** Migrates an empty database to the state of the previous release. */
  migrateBefore(): Promise<void>;
  migrateNow(): Promise<void>;
  ask(text: string, params: readonly Param[]): Promise<unknown>;
  /** Opens the store of this release, which updates the schema. */
  use<T>(work: (store: Store) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

async function makePostgres(): Promise<Ground> {
  const url = await makeDatabase();
  const db = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false });
  const life = RELEASE.Postgres;
  return {
    life,
    migrations: POSTGRES_MIGRATIONS,
    async migrateBefore() {
      await db`create table migrations (
        number integer primary key, applied_at timestamptz not null default now()
      )`;
      for (const [index, step] of POSTGRES_MIGRATIONS.slice(0, life.migrations).entries()) {
        if ("script" in step) await db.unsafe(step.script).simple();
        if ("index" in step) await db.unsafe(step.definition.replace("NAME", step.index));
        await db`insert into migrations (number) values (${index + 1})`;
      }
    },
    migrateNow: () => migratePostgres(url),
    ask: async (text, params) => [...await db.unsafe(text, [...params], { prepare: true })],
    async use(work) {
      const store = await openPostgresStore(url);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
    close: () => db.end(),
  };
}

async function makeSqlite(): Promise<Ground> {
  const dataDir = await Deno.makeTempDir({ prefix: "gift-exchange-" });
  const open = () => {
    const db = new DatabaseSync(`${dataDir}/gift-exchange.db`);
    db.exec("pragma journal_mode = wal; pragma foreign_keys = on");
    return db;
  };
  const life = RELEASE.SQLite;
  let db = open();
  return {
    life,
    migrations: MIGRATIONS,
    migrateBefore() {
      db.exec(
        "create table migrations (number integer primary key, applied_at text not null) strict",
      );
      for (const [index, script] of MIGRATIONS.slice(0, life.migrations).entries()) {
        db.exec(script);
        db.exec(`insert into migrations (number, applied_at) values (${index + 1}, 'then')`);
      }
      return Promise.resolve();
    },
    migrateNow: () => Promise.try(() => migrate(db)),
    ask: (text, params) => Promise.try(() => db.prepare(text).all(...params.map(bindable))),
    async use(work) {
      db.close();
      const store = await openSqlite(dataDir);
      try {
        return await work(store);
      } finally {
        await store.close();
        db = open();
      }
    },
    async close() {
      db.close();
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}

function bindable(param: Param): Exclude<Param, boolean> {
  return typeof param === "boolean" ? Number(param) : param;
}

/**
 * Sends what the previous release sent, all of it by default.
 *
 * @returns the answers, without times.
 */
async function replay({ life, ask }: Ground, calls = life.calls): Promise<string[]> {
  const answers: string[] = [];
  for (const [number, params] of calls) {
    const text = life.texts[number] ?? "";
    const rows = await ask(text, params).catch((error) => {
      throw new Error(`${text}\nwith ${params}\nwas refused`, { cause: error });
    });
    answers.push(`${oneLine(text)} → ${withoutTimes(JSON.stringify(rows))}`);
  }
  return answers;
}

function withoutTimes(json: string): string {
  return json
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    .replaceAll(/-?\d+\.\d+(?:e-?\d+)?|\b1\d{12}\b/g, "number");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The number of the call that begins the transaction in which the previous release erased its game. */
function startOfErasure({ calls, texts }: RecordedLife): number {
  const isCall = (start: string) => ([number]: (typeof calls)[number]) =>
    texts[number]?.startsWith(start) ?? false;
  const deletion = calls.findIndex(isCall("delete from games where id"));
  assert(deletion > 0, "the release before erases a game");
  return calls.slice(0, deletion).findLastIndex(isCall("begin"));
}

function countCreated({ calls, texts }: RecordedLife): number {
  return calls.filter(([number]) => /^\s*insert into games\b/.test(texts[number] ?? "")).length;
}

/** The identifiers of a game in the statements of the previous release; SQLite's rows have keys, from 1 on. */
interface Names extends Pick<Game, "code" | "id"> {
  key: number;
}

/** Everything the previous release would read of a game, using its statements that take one identifier. */
async function readBefore({ life, ask }: Ground, names: Names): Promise<string> {
  const texts = new Map<string, string | number>();
  for (const [number, [param, ...others]] of life.calls) {
    const text = life.texts[number] ?? "";
    if (others.length > 0 || !/^\s*select/.test(text)) continue;
    if (typeof param === "number") texts.set(text, names.key);
    if (typeof param === "string" && /^[1-9]\d{5}$/.test(param)) texts.set(text, names.code);
    if (typeof param === "string" && /^[0-9a-f-]{36}$/.test(param)) texts.set(text, names.id);
  }
  const read = await Promise.all([...texts].map(([text, param]) => ask(text, [param])));
  return JSON.stringify(read);
}

function rename(store: Store, { code }: Game, name: string): Promise<void> {
  return store.changeGame(code, (game) => {
    assert(game, "the game is there");
    return {
      game: { ...game, name },
      outbox: () => ({ add: [{ recipient: 2, kind: "assignment" }], update: [] }),
      result: undefined,
    };
  });
}

for (const [name, make] of [["SQLite", makeSqlite], ["Postgres", makePostgres]] as const) {
  const declare = (what: string, run: (ground: Ground) => Promise<void>) =>
    Deno.test({
      name: `${what} (${name})`,
      sanitizeOps: name !== "Postgres",
      sanitizeResources: name !== "Postgres",
      async fn() {
        const ground = await make();
        try {
          await run(ground);
        } finally {
          await ground.close();
        }
      },
    });

  declare(
    "roll back: all that the release before sends is answered alike on the schema of this one",
    async (after) => {
      assert.equal(
        digestOf(after.migrations.slice(0, after.life.migrations)),
        after.life.digest,
        "a migration that was released was changed",
      );
      const before = await make();
      try {
        await before.migrateBefore();
        await after.migrateNow();
        const answers = await replay(before);
        assert.deepEqual(await replay(after), answers);
        console.log(`${name}: ${answers.length} statements of the release before`);
      } finally {
        await before.close();
      }
    },
  );

  declare(
    "upgrade and roll back: each release goes on with what the other has written",
    async (ground) => {
      const { life } = ground;
      const erasure = startOfErasure(life);
      await ground.migrateBefore();
      await replay(ground, life.calls.slice(0, erasure));
      const made = makeGame(5, { exclusions: [["P1", "P2"]], name: "Made by this release" });
      const { game, old } = await ground.use(async (store) => {
        // Upgraded: the previous release's game is there, ended as it left it, with its mails.
        const [old] = await store.listArchivedGames(new Date(), null, 10);
        assert(old);
        const whole = await store.readGameById(old.id);
        assert.equal(whole?.participants.length, 5);
        assert((await store.readEmailStatuses(old.id)).size > 0);
        return { ...await store.createGame(made, [{ recipient: 1, kind: "assignment" }]), old };
      });

      // Rolled back: it erases its own game, and reads what this release wrote.
      await replay(ground, life.calls.slice(erasure));
      const names = { ...game, key: 1 + countCreated(life) };
      const read = await readBefore(ground, names);
      assert(read.includes("Made by this release") && read.includes("P5"), read);

      // Upgraded once more.
      await ground.use(async (store) => {
        assert.equal(await store.readGameById(old.id), null);
        assert.deepEqual(await store.readGame(game.code), game);
        await rename(store, game, "Renamed");
        assert.equal(
          (await store.claimMails(10, 60)).filter((one) => one.gameId === game.id).length,
          2,
        );
      });
      assert((await readBefore(ground, names)).includes("Renamed"));
    },
  );
}
