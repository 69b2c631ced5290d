import assert from "node:assert/strict";
import { SetClock } from "@/tests/support/clock.ts";
import { inDays } from "@/tests/support/games.ts";
import { captureLogs } from "@/tests/support/logs.ts";
import { makeStored, operationTest, reread } from "@/tests/support/operations.ts";
import { cleanUp, doDailyWork } from "./daily_work.ts";
import { drawDue } from "./draw_due.ts";
import { earlierNow } from "./earlier_now.ts";

const HOUR = 3_600_000;

Deno.test("earlierNow() uses the earlier clock, and warns if the two differ by over a minute", async () => {
  const ahead = async (ms: number) => {
    const readClock = () => Promise.resolve(new Date(Date.now() + ms).toISOString());
    const before = Date.now();
    return Math.round(((await earlierNow({ readClock })).getTime() - before) / 1000);
  };
  using logs = captureLogs();
  assert.deepEqual([await ahead(30_000), await ahead(-30_000)], [0, -30]);
  assert.deepEqual(logs.lines, []);
  assert.deepEqual([await ahead(HOUR), await ahead(-HOUR)], [0, -3600]);
  assert.deepEqual(logs.lines.map((line) => JSON.parse(line).seconds), [-3600, 3600]);
});

operationTest(
  "automatic work does not rely on this machine's clock if that is fast",
  async (services) => {
    const due = await makeStored(services, {
      draw: "later",
      drawAt: new Date(Date.now() + HOUR).toISOString(),
    });
    const past = await makeStored(services, { date: inDays(1) });
    using clock = new SetClock();
    const readClock = () => Promise.resolve(new Date(Date.now() - 240 * HOUR).toISOString());
    const store = Object.assign(Object.create(services.store), { readClock });
    const others = { ...services, store };
    clock.move(240);
    using logs = captureLogs();
    assert.equal((await drawDue(others)).drawn, 0);
    assert.equal((await cleanUp(others)).totalFound, 0);
    await doDailyWork(others);
    assert.equal((await reread(services, due)).isGathering, true);
    assert.equal((await reread(services, past)).archivedAt, null);
    assert.match(logs.lines.join(), /clocks differ.*"seconds":864000/);
    // SQLite has the clock of this machine.
    await doDailyWork(services);
    assert.notEqual((await reread(services, past)).archivedAt, null);
  },
);
