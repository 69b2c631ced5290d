import assert from "node:assert/strict";
import { captureLogs } from "@/tests/support/logs.ts";
import { until } from "@/tests/support/until.ts";
import { collectMetrics } from "../monitoring/metrics.ts";
import { measureStore } from "./measure_store.ts";

const STATISTICS = { activeGames: 4, waitingMails: 5, oldestMailAge: 6 };

Deno.test("measureStore() measures games, mails and connections repeatedly until it is stopped", async () => {
  using logs = captureLogs();
  const metrics = collectMetrics();
  let count = 0;
  const store = {
    countConnections: () => ({ used: 1, idle: 2, waiting: 3 }),
    readStatistics: () =>
      ++count === 2 ? Promise.reject(new Error("down")) : Promise.resolve(STATISTICS),
  };
  const stop = measureStore(store, 1);
  await until(() => count >= 3, "it goes on after a failure");
  stop();
  const stopped = count;
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(count, stopped);
  assert.equal(logs.lines.filter((line) => line.includes("statistics not read")).length, 1);
  const values = [
    ...metrics.write().matchAll(
      /^gift_exchange_(?:games_active|mails_waiting|mails_oldest_age_seconds) (\d)$/gm,
    ),
  ];
  assert.deepEqual(values.map(([, value]) => value).toSorted(), ["4", "5", "6"]);
  const connections = metrics.write().match(/^db_client_connection.* \d$/gm);
  assert.deepEqual(connections?.toSorted(), [
    "db_client_connection_pending_requests 3",
    'db_client_connection{state="idle"} 2',
    'db_client_connection{state="used"} 1',
  ]);
  const none = measureStore({ readStatistics: () => assert.fail("telemetry is off") }, null);
  none();
});
