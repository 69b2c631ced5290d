/**
 * Measures the service and writes one table to `tests/bench/RESULTS.md`: requests a second compared with a floor
 * server, the same with 800,000 active games, each verb of the store and a backup with as many on Postgres, the
 * archival and the erasure of 100,000, requests through PgBouncer, the draw, memory and start-up, what a game
 * costs and what a December of many would, the most expensive requests, and pages on a slow phone. Parts can be
 * named: `deno task bench requests scale verbs transfer photos cleanup erasure pooler draw growth process worst whispers
 * wishes phone`; `--before DIR` also measures an earlier release that is checked out there, in the same rounds.
 */
import { parseArgs } from "node:util";
import { startDebianPostgres } from "../support/debian_postgres.ts";
import { startPostgres } from "../support/postgres.ts";
import { benchCleanup } from "./cleanup.ts";
import { benchCrowd } from "./crowd.ts";
import { benchDraw } from "./draw.ts";
import { benchErasure } from "./erasure.ts";
import { benchGrowth } from "./growth.ts";
import { benchPhone } from "./phone.ts";
import { benchPhotos } from "./photos.ts";
import { benchPooler } from "./pooler.ts";
import { benchProcess } from "./process.ts";
import { benchRequests } from "./requests.ts";
import { benchRolling } from "./rolling.ts";
import { benchScale } from "./scale.ts";
import { writeResults } from "./results.ts";
import { benchTransfer } from "./transfer.ts";
import { benchVerbs } from "./verbs.ts";
import { benchWhispers } from "./whispers.ts";
import { benchWishes } from "./wishes.ts";
import { benchWorst } from "./worst.ts";

const { values: { before, only }, positionals } = parseArgs({
  args: Deno.args,
  options: { before: { type: "string" }, only: { type: "string" } },
  allowPositionals: true,
});

const PARTS = {
  requests: () => benchRequests(before),
  scale: benchScale,
  verbs: benchVerbs,
  transfer: benchTransfer,
  photos: benchPhotos,
  cleanup: benchCleanup,
  erasure: benchErasure,
  pooler: benchPooler,
  draw: benchDraw,
  growth: benchGrowth,
  process: () => benchProcess(before),
  worst: () => benchWorst(before),
  crowd: () => benchCrowd(before, new RegExp(only ?? "")),
  whispers: benchWhispers,
  wishes: benchWishes,
  phone: benchPhone,
  ...(before === undefined ? {} : { rolling: () => benchRolling(before) }),
};

/** Parts that need no Postgres. */
const SQLITE_ALONE = ["draw", "worst", "crowd", "phone"];
const needsServer = positionals.length === 0 ||
  positionals.some((name) => !SQLITE_ALONE.includes(name));
const server = needsServer
  ? await startDebianPostgres(["shared_buffers=2GB"]) ?? await startPostgres()
  : null;
if (server) Deno.env.set("TEST_DATABASE_URL", server.url);
for (const [name, measure] of Object.entries(PARTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  await writeResults(name, await measure());
}
await server?.stop();
Deno.exit(0);
