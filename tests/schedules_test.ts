import assert from "node:assert/strict";
import { DatabaseUnavailable } from "@/lib/store/store.ts";
import { startSchedules } from "@/main.ts";
import { SetClock } from "./support/clock.ts";
import { inDays } from "./support/games.ts";
import { captureLogs } from "./support/logs.ts";
import { until } from "./support/until.ts";

/**
 * Has Deno start no schedules meanwhile, and no timer.
 *
 * @returns what each was to run, by when, once `startSchedules` has run, and `minute` what runs every minute.
 */
function declared(
  ...args: Parameters<typeof startSchedules>
): Map<string, () => Promise<void>> {
  const handlers = new Map<string, () => Promise<void>>();
  const own = Object.getOwnPropertyDescriptor(Deno, "cron");
  assert(own);
  const timer = Object.getOwnPropertyDescriptor(globalThis, "setInterval");
  assert(timer);
  const take = (_name: string, when: string, ...rest: unknown[]) => {
    const handler = rest.at(-1);
    assert(typeof handler === "function");
    handlers.set(when, async () => await handler());
  };
  Object.defineProperty(Deno, "cron", { configurable: true, value: take });
  const takeTimer = (run: () => void, ms: number) => {
    assert.equal(ms, 60_000);
    handlers.set("minute", async () => await run());
    return 0;
  };
  Object.defineProperty(globalThis, "setInterval", { configurable: true, value: takeTimer });
  try {
    startSchedules(...args);
  } finally {
    Object.defineProperty(globalThis, "setInterval", timer);
    Object.defineProperty(Deno, "cron", own);
  }
  return handlers;
}

Deno.test({
  name: "while the database is unavailable, scheduled work logs lines of JSON, and is retried",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const cause = new Error("connect ECONNREFUSED 127.0.0.1:5432, a-password");
    const away = () => Promise.reject(new DatabaseUnavailable("Not reached", { cause }));
    const printed: string[] = [];
    const { error } = console;
    console.error = (text: string) => printed.push(text);
    const ending = new AbortController();
    try {
      const handlers = declared(ending.signal, away);
      assert.deepEqual([...handlers.keys()], ["* * * * *", "0 2 * * *", "*/3 * * * *", "minute"]);
      // None rejects: Deno would print its reason as it is, and try again within seconds.
      await handlers.get("* * * * *")?.();
      await handlers.get("*/3 * * * *")?.();
      const daily = handlers.get("0 2 * * *")?.();
      const failures = () => printed.filter((line) => line.includes("daily work failed")).length;
      await until(() => failures() === 2, () => `it is tried again: ${printed.join("\n")}`);
      ending.abort();
      await daily;
    } finally {
      console.error = error;
    }
    const lines = printed.map((line) => JSON.parse(line));
    assert.deepEqual(lines.map(({ level, event }) => ({ level, event })), [
      { level: "error", event: "draws failed" },
      { level: "error", event: "mailbox of mails that come back not read" },
      { level: "error", event: "daily work failed" },
      { level: "error", event: "daily work failed" },
    ]);
    for (const line of printed) assert.doesNotMatch(line, /127\.0\.0\.1:\d|a-password/);
  },
});

Deno.test({
  name: "while the clock is back and Deno's crons sleep, what is done by itself is done by a timer",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    using logs = captureLogs();
    using clock = new SetClock();
    const { now } = performance;
    let passed = 0;
    performance.now = () => now.call(performance) + passed;
    const ending = new AbortController();
    try {
      clock.move((Date.parse(`${inDays(30)}T01:57:30Z`) - Date.now()) / 3_600_000);
      const away = () => Promise.reject(new DatabaseUnavailable("Not reached"));
      const handlers = declared(ending.signal, away);
      const done = async (minutes: number, ...ran: string[]) => {
        passed += minutes * 60_000;
        clock.move(minutes / 60);
        for (const name of ran) await handlers.get(name)?.();
        await new Promise((resolve) => setTimeout(resolve));
        return logs.lines.splice(0).map((line) => JSON.parse(line).event);
      };
      const [draws, bounces, daily] = [
        "draws failed",
        "mailbox of mails that come back not read",
        "daily work failed",
      ];
      assert.deepEqual(await done(1, "* * * * *", "minute"), [draws], "the cron's");
      clock.move(-24);
      assert.deepEqual(await done(1, "minute"), [], "the cron may still come");
      assert.deepEqual(await done(1, "minute"), [draws, bounces, daily], "past 02:00");
      assert.deepEqual(await done(1, "minute"), [draws, bounces]);
      assert.deepEqual(await done(24 * 60, "* * * * *", "minute"), [draws], "it is awake again");
    } finally {
      performance.now = now;
      ending.abort();
    }
  },
});

Deno.test("draws that take minutes are not begun again meanwhile", async () => {
  using logs = captureLogs();
  const { now } = performance;
  let passed = 0;
  performance.now = () => now.call(performance) + passed;
  const ending = new AbortController();
  const waiting: ((why: Error) => void)[] = [];
  const open = () => new Promise<never>((_, reject) => waiting.push(reject));
  const end = async () => {
    for (const reject of waiting.splice(0)) reject(new DatabaseUnavailable("Not reached"));
    await new Promise((resolve) => setTimeout(resolve));
  };
  try {
    const handlers = declared(ending.signal, open);
    const draws = handlers.get("* * * * *")?.();
    passed += 120_000;
    await handlers.get("minute")?.();
    assert.equal(waiting.length, 1, "the cron's alone");
    await end();
    await draws;
    await handlers.get("minute")?.();
    assert.equal(waiting.length, 0, "the cron has only just ended");
    passed += 120_000;
    await handlers.get("minute")?.();
    assert.equal(waiting.length, 2, "draws and mails that came back, without cron");
    await handlers.get("minute")?.();
    assert.equal(waiting.length, 2);
    await end();
    await handlers.get("minute")?.();
    assert.equal(waiting.length, 2, "once they have ended");
    await end();
    assert.equal(logs.lines.length, 5);
  } finally {
    performance.now = now;
    ending.abort();
  }
});

Deno.test("on Deno Deploy, where one instance runs the crons, no other does their work", () => {
  Deno.env.set("DENO_DEPLOYMENT_ID", "one");
  const ending = new AbortController();
  try {
    assert.equal(declared(ending.signal).has("minute"), false);
  } finally {
    ending.abort();
    Deno.env.delete("DENO_DEPLOYMENT_ID");
  }
});
