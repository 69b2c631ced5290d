import { equal } from "node:assert/strict";
import { fillIn } from "./fill_in.ts";

Deno.test("fillIn() puts each value where its name stands", () => {
  equal(fillIn("{{number}} of {{total}}, {{number}}", { number: 3, total: 0 }), "3 of 0, 3");
});

Deno.test("fillIn() leaves a name alone that has no value, and takes values as they are", () => {
  equal(
    fillIn("{{name}} and {{toString}}", { name: "{{x}} $& $1" }),
    "{{x}} $& $1 and {{toString}}",
  );
});
