import assert from "node:assert/strict";
import { DATABASES, fuzzOn } from "./fuzz/targets.ts";
import { amount } from "./support/sample.ts";

/** A sample of the requests of `deno task fuzz`. */
const REQUESTS = amount(100, 400);

for (const database of DATABASES) {
  Deno.test({
    name: `${REQUESTS} generated requests show no defect (${database})`,
    // The drivers keep timers and sockets until they are closed.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const { defects, statuses, secrets } = await fuzzOn(database, {
        requests: REQUESTS,
        seed: 20_261_224,
        concurrency: 1,
      });
      assert.deepEqual(defects, []);
      assert(
        (statuses[200] ?? 0) > REQUESTS / 10,
        `hardly anything was done: ${JSON.stringify(statuses)}`,
      );
      assert(secrets > REQUESTS / 10);
    },
  });
}
