import assert from "node:assert/strict";
import { chargeCreation } from "./charge_creation.ts";

Deno.test("chargeCreation() charges the cost, and takes a place for 300 people or more", async () => {
  const seen: (number | "place")[] = [];
  const state = {
    chargeCost: (price: number) => void seen.push(price),
    takePlace: () => {
      seen.push("place");
      return Promise.resolve();
    },
  };
  for (const count of [3, 299, 300, 1_000]) {
    const participants = Array(count).fill({});
    await chargeCreation(state, { participants, exclusions: [], households: [] });
  }
  assert.deepEqual(seen, [1, 2, 3, "place", 10, "place"]);
});
