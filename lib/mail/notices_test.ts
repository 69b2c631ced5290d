import assert from "node:assert/strict";
import fc from "fast-check";
import { makeGame } from "@/tests/support/games.ts";
import { MAIL_KINDS, ORGANIZER } from "../game/types.ts";
import {
  type Below,
  dependsOnPair,
  drawPairDelay,
  noticesFor,
  PAIR_DELAY,
  secondsOfNight,
} from "./notices.ts";

const below: Below = (n) => Math.floor(Math.random() * n);
const MINUTE = 60_000;

function device(id: string, recipient: number, version = 1) {
  return { id, recipient, version, since: "2026-12-01T00:00:00.000Z" };
}

Deno.test("noticesFor() goes to every browser whose link is valid, with an address or without", () => {
  const game = makeGame(3, { participants: [{ name: "Ana" }, { name: "Ben" }, { name: "Cy" }] });
  const devices = [device("a", 1), device("b", 1), device("c", 2, 9), device("d", ORGANIZER)];
  const change = {
    game: { ...game, devices },
    events: [{ type: "namesDrawn", isByItself: true } as const],
  };
  const told = noticesFor(change, new Date(), below);
  assert.deepEqual(told.map((one) => [one.device, one.kind]), [
    ["d", "organizerWelcome"],
    ["a", "assignment"],
    ["b", "assignment"],
  ]);
  assert.deepEqual(told.map(({ delay }) => delay), [0, 0, 0]);
  const archived = { ...change, game: { ...change.game, archivedAt: "2026-12-30T00:00:00.000Z" } };
  assert.deepEqual(noticesFor(archived, new Date(), below), []);
});

Deno.test("dependsOnPair() knows what only those of a pair cause", () => {
  const dependent = MAIL_KINDS.filter((kind) => dependsOnPair(kind, 1));
  for (const kind of ["wishChanged", "messageWaiting", "parcelSent", "receiverChanged"] as const) {
    assert(dependent.includes(kind), kind);
  }
  for (const kind of ["assignment", "reminder", "eventNear", "detailsChanged"] as const) {
    assert(!dependent.includes(kind), kind);
  }
  assert(!dependsOnPair("leaveRequested", ORGANIZER));
});

Deno.test("drawPairDelay() is from 10 to 120 minutes by day, and by night comes after eight", () => {
  const zones = fc.constantFrom(null, "Europe/Berlin", "America/New_York", "Asia/Kathmandu");
  // Days of clock changes are among them.
  const times = fc.date({
    min: new Date("2026-01-01"),
    max: new Date("2027-12-31"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(zones, times, (timeZone, now) => {
      const delay = drawPairDelay(timeZone, now, below);
      assert(delay >= PAIR_DELAY.least && delay < 86_400 / 2 + 3 * PAIR_DELAY.most, `${delay} s`);
      const at = new Date(now.getTime() + delay * 1000);
      assert.equal(secondsOfNight(timeZone, at), 0, at.toISOString());
      const hour = Temporal.Instant.fromEpochMilliseconds(at.getTime())
        .toZonedDateTimeISO(timeZone ?? "UTC").hour;
      assert(hour >= 8 && hour < 21);
      if (delay > PAIR_DELAY.most) assert(hour <= 10, "in the morning");
    }),
    { numRuns: 2_000 },
  );
});

/** One evening: somebody writes at a moment, and twenty phones light up, or do not. @returns by phone, when */
function playEvening() {
  const evening = Date.parse("2026-12-10T16:00:00Z");
  const wroteAt = evening + below(180) * MINUTE;
  const target = below(20);
  const lit = Array.from({ length: 20 }, (_, phone): number | null => {
    // The others write to theirs, too, some of them.
    const isWrittenTo = phone === target || below(2) === 0;
    const at = phone === target ? wroteAt : evening + below(180) * MINUTE;
    return isWrittenTo ? at + drawPairDelay(null, new Date(at), below) * 1000 : null;
  });
  return { wroteAt, target, lit };
}

/** Whom someone names who knows when they wrote, and saw every phone light up. */
const GUESSES: Readonly<Record<string, (delay: number) => number>> = {
  "the first": (delay) => delay,
  "the last": (delay) => -delay,
  "the one in the middle": (delay) => Math.abs(delay - 65 * MINUTE),
  "the one after ten minutes": (delay) => Math.abs(delay - 10 * MINUTE),
};

Deno.test("of phones that light up, the time tells no more than chance: 10,000 evenings", () => {
  const EVENINGS = 10_000;
  const right = new Map(Object.keys(GUESSES).map((name) => [name, 0]));
  let byChance = 0;
  let variance = 0;
  for (let evening = 0; evening < EVENINGS; evening++) {
    const { wroteAt, target, lit } = playEvening();
    // Those that can be theirs: from ten minutes after they wrote to two hours.
    const possible = lit.flatMap((at, phone) => {
      const delay = at === null ? -1 : at - wroteAt;
      const isWithin = delay >= PAIR_DELAY.least * 1000 && delay <= PAIR_DELAY.most * 1000;
      return isWithin ? [{ phone, delay }] : [];
    });
    const chance = 1 / possible.length;
    byChance += chance;
    variance += chance * (1 - chance);
    for (const [name, rank] of Object.entries(GUESSES)) {
      const [named] = possible.toSorted((a, b) => rank(a.delay) - rank(b.delay));
      if (named?.phone === target) right.set(name, (right.get(name) ?? 0) + 1);
    }
  }
  for (const [name, count] of right) {
    assert(
      count <= byChance + 4 * Math.sqrt(variance),
      `${name}: ${count} of ${EVENINGS}, by chance ${byChance.toFixed(0)}`,
    );
  }
});
