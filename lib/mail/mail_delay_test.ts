import assert from "node:assert/strict";
import { drawMailDelay } from "./mail_delay.ts";

Deno.test("drawMailDelay() draws from 3 to 15 minutes", () => {
  const delays = [0, 720].map((drawn) =>
    drawMailDelay((limit) => {
      assert.equal(limit, 721);
      return drawn;
    })
  );
  assert.deepEqual(delays, [180, 900]);
});
