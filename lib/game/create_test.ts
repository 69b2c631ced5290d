import assert from "node:assert/strict";
import { todayIn } from "./calendar.ts";
import { prepareGame, proposeCode } from "./create.ts";
import { GameError } from "./errors.ts";
import { createGameSchema } from "./schemas.ts";
import { decisionContext as context } from "@/tests/support/games.ts";

function createOn(now: string, body: Record<string, unknown>) {
  return prepareGame(
    createGameSchema.parse({
      name: "Party",
      participants: [{ name: "Ana" }, { name: "Ben" }, { name: "Cy" }],
      ...body,
    }),
    "en",
    { ...context, now: new Date(now) },
  ).draw();
}

Deno.test("prepareGame() takes today for today in UTC, unless a time zone is named", () => {
  const lateInUtc = "2026-06-10T23:30:00Z";
  createOn(lateInUtc, { date: "2026-06-10" });
  assert.throws(() => createOn(lateInUtc, { date: "2026-06-09" }), GameError);
  assert.throws(
    () => createOn(lateInUtc, { date: "2026-06-10", timeZone: "Asia/Tokyo" }),
    { status: 400, code: "DATE_IN_PAST" },
  );
  createOn("2026-06-10T03:00:00Z", { date: "2026-06-09", timeZone: "America/New_York" });
});

Deno.test("todayIn() is the calendar date of that place", () => {
  const now = new Date("2026-12-31T23:00:00Z");
  assert.equal(todayIn("UTC", now), "2026-12-31");
  assert.equal(todayIn("Pacific/Auckland", now), "2027-01-01");
  assert.equal(todayIn("America/Los_Angeles", now), "2026-12-31");
});

Deno.test("proposeCode() has six digits, the first not 0, and reaches both ends", () => {
  assert.equal(proposeCode({ random: { below: () => 0 } }), "100000");
  assert.equal(proposeCode({ random: { below: (n) => n - 1 } }), "999999");
});

Deno.test("prepareGame() takes 20,000 exclusions of both kinds together, and not one more", () => {
  const names = Array.from({ length: 250 }, (_, index) => `P${index}`);
  const pairs = names.flatMap((one, index) =>
    names.slice(index + 1).map((other): [string, string] => [one, other])
  );
  const create = (exclusions: number, oneWay: number) =>
    prepareGame(
      createGameSchema.parse({
        name: "Party",
        date: "2026-06-10",
        participants: names.map((name) => ({ name })),
        exclusions: pairs.slice(0, exclusions),
        oneWayExclusions: pairs.slice(0, oneWay),
      }),
      "en",
      { ...context, now: new Date("2026-06-10T00:00:00Z") },
    );
  create(9_000, 11_000);
  for (const [exclusions, oneWay] of [[9_001, 11_000], [9_000, 11_001]] as const) {
    assert.throws(() => create(exclusions, oneWay), { status: 400, code: "VALIDATION_FAILED" });
  }
});
