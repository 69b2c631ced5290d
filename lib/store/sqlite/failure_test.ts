import assert from "node:assert/strict";
import { DatabaseUnavailable } from "../store.ts";
import { explain } from "./failure.ts";

Deno.test("explain() distinguishes an unavailable database from a refusing one, whatever details SQLite adds", () => {
  const explained = (errcode: number) => {
    try {
      return explain(Object.assign(new Error("SQLite fails"), { errcode }));
    } catch (error) {
      return error instanceof DatabaseUnavailable;
    }
  };
  // A full disk, a failed write, a reader that would write from an old snapshot.
  assert.deepEqual([13, 778, 517].map(explained), [true, true, true]);
  // Wrong SQL, and a repeated key.
  assert.deepEqual([1, 1555].map(explained), [false, false]);
  const other = new Error("not of SQLite");
  assert.throws(() => explain(other), (error) => error === other);
});
