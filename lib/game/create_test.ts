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

Deno.test("prepareGame() takes today in UTC unless a time zone is given", () => {
  const lateInUtc = "2026-06-10T23:30:00Z";
  createOn(lateInUtc, { date: "2026-06-10" });
  assert.throws(() => createOn(lateInUtc, { date: "2026-06-09" }), GameError);
  assert.throws(
    () => createOn(lateInUtc, { date: "2026-06-10", timeZone: "Asia/Tokyo" }),
    { status: 400, code: "DATE_IN_PAST" },
  );
  createOn("2026-06-10T03:00:00Z", { date: "2026-06-09", timeZone: "America/New_York" });
});

Deno.test("todayIn() is the calendar date in the time zone", () => {
  const now = new Date("2026-12-31T23:00:00Z");
  assert.equal(todayIn("UTC", now), "2026-12-31");
  assert.equal(todayIn("Pacific/Auckland", now), "2027-01-01");
  assert.equal(todayIn("America/Los_Angeles", now), "2026-12-31");
});

Deno.test("proposeCode() has six digits, the first not 0, and reaches both ends", () => {
  assert.equal(proposeCode({ random: { below: () => 0 } }), "100000");
  assert.equal(proposeCode({ random: { below: (n) => n - 1 } }), "999999");
});

Deno.test("prepareGame() accepts 20,000 exclusions of both kinds together, and not one more", () => {
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

/** A new game on a day before its event. */
const create = (body: Record<string, unknown> = {}) =>
  createOn("2026-06-01T10:00:00Z", { date: "2026-06-10", ...body });

Deno.test("prepareGame() makes a game in its initial state", () => {
  const { game, events } = create({ timeZone: "Europe/Berlin", time: "18:00" });
  assert.deepEqual(events, [{ type: "gameCreated" }]);
  assert.deepEqual(
    [game.isGathering, game.nextNumber, game.drawCount, game.createdAt, game.archivedAt],
    [false, 4, 1, "2026-06-01T10:00:00.000Z", null],
  );
  assert.deepEqual(
    [game.organizerTokenVersion, game.invitationTokenVersion, game.organizerTokenReserved],
    [1, 1, 0],
  );
  assert.equal(game.earliestEnd, "2026-06-10T16:00:00.000Z");
  assert.equal(game.earliestStart, game.earliestEnd);
  assert.deepEqual([create().game.earliestStart, create().game.earliestEnd], [
    "2026-06-10T00:00:00.000Z",
    "2026-06-11T00:00:00.000Z",
  ]);
  const later = create({ draw: "later", drawAt: "2026-06-05T10:00:00Z" });
  assert.deepEqual([later.game.isGathering, later.game.drawCount, later.game.drawAt], [
    true,
    0,
    "2026-06-05T10:00:00.000Z",
  ]);
  assert(later.game.participants.every(({ receiver }) => receiver === null));
  assert.deepEqual(later.events, [{ type: "gameCreated" }]);
});

Deno.test("prepareGame() protects a sealed game, and uses the reader's language if none is given", () => {
  const of = (body: Record<string, unknown>) => create(body).game;
  assert.deepEqual(
    [{}, { isProtected: true }, { isSealed: true }, { isSealed: true, isProtected: true }]
      .map((body) => of(body).isProtected),
    [false, true, true, true],
  );
  assert.deepEqual([of({}).language, of({ language: "ja" }).language], ["en", "ja"]);
});

Deno.test("prepareGame() refuses an invalid game", () => {
  const rows: [Record<string, unknown>, string][] = [
    [{ isSealed: true, isProtected: false }, "SEAL_NEEDS_PROTECTION"],
    [{ draw: "later", drawAt: "2026-06-01T09:59:59Z" }, "DRAW_AT_IN_PAST"],
    [{ sendBy: "2026-05-31" }, "SEND_BY_OUT_OF_RANGE"],
    [{ sendBy: "2026-06-11" }, "SEND_BY_OUT_OF_RANGE"],
    [{ participants: ["Ana", "ana", "Cy"].map((name) => ({ name })) }, "NAME_TAKEN"],
    [{ exclusions: [["Ana", "Zoe"]] }, "UNKNOWN_PERSON"],
    [{ oneWayExclusions: [["Ana", "Zoe"]] }, "UNKNOWN_PERSON"],
    [{ keepers: [["Ana", "Zoe"]] }, "UNKNOWN_PERSON"],
    [{ isSealed: true, keepersMayDraw: true }, "KEEPERS_ARE_SEALED"],
    [{ reveal: "afterEvent", date: "2026-06-01", time: "09:00" }, "EVENT_OVER"],
    [{ exclusions: [["Ana", "Ben"]] }, "DRAW_IMPOSSIBLE"],
  ];
  for (const [body, code] of rows) {
    assert.throws(() => create(body), { code }, JSON.stringify(body));
  }
  create({ sendBy: "2026-06-10" });
  create({ sendBy: "2026-06-01", date: "2026-06-01" });
});

Deno.test("prepareGame() says whether it takes long, counting everything the game holds", () => {
  const names = Array.from({ length: 450 }, (_, index) => `P${index}`);
  const isLarge = (body: Record<string, unknown>) =>
    prepareGame(
      createGameSchema.parse({
        name: "Party",
        date: "2026-06-10",
        draw: "later",
        participants: names.map((name) => ({ name })),
        ...body,
      }),
      "en",
      { ...context, now: new Date("2026-06-01T10:00:00Z") },
    ).isLarge;
  const pairs = (count: number) => names.slice(1, count + 1).map((name) => ["P0", name]);
  assert.equal(isLarge({ exclusions: pairs(50) }), false);
  assert.equal(isLarge({ exclusions: pairs(51) }), true);
  assert.equal(isLarge({ oneWayExclusions: pairs(51) }), true);
  assert.equal(isLarge({ households: [names.slice(0, 51)] }), true);
});

Deno.test("proposeCode() takes as many digits as requested", () => {
  assert.equal(proposeCode({ random: { below: () => 0 } }, 8), "10000000");
  assert.equal(proposeCode({ random: { below: (n) => n - 1 } }, 8), "99999999");
});
