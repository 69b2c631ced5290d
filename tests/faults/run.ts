/**
 * `deno task faults [names]`: breaks the service's dependencies, at length, and writes the results to
 * `tests/faults/RESULTS.md`. `--before DIR` also tests an earlier release that is checked out there. Exits with 1 if
 * something was lost.
 */
import { parseArgs } from "node:util";
import { type Part, writeResults } from "../bench/results.ts";
import { startPostgres } from "../support/postgres.ts";
import { measureContention } from "./contention.ts";
import { measureDisks } from "./disk.ts";
import { measureEndings } from "./endings.ts";
import { measureInstances } from "./instances.ts";
import { measureKills } from "./kills.ts";
import { measureMails } from "./mails.ts";
import { measureMissedWork } from "./missed_work.ts";
import { measureOutages } from "./outages.ts";
import { measureRounds } from "./rounds.ts";
import { type Release, THIS } from "./release.ts";

const { values: { before }, positionals } = parseArgs({
  args: Deno.args,
  options: { before: { type: "string" } },
  allowPositionals: true,
});
const releases: Release[] = [
  ...before === undefined ? [] : [{ name: "before" as const, cwd: before }],
  THIS,
];

const PARTS: Readonly<Record<string, () => Promise<Part>>> = {
  kills: () => measureKills(releases),
  outages: () => measureOutages(releases),
  contention: () => measureContention(releases),
  endings: () => measureEndings(releases),
  mails: () => measureMails(releases),
  disks: measureDisks,
  missed: () => measureMissedWork(releases),
  instances: measureInstances,
  rounds: measureRounds,
};

const RESULTS = { url: new URL("RESULTS.md", import.meta.url), task: "faults" };

const server = await startPostgres();
Deno.env.set("TEST_DATABASE_URL", server.url);
let isGood = true;
for (const [name, measure] of Object.entries(PARTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const part = await measure();
  await writeResults(name, part, RESULTS);
  isGood &&= areGood(part);
}
await server.stop();
Deno.exit(isGood ? 0 : 1);

/** True if this release has 0 in every column that must be 0. */
function areGood({ rows: [head = [], ...rows] }: Part): boolean {
  const mustBeZero = head.map((title) => /lost|twice|missing|reset|no answer/.test(title));
  return rows.filter((row) => !row.includes("before"))
    .every((row) => row.every((value, index) => !mustBeZero[index] || value === "0"));
}
