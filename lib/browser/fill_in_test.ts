import { equal } from "node:assert/strict";
import { fillIn } from "./fill_in.ts";

Deno.test("fillIn() replaces each placeholder with its value", () => {
  equal(fillIn("{{number}} of {{total}}, {{number}}", { number: 3, total: 0 }), "3 of 0, 3");
});

Deno.test("fillIn() keeps placeholders that have no value, and inserts values unchanged", () => {
  equal(
    fillIn("{{name}} and {{toString}}", { name: "{{x}} $& $1" }),
    "{{x}} $& $1 and {{toString}}",
  );
});
