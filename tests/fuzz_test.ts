import assert from "node:assert/strict";
import { DATABASES, fuzzOn } from "./fuzz/targets.ts";

for (const database of DATABASES) {
  Deno.test({
    name: `2,000 generated requests show no defect (${database})`,
    // The drivers keep timers and sockets of their own until they are closed.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const { defects, statuses, secrets } = await fuzzOn(database, {
        requests: 2_000,
        seed: 20_261_224,
        concurrency: 1,
      });
      assert.deepEqual(defects, []);
      assert((statuses[200] ?? 0) > 200, `hardly anything was done: ${JSON.stringify(statuses)}`);
      assert(secrets > 200);
    },
  });
}
