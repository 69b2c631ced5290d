import assert from "node:assert/strict";
import postgres from "postgres";
import { makeDatabase } from "@/tests/support/postgres.ts";
import { fillGames } from "@/tests/support/postgres_games.ts";
import { FINISH } from "./mails.ts";
import { migrate } from "./migrate.ts";
import {
  COUNT_SIX_DIGIT_CODES,
  EXPIRED,
  READ_ACTIVE,
  READ_BY_CODE,
  READ_BY_CODES,
  READ_BY_ID,
  READ_WITH_EMAILS,
  WITHOUT_NEAR_MAIL,
} from "./reads.ts";

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
}

Deno.test({
  name: "each read finds its games by an index among 30,000, and touches no other",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeDatabase();
    await migrate(url);
    await fillGames(url, 25_000);
    await fillGames(url, 5_000, { firstCode: 200_000, date: "2020-01-01" });
    await fillGames(url, 5_000, { firstCode: 300_000, archivedAt: "2025-01-01T00:00:00Z" });
    const db = postgres(url, { max: 1 });
    try {
      // As it is after some executions: planned once for all parameters.
      await db.unsafe("set plan_cache_mode = force_generic_plan");
      const [game] = await db<{ id: string }[]>`select id from games where code = '123456'`;
      assert(game);
      const reads: [string, string, (string | number | null)[], number][] = [
        ["the active game of a code", READ_BY_CODE, ["123456"], 1],
        ["the archived game of a code", READ_BY_CODE, ["304567"], 1],
        ["a code that nobody has", READ_BY_CODE, ["999999"], 0],
        ["games of several codes", READ_BY_CODES, ['["123456","999999","304567"]'], 2],
        ["a game with its mails", READ_WITH_EMAILS, ["123456"], 1],
        ["the active game", READ_ACTIVE, ["123456"], 1],
        ["a game by its id", READ_BY_ID, [game.id], 1],
        ["what has expired", EXPIRED, [null, null, "2020-01-01", 200], 200],
        ["the next page", EXPIRED, ["2020-01-01", `1${game.id.slice(1)}`, "2020-01-01", 200], 200],
        ["what is near", WITHOUT_NEAR_MAIL, [null, null, "2020-01-01", "2020-01-02", 200], 200],
      ];
      for (const [what, text, params, rows] of reads) {
        const [answer] = await db.unsafe<{ "QUERY PLAN": { Plan: Node }[] }[]>(
          `explain (analyze, format json) ${text}`,
          params,
          { prepare: true },
        );
        const plan = answer?.["QUERY PLAN"][0]?.Plan;
        assert(plan);
        assert.equal(plan["Actual Rows"], rows, what);
        for (const node of nodesOf(plan)) {
          const relation = node["Relation Name"];
          if (!["games", "participants", "assignments"].includes(relation ?? "")) continue;
          assert.doesNotMatch(
            node["Node Type"],
            /Seq/,
            `${what}: ${node["Node Type"]} of ${relation}`,
          );
          const touched = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) *
            node["Actual Loops"];
          // A game has three people; of long lists only the games are read.
          const most = rows < 10 ? 3 * Math.max(rows, 1) : rows;
          assert(touched <= most, `${what} touches ${touched} of ${relation}`);
        }
      }
      const [count] = await db.unsafe<{ count: number }[]>(COUNT_SIX_DIGIT_CODES);
      assert.equal(count?.count, 30_000);
    } finally {
      await db.end();
    }
  },
});

Deno.test({
  name: "a mail is finished without a look at the others of its game that wait",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeDatabase();
    await migrate(url);
    await fillGames(url, 3_000);
    const db = postgres(url, { max: 1 });
    try {
      // Most mails are sent, few wait, and of those most are of one game.
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
      const [answer] = await db.unsafe<{ "QUERY PLAN": { Plan: Node }[] }[]>(
        `explain (analyze, format json) ${FINISH}`,
        [mail.game_id, mail.id, 1],
        { prepare: true },
      );
      const plan = answer?.["QUERY PLAN"][0]?.Plan;
      assert(plan);
      const removed = nodesOf(plan).map((node) => node["Rows Removed by Filter"] ?? 0);
      assert.deepEqual(removed.filter((count) => count > 0), []);
    } finally {
      await db.end();
    }
  },
});

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
