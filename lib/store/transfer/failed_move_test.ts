import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { connect } from "@/tests/support/postgres.ts";
import { startProxy } from "@/tests/support/proxy.ts";
import { sqlOn } from "@/tests/support/sql.ts";
import {
  ENGINES,
  engines,
  recordsIn,
  serve,
  testFor,
  unwatched,
} from "@/tests/support/transfer.ts";
import { until } from "@/tests/support/until.ts";
import { Desk } from "../../desk/desk.ts";
import type { Settings } from "../../settings.ts";
import { openDesk } from "../desk.ts";
import { openMovableSource } from "./places.ts";
import { TransferError } from "./port.ts";
import { move } from "./transfer.ts";

/** Makes a database refuse further marks, as on a full disk. @param which of them; all if omitted */
async function refuseMarks(settings: Settings, which = "true"): Promise<void> {
  if (!settings.databaseUrl) {
    await sqlOn(
      settings,
      `create trigger no_marks before update on key_fingerprint when ${which}
       begin select raise(abort, 'database or disk is full'); end`,
    );
    return;
  }
  await sqlOn(
    settings,
    `create function refuse() returns trigger language plpgsql
     as $$ begin raise exception 'full' using errcode = '53100'; end $$`,
  );
  await sqlOn(
    settings,
    `create trigger no_marks before update on key_fingerprint
     for each row when (${which}) execute function refuse()`,
  );
}

testFor(
  engines,
  "move() from a source that cannot be marked as moved leaves the target empty",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    const game = makeGame(3);
    await serve(source, (store) => store.createGame(game, []));
    await refuseMarks(source);
    const before = await recordsIn(source);
    for (const kind of engines) {
      const target = await ENGINES[kind](directory);
      await assert.rejects(move(source, target, source.tokenSecret, unwatched), /full|53100/);
      assert.deepEqual(await recordsIn(target), []);
      assert.deepEqual(await recordsIn(source), before);
    }
    await sqlOn(
      source,
      `drop trigger no_marks${engine === "Postgres" ? " on key_fingerprint" : ""}`,
    );
    await serve(source, async (store) => assert(await store.readGameById(game.id)));
  },
);

testFor(
  engines,
  "move() to a target that fails to store at the end leaves the source unchanged",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    const game = makeGame(3);
    await serve(source, (store) => store.createGame(game, []));
    for (const kind of engines) {
      const target = await ENGINES[kind](directory);
      // Creates its tables, and a mark to change.
      await serve(target, () => Promise.resolve());
      if (kind === "SQLite") await Deno.remove(`${target.dataDir}/token-secret`);
      await refuseMarks(target);
      await assert.rejects(move(source, target, source.tokenSecret, unwatched), /full|53100/);
      await serve(source, async (store) => assert(await store.readGameById(game.id)));
    }
    const target = await ENGINES[engine](directory);
    const { isCopy } = await move(source, target, source.tokenSecret, unwatched);
    assert(!isCopy, "it counts as the first move");
  },
);

testFor(
  engines,
  "move() that can neither end nor reset its source says that it may be repeated",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    const game = makeGame(3);
    await serve(source, (store) => store.createGame(game, []));
    await refuseMarks(source, "new.fingerprint not like 'moved %'");
    const full = await ENGINES.Postgres();
    await serve(full, () => Promise.resolve());
    await refuseMarks(full);
    await assert.rejects(
      move(source, full, source.tokenSecret, unwatched),
      { name: "TransferError", message: /53100.*; the games stay in .*: move them again$/ },
    );
    assert.deepEqual(await recordsIn(full), []);
    const target = await ENGINES[engine](directory);
    await move(source, target, source.tokenSecret, unwatched);
    await serve(target, async (store) => assert(await store.readGameById(game.id)));
  },
);

testFor(
  engines,
  "move() to the place of the games is refused as such",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    await serve(source, (store) => store.createGame(makeGame(3), []));
    const same = source.databaseUrl ? source : { ...source, dataDir: `${source.dataDir}/` };
    await assert.rejects(
      move(source, same, source.tokenSecret, unwatched),
      { name: "TransferError", message: /are in .* already: name another, empty database$/ },
    );
    await serve(source, () => Promise.resolve());
  },
);

testFor(
  ["Postgres"],
  "move() notices a service whose DATABASE_URL names it otherwise",
  async (_, directory) => {
    const { databaseUrl, ...source } = await ENGINES.Postgres();
    const named = { ...source, databaseUrl: `${databaseUrl}?application_name=gifts` };
    const target = await ENGINES.SQLite(directory);
    await serve(named, async (store) => {
      await store.createGame(makeGame(3), []);
      await assert.rejects(
        move(named, target, named.tokenSecret, unwatched),
        /Stop the service first/,
      );
    });
  },
);

const AT = "2026-12-01T10:00:00.000Z";

/** Data that the desk and services write outside of games. */
const WRITES = [
  `insert into blocked_senders (subject, created_at) values ('spam.example', '${AT}')`,
  `insert into desk_log (at, act, detail) values ('${AT}', 'block', 'a domain')`,
  "delete from declined_addresses",
  "update games set name = 'Another'",
];

testFor(
  engines,
  "data that is being moved accepts no change that would be lost",
  async (engine, directory) => {
    const source = await ENGINES[engine](directory);
    await serve(source, (store) => store.createGame(makeGame(3), []));
    const patience = engine === "SQLite" ? "pragma busy_timeout = 50" : "set lock_timeout = '50ms'";
    const moving = await openMovableSource(source);
    try {
      for (const write of WRITES) {
        await assert.rejects(sqlOn(source, `${patience}; ${write}`), /lock/, write);
      }
    } finally {
      await moving.close();
    }
    for (const write of WRITES) await sqlOn(source, write);
  },
);

testFor(
  ["SQLite"],
  "the desk that was opened before the games were moved acknowledges nothing",
  async (_, directory) => {
    const source = await ENGINES.SQLite(directory);
    const { game } = await serve(source, (store) => store.createGame(makeGame(3), []));
    const { store, desk } = await openDesk(source);
    try {
      const opened = new Desk(store, desk);
      await opened.pause(game.id, true);
      await move(source, await ENGINES.SQLite(directory), source.tokenSecret, unwatched);
      const moved = { name: "DatabaseUnavailable", message: /have been moved/ };
      await assert.rejects(opened.erase(game.id, () => true), moved);
      await assert.rejects(opened.block("spam.example", true), moved);
      assert(await store.readGameById(game.id));
    } finally {
      await store.close();
    }
  },
);

testFor(
  ["Postgres"],
  "move() takes along a change that is committed while it waits for the tables",
  async (_, directory) => {
    const source = await ENGINES.Postgres();
    await serve(source, (store) => store.createGame(makeGame(3), []));
    const target = await ENGINES.SQLite(directory);
    const service = connect(source.databaseUrl ?? "");
    const isWaiting = `select 1 from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and relation = 'games'::regclass and not granted`;
    const { moving } = await service.begin(async (tx) => {
      await tx`update games set name = 'Changed at last'`;
      const moving = move(source, target, source.tokenSecret, unwatched);
      moving.catch(() => {});
      await until(
        async () => (await sqlOn(source, isWaiting)).length > 0,
        "it waits for the tables",
      );
      return { moving };
    });
    await service.end();
    await moving;
    const names = (await recordsIn(target)).map(({ game }) => game.name);
    assert.deepEqual(names, ["Changed at last"]);
  },
);

/** Makes a database take a moment for a commit, during which the network may break. */
async function slowCommit(settings: Settings): Promise<void> {
  await sqlOn(
    settings,
    `create function wait() returns trigger language plpgsql
     as $$ begin perform pg_sleep(0.5); return null; end $$`,
  );
  await sqlOn(
    settings,
    `create constraint trigger wait after insert or update on key_fingerprint
     deferrable initially deferred for each row execute function wait()`,
  );
}

const IS_COMMITTING = `
  select 1 from pg_stat_activity
  where datname = current_database() and query = 'commit' and wait_event = 'PgSleep'`;

testFor(
  engines,
  "move() that loses its connection at the end never leaves two databases in service",
  async (engine, directory) => {
    for (const isBack of [true, false]) {
      const source = await ENGINES[engine](directory);
      const game = makeGame(3);
      await serve(source, (store) => store.createGame(game, []));
      const server = await ENGINES.Postgres();
      await slowCommit(server);
      await using networks = new AsyncDisposableStack();
      const network = networks.use(startProxy(server.databaseUrl ?? ""));
      const target = { ...server, databaseUrl: network.url };
      const broken = new AbortController();
      const onWait = () => broken.abort(new TransferError("Broken off"));
      const watch = { ...unwatched, onWait, signal: broken.signal };
      const moving = move(source, target, source.tokenSecret, watch);
      moving.catch(() => {});
      await until(async () => (await sqlOn(server, IS_COMMITTING)).length > 0, "it commits");
      network.cut();
      if (isBack) {
        network.mend();
        await moving;
      } else {
        await networks.disposeAsync();
        const message = /may hold the games: .*; until then the games in .* are not served$/;
        await assert.rejects(moving, { name: "TransferError", message });
        const again = move(source, server, source.tokenSecret, unwatched);
        await assert.rejects(again, /holds games already/);
      }
      await assert.rejects(serve(source, () => Promise.resolve()), /moved to another database/);
      const games = (await recordsIn(server)).map(({ game }) => game.id);
      assert.deepEqual(games, [game.id]);
    }
  },
);
