import assert from "node:assert/strict";
import { inPageOrder } from "./page_order.ts";

Deno.test("inPageOrder() sorts errors by the order of fields on the page", () => {
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
  const inOrder = (form: Parameters<typeof inPageOrder>[1]) =>
    Object.keys(inPageOrder(errors, form));
  assert.deepEqual(
    inOrder("create"),
    ["", "organizerName", ...people, "name", "date", "language", "unheardOf"],
  );
  assert.deepEqual(
    inOrder("createLater"),
    ["", "organizerName", "name", "date", ...people, "language", "unheardOf"],
  );
  assert.deepEqual(
    inOrder("details").slice(0, -people.length - 1),
    ["", "name", "date", "organizerName", "language"],
  );
  assert.equal(inOrder("again").at(1), "name");
  assert.equal(inPageOrder(errors, "createLater").date, "of date");
});
