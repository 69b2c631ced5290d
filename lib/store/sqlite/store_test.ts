import assert from "node:assert/strict";
import { join } from "node:path";
import { Connection } from "./connection.ts";
import { changes, readGames } from "./game_rows.ts";
import { migrate, MIGRATIONS } from "./migrations.ts";
import { openSqlite } from "./open.ts";
import { sqliteStore } from "./store.ts";
import { DirectWriter } from "./writer.ts";
import { DatabaseUnavailable } from "../store.ts";
import { dataDirTest, FILE } from "@/tests/support/data_dir.ts";
import { callEveryVerbAnd } from "@/tests/support/every_verb.ts";
import { makeGame } from "@/tests/support/games.ts";

/** More games than any test waits for. */
const ENDLESS = 1e9;
const SCRIPT = new URL("../../../tests/support/store_process.ts", import.meta.url).pathname;

/** Starts another process that stores this many games, under the program that `before` names. */
function spawn(dataDir: string, count: number, ...before: string[]): Deno.ChildProcess {
  const command = [...before, Deno.execPath(), "run", "-A", SCRIPT, dataDir, String(count)];
  const [program = "", ...args] = command;
  return new Deno.Command(program, { args, stdout: "piped", stderr: "piped" }).spawn();
}

/** Kills a process once it has stored this many games. @returns the codes of all it has stored */
async function killAfter(child: Deno.ChildProcess, count: number): Promise<string[]> {
  let text = "";
  let isKilled = false;
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (isKilled || text.split("\n").length <= count) continue;
    child.kill("SIGKILL");
    isKilled = true;
  }
  await Promise.all([child.stderr.cancel(), child.status]);
  assert(isKilled, "the process ended by itself");
  return text.split("\n").slice(0, -1);
}

dataDirTest(
  "Connection syncs each commit, enforces foreign keys, and reads during writes",
  async (dataDir) => {
    await (await openSqlite(dataDir)).close();
    const connection = new Connection(join(dataDir, FILE));
    const pragma = (name: string) => connection.get(`pragma ${name}`)?.[0];
    assert.equal(pragma("synchronous"), 2);
    assert.equal(pragma("journal_mode"), "wal");
    assert.equal(pragma("foreign_keys"), 1);
    const tables = connection.all<[string, number]>(
      "select name, strict from pragma_table_list where schema = 'main' and name not like 'sqlite%'",
    );
    assert(tables.length >= 8);
    for (const [name, isStrict] of tables) assert.equal(isStrict, 1, name);
    connection.close();
  },
);

dataDirTest("a read finds its game by an index, whatever the number of games", async (dataDir) => {
  const store = await openSqlite(dataDir);
  const connection = new Connection(join(dataDir, FILE));
  for (const condition of ["code = '1' and archived_at is null", "id = '1'"]) {
    const plan = connection.all<[number, number, number, string]>(
      `explain query plan select key from games where ${condition}`,
    ).map(([, , , step]) => step);
    assert.match(plan.join(), /^SEARCH games USING/, condition);
  }
  connection.close();
  await store.close();
});

dataDirTest("codes have eight digits once half of those with six are in use", async (dataDir) => {
  const store = await openSqlite(dataDir);
  const games = [makeGame(3), makeGame(3), { ...makeGame(3), code: "12345678" }];
  const connection = new Connection(join(dataDir, FILE));
  const count = () => connection.get<[number]>("select six_digit_codes from code_usage")?.[0];
  const codes = [];
  for (const game of games) codes.push((await store.createGame(game, [])).game.code);
  assert(codes.every((code) => code.length === 6));
  assert.equal(count(), 3);
  const archivedAt = new Date().toISOString();
  const archive = (code: string) =>
    store.changeGame(code, (game) => ({
      game: game && { ...game, archivedAt },
      outbox: null,
      result: null,
    }));
  await archive(codes[0] ?? "");
  assert.equal(count(), 2);
  await store.close();
  connection.all("update code_usage set six_digit_codes = 449_999");
  const again = await openSqlite(dataDir);
  assert.match((await again.createGame(makeGame(3), [])).game.code, /^[1-9]\d{5}$/);
  const { game: long } = await again.createGame(makeGame(3), []);
  assert.match(long.code, /^[1-9]\d{7}$/);
  assert.deepEqual(await again.readGame(long.code), long);
  assert.equal(count(), 450_000);
  await again.close();
  connection.close();
});

Deno.test("createGame() finds the one free code of a hundred", async () => {
  const connection = new Connection(":memory:");
  migrate(connection.db);
  const random = { below: () => Math.floor(Math.random() * 100) };
  const store = sqliteStore(connection, new DirectWriter(connection), () => {}, random);
  const codes = new Set<string>();
  for (let index = 0; index < 100; index++) {
    codes.add((await store.createGame({ ...makeGame(3), code: "100000" }, [])).game.code);
  }
  assert.equal(codes.size, 100);
  assert([...codes].every((code) => code >= "100000" && code <= "100099"));
  const further = { ...makeGame(3), code: "100000" };
  await assert.rejects(store.createGame(further, []), DatabaseUnavailable);
  await store.close();
});

dataDirTest("a directory and its files are private, with any umask", async (dataDir) => {
  await killAfter(spawn(dataDir, ENDLESS), 3);
  const modes = new Map([["", (await Deno.stat(dataDir)).mode]]);
  for await (const { name } of Deno.readDir(dataDir)) {
    modes.set(name, (await Deno.stat(join(dataDir, name))).mode);
  }
  assert.deepEqual(
    [...modes.keys()].toSorted(),
    ["", FILE, `${FILE}-shm`, `${FILE}-wal`, "token-secret"].toSorted(),
  );
  for (const [name, mode] of modes) {
    assert.equal((mode ?? 0) & 0o777, name === "" ? 0o700 : 0o600, name);
  }
  for (const open of [0o755, 0o750, 0o701]) {
    await Deno.chmod(dataDir, open);
    await (await openSqlite(dataDir)).close();
    assert.equal(((await Deno.stat(dataDir)).mode ?? 0) & 0o777, 0o700, "also one that was there");
  }
});

dataDirTest("a second process is refused, whatever files are deleted", async (dataDir) => {
  const store = await openSqlite(dataDir);
  const { game } = await store.createGame(makeGame(3), []);
  for await (const { name } of Deno.readDir(dataDir)) {
    if (/lock|shm/.test(name)) await Deno.remove(join(dataDir, name));
  }
  const { stderr, code } = await spawn(dataDir, 0).output();
  assert.match(new TextDecoder().decode(stderr), /DATA_DIR: .*another process is using it/);
  assert.equal(code, 1);
  await assert.rejects(openSqlite(dataDir), /another process is using it/);
  assert.deepEqual(await store.readGame(game.code), game);
  await store.createGame(makeGame(3), []);
  await store.close();
  const next = await openSqlite(dataDir);
  assert.deepEqual(await next.readGame(game.code), game);
  await next.close();
});

dataDirTest(
  "each of several processes that start at once works or is refused with a message",
  async (dataDir) => {
    const ends = await Promise.all(Array.from({ length: 4 }, () => spawn(dataDir, 5).output()));
    assert(ends.some(({ code }) => code === 0));
    for (const { code, stderr } of ends.filter(({ code }) => code !== 0)) {
      assert.match(new TextDecoder().decode(stderr), /another process is using it/, `${code}`);
    }
  },
);

dataDirTest("migrate() brings moments after the year 9999 back to its end", async (dataDir) => {
  const store = await openSqlite(dataDir);
  const { game } = await store.createGame(makeGame(3), []);
  const { game: other } = await store.createGame(makeGame(3), []);
  await store.close();
  const late = "+010000-01-01T00:00:00.000Z";
  const last = "9999-12-31T23:59:59.999Z";
  const number = MIGRATIONS.findIndex((script) => script.includes("like '+%'")) + 1;
  const connection = new Connection(join(dataDir, FILE));
  // As an earlier release has left it.
  connection.all("delete from migrations where number = ?", number);
  connection.all(
    "update games set over_not_before = ?1, draw_at = ?1 where id = ?2",
    late,
    game.id,
  );
  connection.close();
  const again = await openSqlite(dataDir);
  try {
    assert.deepEqual(await again.readGameById(game.id), {
      ...game,
      earliestEnd: last,
      drawAt: last,
    });
    assert.deepEqual(await again.readGameById(other.id), other);
  } finally {
    await again.close();
  }
});

dataDirTest("migrate() forgets time zones that are no names", async (dataDir) => {
  const store = await openSqlite(dataDir);
  // As an earlier release has left them.
  const create = async (timeZone: string) =>
    (await store.createGame({ ...makeGame(3), timeZone }, [])).game.id;
  const ids = await Promise.all(["PST", "+02:00", "-0330", "Europe/Berlin"].map(create));
  await store.close();
  const connection = new Connection(join(dataDir, FILE));
  for (const [index, script] of MIGRATIONS.entries()) {
    if (!script.includes("set time_zone = null")) continue;
    connection.all("delete from migrations where number = ?", index + 1);
  }
  connection.close();
  const again = await openSqlite(dataDir);
  try {
    const games = await Promise.all(ids.map((id) => again.readGameById(id)));
    assert.deepEqual(games.map((game) => game?.timeZone), [null, null, null, "Europe/Berlin"]);
  } finally {
    await again.close();
  }
});

dataDirTest("migrate() runs each migration once, however many try at once", async (dataDir) => {
  await Deno.mkdir(dataDir);
  const rounds = 50;
  for (let round = 0; round < rounds; round++) new Connection(join(dataDir, `${round}`)).close();
  const script = `
    import { Connection } from "@/lib/store/sqlite/connection.ts";
    import { migrate } from "@/lib/store/sqlite/migrations.ts";
    for (let round = 0; round < ${rounds}; round++) {
      const connection = new Connection("${dataDir}/" + round);
      migrate(connection.db);
      connection.close();
    }`;
  const args = ["eval", "--ext=ts", script];
  const ends = await Promise.all(
    Array.from({ length: 4 }, () => new Deno.Command(Deno.execPath(), { args }).output()),
  );
  for (const { code, stderr } of ends) assert.equal(code, 0, new TextDecoder().decode(stderr));
  for (let round = 0; round < rounds; round++) {
    const connection = new Connection(join(dataDir, `${round}`));
    assert.deepEqual(
      connection.all("select number from migrations order by number"),
      MIGRATIONS.map((_, index) => [index + 1]),
    );
    connection.close();
  }
});

dataDirTest(
  "a known game equals the stored one, whichever method was called",
  async (dataDir) => {
    const store = await openSqlite(dataDir);
    const other = new Connection(join(dataDir, FILE));
    let comparisons = 0;
    const compare = async () => {
      for (const [id] of other.all<[string]>("select id from games")) {
        const [stored] = other.snapshot(() => readGames(other, "byId", id));
        assert.deepEqual(await store.readGameById(id), stored?.game);
        comparisons++;
      }
    };
    await callEveryVerbAnd(store, compare);
    other.close();
    assert(comparisons > 50, `${comparisons}`);
  },
);

dataDirTest("a game that was read cannot be changed in memory", async (dataDir) => {
  const store = await openSqlite(dataDir);
  const { game: { code } } = await store.createGame(makeGame(3), []);
  const game = await store.readGame(code);
  const [one] = game?.participants ?? [];
  assert(one);
  assert.throws(() => one.receiver = 2, TypeError);
  assert.throws(() => one.keeps.push(2), TypeError);
  assert.deepEqual(await store.readGame(code), game);
  await store.close();
});

dataDirTest("a known game is read again after a change by hand", async (dataDir) => {
  const store = await openSqlite(dataDir);
  const { game: { code } } = await store.createGame(makeGame(3), []);
  const read = async () => {
    const game = await store.readGame(code);
    return [game?.name, game?.participants[0]?.wish];
  };
  await read();
  const other = new Connection(join(dataDir, FILE));
  other.all("update games set name = 'Another'");
  assert.deepEqual(await read(), ["Another", ""]);
  other.all("update participants set wish = 'Tea'");
  assert.deepEqual(await read(), ["Another", "Tea"]);
  other.close();
  await store.close();
});

dataDirTest(
  "every game that a killed process has acknowledged is there, and none is incomplete",
  async (dataDir) => {
    const codes: string[] = [];
    for (let round = 0; round < 4; round++) {
      codes.push(...await killAfter(spawn(dataDir, ENDLESS), 10 + round * 7));
      const store = await openSqlite(dataDir);
      for (const code of codes) assert(await store.readGame(code), code);
      await store.close();
    }
    const connection = new Connection(join(dataDir, FILE));
    assert.equal(connection.get("pragma integrity_check")?.[0], "ok");
    assert.deepEqual(connection.all("pragma foreign_key_check"), []);
    const half = connection.all(
      `select key from games where next_number - 1 <> (select count(*) from assignments where game = key)
     or not exists (select 1 from outbox where game = key)`,
    );
    assert.deepEqual(half, []);
    connection.close();
  },
);

dataDirTest("each acknowledged write is preceded by a sync", async (dataDir) => {
  if (!await hasProgram("strace")) {
    console.error("NOT TESTED: strace is not installed, so nobody has looked at the syncs");
    return;
  }
  const trace = `${dataDir}.strace`;
  const strace = "strace -f -e trace=fsync,fdatasync,write -e signal=none -o".split(" ");
  const { stdout } = await spawn(dataDir, 20, ...strace, trace).output();
  const codes = new TextDecoder().decode(stdout).trim().split("\n");
  assert.equal(codes.length, 20);
  const calls = (await Deno.readTextFile(trace)).split("\n");
  let last = 0;
  for (const code of codes) {
    const acknowledged = calls.findIndex((call) => call.includes(`write(1, "${code}`));
    assert(acknowledged > last, code);
    const isSynced = calls.slice(last, acknowledged).some((call) =>
      /sync(\(\d+\)| resumed>\)) += 0/.test(call)
    );
    assert(isSynced, `${code} was acknowledged without a sync`);
    last = acknowledged;
  }
});

dataDirTest("the data of an earlier release is refused with a message", async (dataDir) => {
  await Deno.mkdir(join(dataDir, "pglite"), { recursive: true });
  await assert.rejects(openSqlite(dataDir), {
    name: "SettingsError",
    message: /DATA_DIR: .*pglite is the data of the release before.*deno task move --from/s,
  });
});

dataDirTest("an unusable directory is refused with a message", async (dataDir) => {
  await Deno.writeTextFile(dataDir, "a file");
  await assert.rejects(openSqlite(dataDir), { name: "SettingsError", message: /DATA_DIR/ });
  await Deno.remove(dataDir);
  await Deno.mkdir(dataDir);
  await Deno.writeTextFile(
    join(dataDir, FILE),
    "not a database, but long enough to be one".repeat(99),
  );
  await assert.rejects(openSqlite(dataDir), { name: "SettingsError", message: /DATA_DIR/ });
});

async function hasProgram(name: string): Promise<boolean> {
  try {
    await new Deno.Command(name, { args: ["--version"], stdout: "null", stderr: "null" }).output();
    return true;
  } catch {
    return false;
  }
}

Deno.test("changes() does not read the rules that a change leaves alone", () => {
  const untouchable = <List extends object>(list: List) =>
    new Proxy(list, {
      get() {
        throw new Error("This was read");
      },
    });
  const made = makeGame(3);
  const game = {
    ...made,
    exclusions: untouchable(made.exclusions),
    participants: made.participants.map((one) => Object.freeze(one)),
  };
  const statements = changes({ game, version: 1 }, { ...game, name: "Another" }, []);
  assert.equal(statements.length, 1);
  assert.match(statements[0]?.sql ?? "", /^\s*update games/);
});

Deno.test("changes() stores new rules and deletes removed ones", () => {
  const game = {
    ...makeGame(8),
    exclusions: [[1, 2], [3, 4]] satisfies [number, number][],
    households: [[5, 6], [7, 8]],
  };
  const after = {
    ...game,
    exclusions: [[3, 4], [2, 4]] satisfies [number, number][],
    households: [[5, 6], [7, 8, 1]],
  };
  const rows = (pattern: RegExp) =>
    changes({ game, version: 1 }, after, []).filter(({ sql }) => pattern.test(sql))
      .flatMap(({ params }) => params.map(([, ...pair]) => pair));
  assert.deepEqual(rows(/delete from exclusions/), [["[[1,2]]"]]);
  assert.deepEqual(rows(/insert into exclusions/), [["[[2,4]]"]]);
  assert.deepEqual(rows(/delete from household_members/), []);
  assert.deepEqual(rows(/insert into household_members/), [[1, 1]]);
});
