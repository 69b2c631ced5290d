import assert from "node:assert/strict";
import { logError } from "./log.ts";
import { adoptRequestId, inRequest, outsideRequests } from "./request_id.ts";

/** What is printed on standard error meanwhile, as JSON. */
function printedBy(work: () => void): Record<string, string>[] {
  const printed: Record<string, string>[] = [];
  const { error } = console;
  console.error = (text: string) => printed.push(JSON.parse(text));
  try {
    work();
  } finally {
    console.error = error;
  }
  return printed;
}

Deno.test("logError() keeps of a message what tells of a defect, and nothing that tells of a person", () => {
  const token = "q3Zt-9dPWc_xYb71LmNaQ0";
  const [line] = printedBy(() =>
    logError(
      "it",
      new TypeError(
        `invalid input for type uuid: "Ana's", mail to ana@example.org, game 123456, ${token}, 'Ben'`,
      ),
    )
  );
  const [message = "", frame = ""] = line?.stack?.split("\n") ?? [];
  assert.equal(message, "TypeError: invalid input for type uuid: …, mail to … game …, …, …");
  assert.match(frame, /^ {4}at .*log_test\.ts:\d+:\d+/);
});

Deno.test("logError() names the code of a driver or of the system", () => {
  const codes = ["42P01", "ECONNREFUSED", "ana@example.org", 7, undefined];
  const errors = codes.map((code) => Object.assign(new Error("x"), { code }));
  const lines = printedBy(() => errors.forEach((error) => logError("it", error)));
  assert.deepEqual(lines.map(({ code }) => code), [
    "42P01",
    "ECONNREFUSED",
    undefined,
    "7",
    undefined,
  ]);
});

Deno.test("logError() does without a stack, and takes what is no error", () => {
  const bare = new Error("no frames");
  bare.stack = "";
  assert.deepEqual(
    printedBy(() => [bare, "code 123456", undefined].forEach((error) => logError("it", error)))
      .map(({ stack }) => stack),
    ["Error: no frames", "code …", "undefined"],
  );
});

Deno.test("log lines carry the request's id, as far as it leads and no further", async () => {
  const idsOf = (work: () => void) => printedBy(work).map(({ request }) => request);
  const say = () => logError("it", "x");
  await inRequest(async () => {
    const [own] = idsOf(say);
    assert.match(own ?? "", /^[0-9a-f-]{36}$/);
    await new Promise((resolve) => setTimeout(resolve, 1));
    assert.deepEqual(idsOf(say), [own]);
    assert.deepEqual(idsOf(() => outsideRequests(say)), [undefined]);
    for (const id of [null, "", "short", "with a space", "x".repeat(65), '"quoted-id"']) {
      adoptRequestId(id);
    }
    assert.deepEqual(idsOf(say), [own]);
    adoptRequestId("req:0123456789.ab");
    assert.deepEqual(idsOf(say), ["req:0123456789.ab"]);
  });
  assert.deepEqual(idsOf(say), [undefined]);
});
