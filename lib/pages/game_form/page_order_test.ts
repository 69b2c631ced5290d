import assert from "node:assert/strict";
import { inPageOrder } from "./page_order.ts";

Deno.test("inPageOrder() sorts what is wrong as the fields stand on the page", () => {
  const errors = Object.fromEntries(
    [
      "language",
      "date",
      "participants.10.name",
      "groups",
      "participants.2.name",
      "participants.2.email",
      "name",
      "unheardOf",
      "organizerName",
      "",
    ].map((path) => [path, `of ${path}`]),
  );
  const people = [
    "participants.2.name",
    "participants.2.email",
    "participants.10.name",
    "groups",
  ];
  const inOrder = (isLater: boolean) => Object.keys(inPageOrder(errors, isLater));
  assert.deepEqual(
    inOrder(false),
    ["", "organizerName", ...people, "name", "date", "language", "unheardOf"],
  );
  assert.deepEqual(
    inOrder(true),
    ["", "organizerName", "name", "date", ...people, "language", "unheardOf"],
  );
  assert.equal(inPageOrder(errors, true).date, "of date");
});
