import assert from "node:assert/strict";
import { reachOf } from "./reach.ts";

Deno.test("reachOf() tells how news get to a person", () => {
  assert.equal(reachOf({ email: "", hasDevice: false }), "none");
  assert.equal(reachOf({ email: "a@example.org", hasDevice: false }), "mail");
  assert.equal(reachOf({ email: "", hasDevice: true }), "device");
  assert.equal(reachOf({ email: "a@example.org", hasDevice: true }), "both");
});
