import assert from "node:assert/strict";
import { acceptedEncodings } from "./encodings.ts";

const AVAILABLE = ["br", "gzip", "identity"] as const;

function accepted(header?: string): string[] {
  return acceptedEncodings(
    new Headers(header === undefined ? {} : { "accept-encoding": header }),
    AVAILABLE,
  );
}

Deno.test("acceptedEncodings() keeps the order of what is available", () => {
  assert.deepEqual(accepted("gzip, br;q=0.5"), ["br", "gzip", "identity"]);
  assert.deepEqual(accepted("br;q=0, identity;q=0, *"), ["gzip"]);
  assert.deepEqual(accepted(""), ["identity"]);
  assert.deepEqual(accepted(), ["identity"]);
});

Deno.test("acceptedEncodings() reads only the beginning of a long header", () => {
  assert.deepEqual(accepted(`gzip,${"x,".repeat(30_000)}br`), ["gzip", "identity"]);
});
