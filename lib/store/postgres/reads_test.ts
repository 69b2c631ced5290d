import assert from "node:assert/strict";
import postgres from "postgres";
import { makeMigratedDatabase } from "@/tests/support/postgres.ts";
import { fillGames } from "@/tests/support/postgres_games.ts";
import { listStatements } from "../sql/game_lists.ts";
import { mailStatements } from "../sql/mails.ts";
import { POSTGRES } from "./dialect.ts";
import { WAITING_BY_ID } from "./outbox.ts";
import {
  COUNT_SIX_DIGIT_CODES,
  FIND_ADDRESS,
  READ_ACTIVE,
  READ_BY_CODE,
  READ_BY_CODES,
  READ_BY_ID,
  READ_WITH_EMAILS,
} from "./reads.ts";
import { amount } from "@/tests/support/sample.ts";

const LISTS = listStatements(POSTGRES);
const FINISH = mailStatements(POSTGRES).finish;
const NO_ID = "00000000-0000-0000-0000-000000000000";

/** The parameters of `READ_BY_CODES` if none of the games is known. */
function askedFor(...codes: string[]): string {
  return JSON.stringify(codes.map((code, place) => ({ place, code })));
}

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
}

/** Numbers of games: of the next days, and of each of the two kinds of old ones. */
const ACTIVE = amount(5_000, 25_000);
const OLD = amount(1_000, 5_000);

Deno.test({
  name: `each read finds its games by an index among ${ACTIVE + OLD}, and touches no other`,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeMigratedDatabase();
    await fillGames(url, ACTIVE);
    await fillGames(url, OLD, { firstCode: 200_000, date: "2020-01-01" });
    await fillGames(url, OLD, { firstCode: 300_000, archivedAt: "2025-01-01T00:00:00Z" });
    const db = postgres(url, { max: 1 });
    try {
      // The plan after some executions: one for all parameters.
      await db.unsafe("set plan_cache_mode = force_generic_plan");
      const [game] = await db<{ id: string }[]>`select id from games where code = '101234'`;
      assert(game);
      const reads: [string, string, (string | number | null)[], number][] = [
        ["the active game of a code", READ_BY_CODE, ["101234", null], 1],
        ["the archived game of a code", READ_BY_CODE, ["300567", null], 1],
        ["a code that nobody has", READ_BY_CODE, ["999999", null], 0],
        ["games of several codes", READ_BY_CODES, [askedFor("101234", "999999", "300567")], 2],
        ["a game with its mails", READ_WITH_EMAILS, ["101234", null], 1],
        ["the active game", READ_ACTIVE, ["101234"], 1],
        ["a game by its id", READ_BY_ID, [game.id], 1],
        ["what has expired", LISTS.listExpiredGames, ["-infinity", NO_ID, "2020-01-01", 200], 200],
        ["the next page", LISTS.listExpiredGames, [
          "2020-01-01",
          `1${game.id.slice(1)}`,
          "2020-01-01",
          200,
        ], 200],
        [
          "what is near",
          LISTS.listGamesWithoutNearMail,
          ["2020-01-01", NO_ID, "2020-01-02", 200],
          200,
        ],
      ];
      for (const [what, text, params, rows] of reads) {
        const nodes = await explained(db, text, params);
        assert.equal(nodes[0]?.["Actual Rows"], rows, what);
        for (const node of nodes) {
          const relation = node["Relation Name"];
          if (!["games", "participants", "assignments"].includes(relation ?? "")) continue;
          assert.doesNotMatch(
            node["Node Type"],
            /Seq/,
            `${what}: ${node["Node Type"]} of ${relation}`,
          );
          const touched = touchedBy(node);
          // A game has three people; of long lists only the games are read.
          const most = rows < 10 ? 3 * Math.max(rows, 1) : rows;
          assert(touched <= most, `${what} touches ${touched} of ${relation}`);
        }
      }
      const [count] = await db.unsafe<{ count: number }[]>(COUNT_SIX_DIGIT_CODES);
      assert.equal(count?.count, ACTIVE + OLD);
    } finally {
      await db.end();
    }
  },
});

Deno.test({
  name: "a mail is finished without a look at the other waiting mails of its game",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeMigratedDatabase();
    await fillGames(url, 3_000);
    const db = postgres(url, { max: 1 });
    try {
      // Most mails are sent, few wait, and most of those belong to one game.
      await db.unsafe(`
        insert into outbox (game_id, recipient, kind, topic, payload, status)
        select id, number, 'assignment', '', '{}', case when code = '100000' then 'queued' else 'sent' end
        from games, generate_series(1, 28) number`);
      await db.unsafe("vacuum analyze outbox");
      await db.unsafe(`
        insert into outbox (game_id, recipient, kind, topic, payload)
        select id, number, 'reminder', '', '{}' from games, generate_series(1, 500) number
        where code = '100001'`);
      await db.unsafe("set plan_cache_mode = force_generic_plan; set enable_seqscan = off")
        .simple();
      const [mail] = await db<{ game_id: string; id: string }[]>`
        select game_id, id::text from outbox where kind = 'reminder' order by id desc limit 1`;
      assert(mail);
      const nodes = await explained(db, FINISH, [mail.game_id, mail.id, 1]);
      const removed = nodes.map((node) => node["Rows Removed by Filter"] ?? 0);
      assert.deepEqual(removed.filter((count) => count > 0), []);
    } finally {
      await db.end();
    }
  },
});

Deno.test({
  name:
    "a change looks at the mails of its game alone, however many have come to wait since the last statistics",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeMigratedDatabase();
    await fillGames(url, 3_000);
    const db = postgres(url, { max: 1 });
    const addMails = (count: number, kind: string, status: string) =>
      db`insert into outbox (game_id, recipient, kind, topic, payload, status)
        select id, number, ${kind}, '', '{}', ${status}
        from games, generate_series(1, ${count}::integer) number`;
    try {
      await db.unsafe("alter table outbox set (autovacuum_enabled = false)");
      await addMails(3, "assignment", "sent");
      await db.unsafe("vacuum analyze outbox");
      await addMails(8, "reminder", "queued");
      await db.unsafe("set plan_cache_mode = force_generic_plan; set enable_seqscan = off")
        .simple();
      const [game] = await db<{ id: string }[]>`select id from games where code = '101234'`;
      assert(game);
      const nodes = await explained(db, WAITING_BY_ID, [game.id]);
      const touched = nodes.filter((node) => node["Relation Name"] === "outbox").map(touchedBy);
      assert.deepEqual(touched, [11], "3 that were sent, 8 that wait");
    } finally {
      await db.end();
    }
  },
});

Deno.test({
  name: "lost links are found by the indexes of addresses, and only their games are looked at",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeMigratedDatabase();
    await fillGames(url, 3_000);
    const db = postgres(url, { max: 1 });
    try {
      await db`update games set organizer_email = 'O' || code || '@example.org'`;
      await db`
        update participants p set email = 'P' || (g.code::integer / 2) || '@example.org'
        from games g where g.id = p.game_id and p.number = 1`;
      await db.unsafe("vacuum analyze games, participants");
      await db.unsafe("set plan_cache_mode = force_generic_plan; set enable_seqscan = off")
        .simple();
      const spellings = ["o100100@example.org", "p50300@example.org", "nobody@example.org"];
      const nodes = await explained(db, FIND_ADDRESS, [JSON.stringify(spellings), "10", "5"]);
      assert.equal(nodes[0]?.["Actual Rows"], 3, "an organizer and two of one address");
      const touched = nodes.filter((node) => node["Relation Name"]).map(touchedBy);
      assert(touched.length === 3 && Math.max(...touched) <= 3, `${touched} rows were looked at`);
    } finally {
      await db.end();
    }
  },
});

/** How many rows of its table a step of a plan has looked at. */
function touchedBy(node: Node): number {
  const rows = node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0);
  return Math.round(rows * node["Actual Loops"]);
}

/** Runs a statement, and returns all steps of its plan. */
async function explained(
  db: postgres.Sql,
  text: string,
  params: (string | number | null)[],
): Promise<Node[]> {
  const [answer] = await db.unsafe<{ "QUERY PLAN": { Plan: Node }[] }[]>(
    `explain (analyze, format json) ${text}`,
    params,
    { prepare: true },
  );
  const plan = answer?.["QUERY PLAN"][0]?.Plan;
  assert(plan);
  return nodesOf(plan);
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
