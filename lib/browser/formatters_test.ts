import assert from "node:assert/strict";
import { dateFormat, keeping, listFormat, numberFormat } from "./formatters.ts";

Deno.test("keeping() makes one formatter for each locale and options, and keeps at most fifty", () => {
  let made = 0;
  const format = keeping((locale: string, options: { style: string }) => {
    made++;
    return { locale, ...options };
  });
  const long = format("en", { style: "long" });
  assert.equal(format("en", { style: "long" }), long);
  assert.deepEqual(format("en", { style: "short" }), { locale: "en", style: "short" });
  assert.deepEqual(format("de", { style: "long" }), { locale: "de", style: "long" });
  assert.equal(made, 3);
  for (let count = 3; count < 50; count++) format(`x-${count}`, { style: "long" });
  assert.equal(format("en", { style: "long" }), long);
  format("x-more", { style: "long" });
  assert.notEqual(format("en", { style: "long" }), long, "all were let go");
});

Deno.test("the formatters write as their locale does", () => {
  assert.equal(
    dateFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" })
      .format(new Date("2026-12-24T12:00:00Z")),
    "Dec 24",
  );
  assert.equal(numberFormat("de", {}).format(1234.5), "1.234,5");
  assert.equal(listFormat("en", { type: "disjunction" }).format(["a", "b"]), "a or b");
});
