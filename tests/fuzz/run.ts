/**
 * `deno task fuzz [requests] [seed]`: sends generated requests for all routes and forms, with valid, invalid and
 * foreign credentials, several at a time, to the service on each database. Exits with 1 if one shows a defect. The same
 * seed draws the same requests, if answers arrive in the same order.
 */
import { startPostgres } from "../support/postgres.ts";
import { DATABASES, fuzzOn, growth } from "./targets.ts";

const requests = Number(Deno.args[0] ?? 100_000);
const seed = Number(Deno.args[1] ?? Date.now() % 1_000_000);
if (!Number.isSafeInteger(requests) || !Number.isSafeInteger(seed) || requests < 1) {
  console.error("deno task fuzz [requests] [seed]: two whole numbers");
  Deno.exit(2);
}
const server = await startPostgres();
Deno.env.set("TEST_DATABASE_URL", server.url);
let defects = 0;
for (const database of DATABASES) {
  const report = await fuzzOn(database, { requests, seed, concurrency: 24 });
  const { statuses, memory, slowest, seconds, secrets } = report;
  defects += report.defects.length;
  console.log(`\n${database}: ${requests} requests in ${seconds.toFixed(0)} s, seed ${seed}`);
  console.log(`  answers: ${Object.entries(statuses).map((pair) => pair.join(": ")).join(", ")}`);
  console.log(`  secrets watched over: ${secrets}`);
  console.log(`  memory, MB: ${memory.map((one) => one.toFixed(0)).join(" ")}`);
  console.log(`  growth in the second half: ${growth(report, requests).toFixed(1)} MB per 10,000`);
  console.log(`  slowest: ${slowest.time.toFixed(0)} ms, ${slowest.request.slice(0, 300)}`);
  console.log(`  defects: ${report.defects.length}`);
  for (const defect of report.defects.slice(0, 20)) console.log(`    ${defect}`);
}
await server.stop();
Deno.exit(defects > 0 ? 1 : 0);
