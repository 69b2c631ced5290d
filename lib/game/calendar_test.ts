import assert from "node:assert/strict";
import {
  addDays,
  closingDate,
  closingDay,
  daysUntil,
  momentOf,
  requireFuture,
} from "./calendar.ts";

Deno.test("daysUntil() counts days in the time zone of the event", () => {
  const now = new Date("2026-12-23T23:30:00Z");
  const on = (timeZone: string | null) => daysUntil({ date: "2026-12-24", timeZone }, now);
  assert.equal(on(null), 1);
  assert.equal(on("Europe/Berlin"), 0);
  assert.equal(on("Pacific/Kiritimati"), 0);
  assert.equal(on("America/New_York"), 1);
  assert.equal(daysUntil({ date: "2026-12-20", timeZone: null }, now), -3);
  assert.equal(daysUntil({ date: "2027-12-23", timeZone: null }, now), 365);
});

Deno.test("addDays(), momentOf() and requireFuture() calculate with days and clocks", () => {
  assert.equal(closingDate({ date: "2026-12-29" }), "2027-01-01");
  assert.deepEqual([addDays("2026-12-31", 1), addDays("2026-03-01", -1)], [
    "2027-01-01",
    "2026-02-28",
  ]);
  const at = (timeZone: string) =>
    new Date(momentOf("2026-07-01", "18:30", timeZone)).toISOString();
  assert.deepEqual([at("UTC"), at("Europe/Berlin")], [
    "2026-07-01T18:30:00.000Z",
    "2026-07-01T16:30:00.000Z",
  ]);
  const now = new Date("2026-12-01T10:00:00Z");
  requireFuture(null, now);
  requireFuture("2026-12-01T10:00:00.001Z", now);
  for (const past of ["2026-12-01T10:00:00.000Z", "2026-11-01T10:00:00.000Z"]) {
    assert.throws(() => requireFuture(past, now), { code: "DRAW_AT_IN_PAST" });
  }
});

Deno.test("closingDay() is the day on which a game is archived, in its time zone", () => {
  const on = (timeZone: string | null) => closingDay({ date: "2026-12-24", timeZone });
  assert.deepEqual(
    [null, "Asia/Tokyo", "Europe/Berlin", "America/Sao_Paulo", "America/Los_Angeles"].map(on),
    ["2026-12-27", "2026-12-27", "2026-12-27", "2026-12-26", "2026-12-26"],
  );
});
