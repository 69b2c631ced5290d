import assert from "node:assert/strict";
import { MAIL_FAULTS, mailThrough } from "./mails.ts";
import { THIS } from "./release.ts";
import { sample } from "../support/sample.ts";

/** How long a request waits for the mails that it causes, plus an allowance for a busy machine, in ms. */
const PATIENCE = 10_000 + 2000;

for (const [index, fault] of sample(MAIL_FAULTS).entries()) {
  const database = index % 2 === 0 ? "SQLite" : "Postgres";
  Deno.test({
    name: `a mail server that ${fault}: every mail goes out, once (${database})`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const result = await mailThrough(fault, { database, size: 30, seconds: 1 }, THIS);
      assert.deepEqual([result.missing, result.twice], [0, 0]);
      assert(result.answer < PATIENCE, `the answer took ${result.answer} ms`);
    },
  });
}
