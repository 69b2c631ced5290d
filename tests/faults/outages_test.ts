import assert from "node:assert/strict";
import { DATABASES } from "../bench/servers.ts";
import { contend, CONTENTIONS } from "./contention.ts";
import { shareWork } from "./instances.ts";
import { countOf, longest } from "./load.ts";
import { missDailyWork } from "./missed_work.ts";
import { goThrough, OUTAGES } from "./outages.ts";
import { THIS } from "./release.ts";
import { RUNS_PROOFS, sample } from "../support/sample.ts";

/** Maximum duration of one store verb, plus an allowance for a busy machine, in ms. */
const PATIENCE = 10_000 + 2000;
/** Limit for what counts as immediate, in ms. */
const AT_ONCE = 2000;
/** How long clients rest in tests that need many answers in a row, not many at once, in ms. */
const REST = 100;

function faultTest(name: string, fn: () => Promise<void>, ignore = false): void {
  // The Postgres driver keeps timers and sockets until it is closed.
  Deno.test({ name, ignore, sanitizeOps: false, sanitizeResources: false, fn });
}

faultTest(
  "Postgres killed, stopped or frozen: all requests are answered, and nothing is lost",
  async () => {
    const results = await goThrough(sample(OUTAGES).map((name) => [name, 1]), THIS, REST);
    for (const [index, result] of results.entries()) {
      const name = OUTAGES[index];
      assert.deepEqual(result.missing, []);
      assert.equal(result.failed, 0, `${name}: an answer that nobody should get, or none`);
      assert(result.longest < PATIENCE, `${name}: one took ${result.longest} ms`);
      assert(result.longestPage < AT_ONCE, `${name}: a page took ${result.longestPage} ms`);
      assert(result.firstGood < AT_ONCE, `${name}: back after ${result.firstGood} ms`);
      assert(result.lastRefusal < AT_ONCE, `${name}: refused for ${result.lastRefusal} ms`);
    }
  },
);

faultTest("connections cut and rows locked: all get answers, and nothing is lost", async () => {
  const results = await contend(sample(CONTENTIONS).map((name) => [name, 1]), THIS, REST);
  for (const [index, { others, held, failed, missing }] of results.entries()) {
    const name = CONTENTIONS[index];
    assert.deepEqual(missing, []);
    assert.equal(failed, 0, `${name}: an answer that nobody should get, or none`);
    assert(longest([...others, ...held]) < PATIENCE, name);
    if (name === "one game locked") {
      assert(longest(others) < AT_ONCE, `another game took ${longest(others)} ms`);
      assert.equal(countOf(others, 503), 0);
    }
  }
});

for (const database of sample(DATABASES)) {
  faultTest(`a start makes up for missed daily work (${database})`, async () => {
    for (const [what, time] of Object.entries(await missDailyWork(database, THIS))) {
      assert(time !== null, what);
    }
  });
}

faultTest("three instances do the same work at once, and it is done once", async () => {
  const result = await shareWork(3, THIS, { games: 5, mails: 20, joining: 5 });
  assert.equal(result.archived, result.expired);
  assert.deepEqual([result.reminded, result.remindedTwice], [result.near, 0]);
  assert.deepEqual([result.sent, result.sentTwice], [result.mails, 0]);
  assert.deepEqual([result.joined, result.present], [15, 15]);
  assert.deepEqual([result.namesakes, result.gamesOfForm], [1, 1]);
  assert.deepEqual(result.broken, []);
}, !RUNS_PROOFS);
