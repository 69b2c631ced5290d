import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { Tokens } from "../../game/tokens.ts";
import { type Game, LIMITS } from "../../game/types.ts";
import type { Settings } from "../../settings.ts";
import { toTokenSecret } from "../server_key.ts";
import { type GameRecord, TABLES, TransferError } from "./port.ts";
import { backup, move, restore } from "./transfer.ts";
import { makeGame } from "@/tests/support/games.ts";
import { freePort } from "@/tests/support/postgres.ts";
import { startProxy } from "@/tests/support/proxy.ts";
import { erase, keep } from "@/tests/support/store.ts";
import { sqlOn } from "@/tests/support/sql.ts";
import {
  DECLINED,
  ENGINES,
  engines,
  populate,
  randomGames,
  recordsIn,
  restored,
  serve,
  testFor,
  unwatched,
} from "@/tests/support/transfer.ts";
import { amount, sample } from "@/tests/support/sample.ts";

/** Number of photos of the largest size: 3 MB. */
const PHOTOS = 30;
const GAMES = amount(60, 300);

const refused = (message: RegExp) => ({ name: "TransferError", message });

/** Expects that a place has exactly these games, with the same links, and sends waiting mails once. */
async function assertSame(settings: Settings, expected: Expected): Promise<void> {
  await serve(settings, async (store, key) => {
    for (const [id, game] of expected.games) assert.deepEqual(await store.readGameById(id), game);
    const [game = assert.fail()] = expected.games.values();
    assert.equal(new Tokens(key).organizer(game), expected.organizerToken);
    for (const [photo, bytes] of expected.photos) {
      const found = await store.readPhoto(expected.album, photo);
      assert(found && Buffer.compare(found.bytes, bytes) === 0);
    }
    for (const one of DECLINED) assert(await store.limits.isDeclined(one));
    assert(!await store.limits.isDeclined("b"));
    await store.hastenMails(["receiverBusy"]);
    const first = await store.claimMails(10_000, 600);
    assert.deepEqual(first.map((mail) => mail.id), expected.waiting);
    assert.equal((await store.claimMails(10_000, 600)).length, 0);
    // The next ones get ids of their own.
    const { mailIds } = await store.createGame(makeGame(3), [{ recipient: 1, kind: "assignment" }]);
    assert(Number(mailIds[0]) > Math.max(...expected.ids));
  });
}

interface Expected {
  games: Map<string, Game>;
  /** Some megabytes in one game, by id. */
  photos: Map<string, Uint8Array<ArrayBuffer>>;
  /** The id of their game. */
  album: string;
  organizerToken: string;
  waiting: string[];
  ids: number[];
}

function gamesOf(records: readonly GameRecord[]): Map<string, Game> {
  return new Map(records.map(({ game }) => [game.id, game]));
}

/** Fills an empty database. @returns the data expected wherever it is carried over */
async function fillPlace(settings: Settings, games: Game[]): Promise<Expected> {
  const photos = new Map<string, Uint8Array<ArrayBuffer>>();
  const album = games[1]?.id ?? "";
  const organizerToken = await serve(settings, async (store, key) => {
    await populate(store, games);
    for (let count = 0; count < PHOTOS; count++) {
      const [id, bytes] = [crypto.randomUUID(), new Uint8Array(randomBytes(LIMITS.photoBytes))];
      const photo = { id, participant: 1, version: 1, type: "image/webp", bytes } as const;
      assert.equal(await store.addPhoto(album, photo, PHOTOS), "stored");
      photos.set(id, bytes);
    }
    const [first = assert.fail()] = games.toSorted((a, b) => a.id < b.id ? -1 : 1);
    return new Tokens(key).organizer(first);
  });
  const records = await recordsIn(settings);
  const mails = records.flatMap((record) => record.mails);
  const statuses = new Set(mails.map(({ status }) => status));
  assert.deepEqual(statuses, new Set(["queued", "sent", "failed"]));
  assert(records.some(({ game }) => game.archivedAt) && records.some((one) => one.unsubscribed[0]));
  const ids = mails.map(({ id }) => Number(id)).sort((a, b) => a - b);
  const waiting = mails.filter(({ status }) => status === "queued").map(({ id }) => Number(id));
  return {
    games: gamesOf(records),
    photos,
    album,
    organizerToken,
    waiting: waiting.sort((a, b) => a - b).map(String),
    ids,
  };
}

testFor(engines, "restore() restores everything that backup() saw", async (engine, directory) => {
  const source = await ENGINES[engine](directory);
  const expected = await fillPlace(source, [...randomGames(GAMES), makeGame(amount(300, 1000))]);
  const before = await recordsIn(source);
  const path = `${directory}/backup.gz`;
  const done = await backup(source, path, unwatched);
  assert.equal(done.counts.games, GAMES + 1);
  assert.equal(done.hasSecret, engine === "SQLite");
  assert.equal(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  const target = await ENGINES[engine](directory);
  const { counts, checksum } = await restore(target, path, unwatched);
  assert.deepEqual({ counts, checksum }, { counts: done.counts, checksum: done.checksum });
  const after = restored(before);
  assert.deepEqual(await recordsIn(target), after);
  await assertSame(target, { ...expected, games: gamesOf(after) });
  assert.deepEqual(await recordsIn(source), before, "the source is as it was");
});

testFor(
  sample(engines),
  "the tasks backup and restore manage with their permissions",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    const expected = await fillPlace(source, randomGames(3));
    const before = await recordsIn(source);
    await Deno.mkdir(`${directory}/nights`);
    const told = await runTask(source, directory, "backup", "--keep", "7", `${directory}/nights`);
    // The first game has one photo of its own.
    assert.match(told, new RegExp(`^Backed up 3 games .* and ${PHOTOS + 1} photos `, "m"));
    const [night] = await Array.fromAsync(Deno.readDir(`${directory}/nights`));
    assert.match(night?.name ?? "", /^games-.*\.gz$/);
    const target = await ENGINES[engine](directory);
    await runTask(target, directory, "restore", `${directory}/nights/${night?.name}`);
    const after = restored(before);
    assert.deepEqual(await recordsIn(target), after);
    await assertSame(target, { ...expected, games: gamesOf(after) });
  },
);

/** Runs a task on a place whose secrets it reads from files. @returns its output */
async function runTask(
  { databaseUrl, dataDir, tokenSecret }: Settings,
  directory: string,
  ...args: string[]
): Promise<string> {
  const env: Record<string, string> = { DATA_DIR: dataDir };
  for (
    const [name, value] of Object.entries({ DATABASE_URL: databaseUrl, TOKEN_SECRET: tokenSecret })
  ) {
    if (value === null) continue;
    env[`${name}_FILE`] = `${directory}/${name}`;
    await Deno.writeTextFile(`${directory}/${name}`, `${value}\n`);
  }
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-q", "-P=transfer", "lib/store/transfer/cli.ts", ...args],
    cwd: new URL("../../..", import.meta.url),
    env,
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

testFor(sample(engines), "backup() is one state while others write", async (engine, directory) => {
  const source = await ENGINES[engine](directory);
  const { databaseUrl, dataDir, tokenSecret } = source;
  await serve(source, (store) => populate(store, randomGames(100)));
  const writer = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tests/support/transfer_writer.ts"],
    env: {
      ...databaseUrl ? { DATABASE_URL: databaseUrl } : {},
      ...tokenSecret ? { TOKEN_SECRET: tokenSecret } : {},
      DATA_DIR: dataDir,
    },
    stdout: "piped",
  }).spawn();
  const reader = writer.stdout.getReader();
  try {
    await reader.read();
    const path = `${directory}/backup.gz`;
    let last = 0;
    for (const round of [1, 2]) {
      await backup(source, `${path}.${round}`, unwatched);
      const target = await ENGINES[engine](directory);
      await restore(target, `${path}.${round}`, unwatched);
      const games = (await recordsIn(target)).map(({ game }) => game);
      const told = Number(games.find(({ name }) => name === "first")?.location);
      const counted = games.filter(({ name }) => /^\d+$/.test(name)).map(({ name }) =>
        Number(name)
      );
      assert.deepEqual(
        counted.sort((a, b) => a - b),
        Array.from(counted, (_, index) => index + 1),
      );
      assert(counted.length === told || counted.length === told + 1, `${counted.length} ${told}`);
      assert(counted.length > last, "the writer was at work");
      last = counted.length;
    }
  } finally {
    await reader.cancel();
    writer.kill("SIGKILL");
    await writer.status;
  }
});

/** A game, and a backup of it. */
async function backedUp(directory: string) {
  const source = await ENGINES.SQLite(directory);
  const key = await serve(source, async (store, key) => {
    await store.createGame(makeGame(3), []);
    return key;
  });
  const path = `${directory}/backup.gz`;
  await backup(source, path, unwatched);
  return { source, tokenSecret: toTokenSecret(key), path };
}

testFor(engines, "restore() and move() overwrite nothing", async (engine, directory) => {
  const { source, tokenSecret, path } = await backedUp(directory);
  const before = await Deno.readFile(path);
  await assert.rejects(backup(source, path, unwatched), refused(/backup.gz is there already/));
  assert.deepEqual(await Deno.readFile(path), before);

  const target = { ...await ENGINES[engine](directory), tokenSecret };
  await serve(target, (store) => store.createGame(makeGame(4), []));
  const games = await recordsIn(target);
  await assert.rejects(restore(target, path, unwatched), refused(/holds games already/));
  await assert.rejects(move(source, target, null, unwatched), refused(/holds games already/));
  assert.deepEqual(await recordsIn(target), games);
  await serve(source, () => Promise.resolve());
});

testFor(engines, "restore() and move() keep data outside of games", async (engine, directory) => {
  const { source, tokenSecret, path } = await backedUp(directory);
  const empty = async () => ({ ...await ENGINES[engine](directory), tokenSecret });
  const [erased, declined] = [await empty(), await empty()];
  await serve(erased, async (store) => erase(store, (await keep(store, makeGame(3))).id));
  await serve(declined, (store) => store.limits.setDeclined("declined", true));
  const aside = refused(/no games, but counts of erased ones, .*name a new, empty database/);
  for (const target of [erased, declined]) {
    await assert.rejects(restore(target, path, unwatched), aside);
    await assert.rejects(move(source, target, null, unwatched), aside);
  }
  await serve(declined, async (store) => assert(await store.limits.isDeclined("declined")));
  await serve(source, () => Promise.resolve());
});

testFor(engines, "restore() that fails leaves nothing behind", async (engine, directory) => {
  const source = await ENGINES[engine](directory);
  await serve(source, (store) => populate(store, randomGames(GAMES)));
  const path = `${directory}/backup.gz`;
  await backup(source, path, unwatched);
  const target = await ENGINES[engine](directory);
  for (const phase of ["written", "checked"]) {
    const broken = new AbortController();
    const onProgress = (what: string, done: number) => {
      if (what === phase && done > GAMES / 3) broken.abort(new TransferError("Broken off"));
    };
    const watch = { ...unwatched, onProgress, signal: broken.signal };
    await assert.rejects(restore(target, path, watch), refused(/Broken off/));
    assert.deepEqual(await recordsIn(target), []);
    if (engine === "SQLite") {
      assert(![...Deno.readDirSync(target.dataDir)].some(({ name }) => name === "token-secret"));
    }
  }
  await restore(target, path, unwatched);
  assert.deepEqual(await recordsIn(target), restored(await recordsIn(source)));
});

testFor(["Postgres"], "restore() waits for a server that is starting", async (_, directory) => {
  const source = await ENGINES.Postgres();
  await serve(source, (store) => populate(store, randomGames(10)));
  const path = `${directory}/backup.gz`;
  await backup(source, path, unwatched);
  const target = await ENGINES.Postgres();
  const server = new URL(target.databaseUrl ?? "");
  const port = freePort();
  const away = { ...target, databaseUrl: Object.assign(new URL(server), { port }).href };
  const broken = new AbortController();
  const impatient = {
    ...unwatched,
    onWait: () => broken.abort(new TransferError("Broken off")),
    signal: broken.signal,
  };
  await assert.rejects(restore(away, path, impatient), refused(/Broken off/));
  await using network = new AsyncDisposableStack();
  const start = () => void network.use(startProxy(server.href, port));
  await restore(away, path, { ...unwatched, onWait: start });
  assert.deepEqual(await recordsIn(target), restored(await recordsIn(source)));
});

testFor(
  engines,
  "backup() reports rows that belong to no readable game",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    await serve(source, (store) => store.createGame(makeGame(3), []));
    await sqlOn(source, "delete from assignments where giver = 1");
    await assert.rejects(
      backup(source, `${directory}/backup.gz`, unwatched),
      refused(/2 rows in assignments, and 3/),
    );
    const left = [...Deno.readDirSync(directory)].filter(({ isFile }) => isFile);
    assert.deepEqual(left, []);
  },
);

testFor(["SQLite"], "move() to a server and back changes nothing", async (_, directory) => {
  const source = await ENGINES.SQLite(directory);
  const expected = await fillPlace(source, [...randomGames(GAMES), makeGame(amount(300, 1000))]);
  const before = await recordsIn(source);
  const server = await ENGINES.Postgres();
  const there = await move(source, server, null, unwatched);
  const tokenSecret = toTokenSecret(there.key.key);
  const moved = { ...server, tokenSecret };
  assert.deepEqual(await recordsIn(moved), before);
  await assert.rejects(
    serve(source, () => Promise.resolve()),
    { name: "SettingsError", message: /DATA_DIR: .* moved to another database/ },
  );
  assert.deepEqual(await recordsIn(source), before);
  const path = `${directory}/backup.gz`;
  await assert.rejects(backup(source, path, unwatched), refused(/The games in .* have been moved/));

  const target = { ...await ENGINES.SQLite(directory), tokenSecret };
  const back = await move(moved, target, tokenSecret, unwatched);
  assert.deepEqual(back.checksum, there.checksum);
  await assert.rejects(
    serve(moved, () => Promise.resolve()),
    { name: "SettingsError", message: /DATABASE_URL: .* moved to another database/ },
  );
  await assert.rejects(backup(moved, path, unwatched), refused(/The games in .* have been moved/));
  const left = [...Deno.readDirSync(directory)].filter(({ isFile }) => isFile);
  assert.deepEqual(left, []);
  assert.deepEqual(await recordsIn(target), before);
  await assertSame(target, expected);
});

testFor(
  engines,
  "move() refuses while a service has the source open",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    const target = await ENGINES.SQLite(directory);
    await serve(source, async (store) => {
      await store.createGame(makeGame(3), []);
      await assert.rejects(
        move(source, target, source.tokenSecret, unwatched),
        /Stop the service first|another process is using it/,
      );
    });
    const { counts } = await move(source, target, source.tokenSecret, unwatched);
    assert.equal(counts.games, 1);
  },
);

testFor(
  engines,
  "restore() refuses while a service has the target open",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    await serve(source, (store) => store.createGame(makeGame(3), []));
    const path = `${directory}/backup.gz`;
    await backup(source, path, unwatched);
    const target = await ENGINES[engine](directory);
    await serve(target, async (store) => {
      await assert.rejects(
        restore(target, path, unwatched),
        /Stop the service first|another process is using it/,
      );
      await store.createGame(makeGame(3), []);
    });
  },
);

/** Tables of the database itself: its schema, its key, and counts of triggers. */
const NOT_CARRIED_OVER = new Set([
  "migrations",
  "key_fingerprint",
  "code_usage",
  "rate_counts",
  "turns",
  // A request is recognized for a day; sent again after a move it would be a different one.
  "idempotency_records",
]);

testFor(
  engines,
  "a transfer knows all tables, and all columns of a mail",
  async (engine, directory) => {
    const settings = await ENGINES[engine](directory);
    await serve(settings, async (store) => {
      await store.createGame(makeGame(3), [{ recipient: 1, kind: "assignment" }]);
    });
    const columns = await sqlOn<{ table: string; column: string }>(
      settings,
      engine === "SQLite"
        ? `select t.name as "table", c.name as "column" from sqlite_schema t, pragma_table_info(t.name) c
         where t.type = 'table' and t.name not like 'sqlite_%'`
        : `select table_name as "table", column_name as "column" from information_schema.columns
         where table_schema = 'public'`,
    );
    const tables = new Set(columns.map(({ table }) => table));
    assert.deepEqual(
      tables.difference(NOT_CARRIED_OVER),
      new Set<string>([...TABLES, "declined_addresses", "blocked_senders", "desk_log"]),
    );
    const [record] = await recordsIn(settings);
    const known = Object.keys(record?.mails[0] ?? {}).map((field) =>
      field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    );
    const left = columns.filter(({ table, column }) =>
      table === "outbox" && !known.includes(column)
    )
      .map(({ column }) => column).filter((column) => !/^game(_id)?$/.test(column));
    assert.deepEqual(left, ["lease_until"]);
  },
);
