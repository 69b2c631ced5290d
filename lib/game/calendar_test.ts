import assert from "node:assert/strict";
import { daysUntil } from "./calendar.ts";

Deno.test("daysUntil() counts days where the event is", () => {
  const now = new Date("2026-12-23T23:30:00Z");
  const on = (timeZone: string | null) => daysUntil({ date: "2026-12-24", timeZone }, now);
  assert.equal(on(null), 1);
  assert.equal(on("Europe/Berlin"), 0);
  assert.equal(on("Pacific/Kiritimati"), 0);
  assert.equal(on("America/New_York"), 1);
  assert.equal(daysUntil({ date: "2026-12-20", timeZone: null }, now), -3);
  assert.equal(daysUntil({ date: "2027-12-23", timeZone: null }, now), 365);
});
