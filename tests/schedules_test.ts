import assert from "node:assert/strict";
import { DatabaseUnavailable } from "@/lib/store/store.ts";
import { startSchedules } from "@/main.ts";
import { until } from "./support/until.ts";

/** Captures the schedules that `startSchedules` declares. @returns their handlers, by cron expression */
function declared(
  ...args: Parameters<typeof startSchedules>
): Map<string, () => Promise<void>> {
  const handlers = new Map<string, () => Promise<void>>();
  const own = Object.getOwnPropertyDescriptor(Deno, "cron");
  assert(own);
  const take = (_name: string, when: string, ...rest: unknown[]) => {
    const handler = rest.at(-1);
    assert(typeof handler === "function");
    handlers.set(when, async () => await handler());
  };
  Object.defineProperty(Deno, "cron", { configurable: true, value: take });
  try {
    startSchedules(...args);
  } finally {
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
      assert.deepEqual([...handlers.keys()], ["* * * * *", "0 2 * * *", "*/3 * * * *"]);
      // None rejects: Deno would print the reason unformatted, and retry within seconds.
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
