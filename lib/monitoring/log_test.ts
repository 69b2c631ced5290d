import assert from "node:assert/strict";
import { log, logError, logWarning } from "./log.ts";
import { collectMetrics } from "./metrics.ts";
import { adoptRequestId, inRequest, outsideRequests, requestId } from "./request_id.ts";

/** What is printed to standard error meanwhile, as JSON. */
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

Deno.test("logError() keeps the parts of a message that describe a defect, and nothing that identifies a person", () => {
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

Deno.test("logError() works without a stack, and with values that are not errors", () => {
  const bare = new Error("no frames");
  bare.stack = "";
  assert.deepEqual(
    printedBy(() => [bare, "code 123456", undefined].forEach((error) => logError("it", error)))
      .map(({ stack }) => stack),
    ["Error: no frames", "code …", "undefined"],
  );
});

Deno.test("log lines within a request carry its id, and others do not", async () => {
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

Deno.test("log() and logWarning() write lines with level, time and fields, to the two outputs", () => {
  const printed: string[] = [];
  const { log: out, error } = console;
  console.log = (text: string) => printed.push(`out ${text}`);
  console.error = (text: string) => printed.push(`err ${text}`);
  try {
    log("begun", { games: 2, isLate: false });
    logWarning("slow");
  } finally {
    Object.assign(console, { log: out, error });
  }
  const time = /"time":"\d{4}-\d\d-\d\dT[^"]+Z",/;
  assert(printed.every((line) => time.test(line)));
  assert.deepEqual(printed.map((line) => line.replace(time, "")), [
    'out {"level":"info","event":"begun","games":2,"isLate":false}',
    'err {"level":"warning","event":"slow"}',
  ]);
});

Deno.test("logError() counts errors by their event, and codes are short", () => {
  const count = () => {
    const line = /^gift_exchange_errors_total\{event="counted here"\} (\d+)$/m;
    return Number(line.exec(collectMetrics().write())?.[1] ?? 0);
  };
  const before = count();
  const long = Object.assign(new Error("x"), { code: "A".repeat(41) });
  const [first, second] = printedBy(() => {
    logError("counted here", long, { game: "the-id" });
    logError("counted here", Object.assign(new Error("x"), { code: "A".repeat(40) }));
  });
  assert.equal(count(), before + 2);
  assert.deepEqual([first?.code, first?.game, second?.code], [undefined, "the-id", "A".repeat(40)]);
});

Deno.test("ids of a proxy have eight to sixty-four characters", async () => {
  await inRequest(() => {
    for (const [length, isTaken] of [[7, false], [8, true], [64, true], [65, false]] as const) {
      const id = `${length}`.padEnd(length, "x");
      adoptRequestId(id);
      assert.equal(requestId() === id, isTaken, `${length}`);
    }
    return Promise.resolve();
  });
  adoptRequestId("outside-of-one");
  assert.equal(requestId(), undefined);
});
