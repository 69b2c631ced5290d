import assert from "node:assert/strict";
import { DatabaseBusy } from "../store/store.ts";
import { ChangedMeanwhile, untilStored } from "./until_stored.ts";

Deno.test("untilStored() repeats an attempt until it has a result, and gives up after ten", async () => {
  assert.equal(
    await untilStored((number) => Promise.resolve(number < 9 ? null : `${number}`)),
    "9",
  );
  let attempts = 0;
  await assert.rejects(() => untilStored(() => Promise.resolve((attempts++, null))), DatabaseBusy);
  assert.equal(attempts, 10);
  const changed = async (number: number) => {
    if (number === 0) throw new ChangedMeanwhile();
    return await Promise.resolve(number);
  };
  assert.equal(await untilStored(changed), 1);
  await assert.rejects(() => untilStored(() => Promise.reject(new Error("broken"))), /broken/);
});
