import assert from "node:assert/strict";
import postgres from "postgres";
import { callEveryVerb } from "@/tests/support/every_verb.ts";
import { makeMigratedDatabase } from "@/tests/support/postgres.ts";
import {
  type Access,
  accessesOf,
  type GameTables,
  NO_QUERY,
  oneLine,
  readGameTables,
  recordStatements,
} from "@/tests/support/shard_key.ts";
import { deviceStore } from "../sql/devices.ts";
import type { Dialect, SqlDatabase } from "../sql/dialect.ts";
import { listStatements } from "../sql/game_lists.ts";
import { instanceVerbs } from "../sql/instance.ts";
import { limitVerbs } from "../sql/limits.ts";
import { mailStatements } from "../sql/mails.ts";
import { messageVerbs } from "../sql/messages.ts";
import { photoStore } from "../sql/photos.ts";
import { requestVerbs } from "../sql/requests.ts";
import { erasing, sideChanges, viewing } from "../sql/side_changes.ts";
import { wishStore } from "../sql/wishes.ts";
import { POSTGRES } from "./dialect.ts";
import { openPostgresStore } from "./store.ts";

/** An access across games that is allowed for a reason. */
interface Exception {
  why: string;
  isOf(access: Access): boolean;
}

const scans = (table: string, condition: RegExp) => (access: Access) =>
  access.table === table && access.operation === "scan" && condition.test(access.condition);

/** All accesses across games: a database over several servers would have to ask every server for them. */
const EXCEPTIONS: readonly Exception[] = [
  {
    why: "a look-up by code: people have six digits, not an id",
    isOf: scans("games", /\bcode (?:>=|=) \$1/),
  },
  {
    why: "creations of one moment share a commit, each with an id of its own",
    isOf: ({ text }) => text.startsWith("with proposed as "),
  },
  {
    why: "reads of one moment share a statement, each by a code of its own",
    // Older servers refer to the requested code by a number after those of the parameters.
    isOf: (access) =>
      access.text.startsWith("select asked.place") &&
      scans("games", /\bcode (?:>=|=) (?:asked\.code|\$\d+)/)(access),
  },
  {
    why: "codes are counted, now and then, to know when six digits do not do any more",
    isOf: scans("games", /length\(\w+\.code\) = 6/),
  },
  {
    why: "the daily work: games that are past their date, that are near, that are old",
    isOf: (access) =>
      scans("games", /\b(?:date|archived_at)\b/)(access) &&
      /limit \$\d(::text::integer)?$/.test(access.text),
  },
  {
    why: "the schedule: rounds whose time to be drawn has come, by an index of those that gather",
    isOf: scans("games", /\bdraw_at\b/),
  },
  {
    why: "the daily work: games whose parcels are to be sent, by an index of those",
    isOf: scans("games", /\bsend_by\b/),
  },
  {
    why: "the daily work: addresses that are left where none should be, by an index of addresses",
    isOf: ({ text }) => text.includes("postal_address is not null"),
  },
  {
    why: "who has lost their links has an address, and neither code nor id",
    isOf: ({ text }) => text.includes("lower(organizer_email)"),
  },
  {
    why: "the daily work: photos that are on no list any more, by an index of those",
    isOf: scans("photos", /\bsince < /),
  },
  {
    why: "the room for photos is the instance's, counted by an index of their sizes",
    isOf: ({ text }) => text === "select coalesce(sum(size), 0)::float8 as bytes from photos",
  },
  {
    why: "what an operator watches, counted over all games",
    isOf: ({ operation, text }) => operation === "scan" && text.includes('"activeGames"'),
  },
  {
    why: "the outbox: who sends takes what is due, of whatever games, and keeps or gives it back",
    isOf: ({ table, text }) => table === "outbox" && /skip locked/.test(text),
  },
  {
    why: "the outbox: when the next mail is due, of all",
    isOf: ({ table, text }) => table === "outbox" && text.includes("greatest(due_at, lease_until)"),
  },
  {
    why: "the outbox: whose mails wait for the operator, by an index of those few",
    isOf: ({ table, text }) =>
      table === "games" && text.includes("where mail_paused_at is not null"),
  },
  {
    why: "a mail that comes back says its own id alone; from then on its game is known",
    isOf: ({ table, text }) => table === "outbox" && text.startsWith('select game_id as "gameId"'),
  },
  {
    why: "a request is known again by its key before anybody knows its game",
    isOf: ({ table }) => table === "idempotency_records",
  },
];

/** Files whose statements concern a database or a connection as a whole: no request waits for them. */
const ABOUT_ALL = [
  "connection.ts",
  "desk.ts",
  "inspect.ts",
  "migrate.ts",
  "migrations.ts",
  "pglite.ts",
  "transfer.ts",
];

Deno.test({
  name: "every statement stays within one game by its id, except the listed ones",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeMigratedDatabase();
    const store = await openPostgresStore(url);
    const called = new Set<string>();
    const sent = await recordStatements(() =>
      callEveryVerb({ ...noting(store, called), limits: noting(store.limits, called) })
    );
    const verbs = [...verbsOf(store), ...verbsOf(store.limits)].map(([name]) => name);
    assert.deepEqual(verbs.filter((name) => !called.has(name)), [], "verbs that were not called");
    const db = postgres(url, { max: 1, onnotice: () => {} });
    try {
      const tables = await readGameTables(db);
      assert(tables.size >= 8, "the tables of a game have a column game_id");
      await assertKeyed(db, tables, [...sent].filter((text) => !NO_QUERY.test(text)));
    } finally {
      await db.end();
    }
    await assertAllSent([...sent]);
  },
});

async function assertKeyed(db: postgres.Sql, tables: GameTables, texts: readonly string[]) {
  const used = new Set<Exception>();
  const crossing: string[] = [];
  let count = 0;
  for (const text of texts) {
    for (const access of await accessesOf(db, tables, text)) {
      count++;
      if (access.isKeyed) continue;
      const exception = EXCEPTIONS.find(({ isOf }) => isOf(access));
      if (exception) used.add(exception);
      else {crossing.push(
          `${access.operation} of ${access.table} by "${access.condition}" in: ${text}`,
        );}
    }
  }
  assert.deepEqual(crossing, []);
  assert.deepEqual(EXCEPTIONS.filter((one) => !used.has(one)).map(({ why }) => why), []);
  console.log(`${texts.length} statements reach for a game's tables ${count} times`);
}

function verbsOf(store: object): [string, (...args: unknown[]) => unknown][] {
  return Object.entries(store).filter(([, value]) => typeof value === "function");
}

/** A store that records which of its methods are called. */
function noting<T extends object>(store: T, called: Set<string>): T {
  const verbs = verbsOf(store).map(([name, verb]) => [name, (...args: unknown[]) => {
    called.add(name);
    return verb.apply(store, args);
  }]);
  return { ...store, ...Object.fromEntries(verbs) };
}

/** The statements that SQLite shares, in their form for Postgres; operators' lists are about all games. */
function sharedStatements(): string[] {
  const made: string[] = [];
  const dialect: Dialect = {
    ...POSTGRES,
    texts(texts) {
      made.push(...Object.values<string>(texts));
      return texts;
    },
  };
  const db: SqlDatabase = Object.create(null);
  for (const make of [mailStatements, listStatements, sideChanges, erasing, viewing]) make(dialect);
  for (
    const make of [
      ...[deviceStore, wishStore, photoStore, messageVerbs],
      ...[requestVerbs, limitVerbs, instanceVerbs],
    ]
  ) make(db, dialect);
  return made;
}

/** Expects that every statement was sent, and so checked: of those in the sources, by their beginnings. */
async function assertAllSent(sent: readonly string[]): Promise<void> {
  const shared = sharedStatements().map(oneLine);
  assert(shared.length > 60, `${shared.length} statements are shared`);
  const unseen = shared.filter((text) => !sent.includes(text));
  let count = 0;
  for (const { name } of Deno.readDirSync(`${import.meta.dirname}`)) {
    if (/_test(?:ing)?\.ts$/.test(name) || ABOUT_ALL.includes(name)) continue;
    const text = await Deno.readTextFile(`${import.meta.dirname}/${name}`);
    const source = text.replaceAll(/^ *\/?\*.*$/gm, "");
    const starts = source.matchAll(
      /[`"]\s*((?:select|insert into|update|delete from|with)\s(?:[^`"$]|\$(?!\{))*)/g,
    );
    for (const [, start = ""] of starts) {
      count++;
      const words = oneLine(start);
      if (!sent.some((text) => text.includes(words))) unseen.push(`${name}: ${words}`);
    }
  }
  assert.deepEqual(unseen, [], "call them in tests/support/every_verb.ts");
  assert(count > 30, `${count} statements are in the sources`);
}
