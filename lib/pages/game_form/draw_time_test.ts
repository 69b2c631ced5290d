import assert from "node:assert/strict";
import { translator } from "../../i18n/translate.ts";
import { drawMoment, localDrawTime, whenDrawn } from "./draw_time.ts";

Deno.test("drawMoment() is the moment in the event's time zone, and localDrawTime() the way back", () => {
  const typed = "2027-12-01T18:00";
  assert.equal(drawMoment(typed, "Europe/Berlin"), "2027-12-01T17:00:00.000Z");
  assert.equal(drawMoment(typed, "Asia/Tokyo"), "2027-12-01T09:00:00.000Z");
  assert.equal(drawMoment(typed, null), "2027-12-01T18:00:00.000Z");
  assert.equal(drawMoment("9999-12-31T23:59", "America/New_York"), "9999-12-31T23:59:59.999Z");
  assert.equal(localDrawTime("2027-12-01T17:00:00.000Z", "Europe/Berlin"), typed);
  assert.equal(localDrawTime(null, "Europe/Berlin"), "");
});

Deno.test("drawMoment() leaves an invalid time, or one without a valid zone, as it was typed", () => {
  for (const typed of ["", "soon", "2027-02-31T18:00", "2027-12-01T25:00"]) {
    assert.equal(drawMoment(typed, "Europe/Berlin"), typed);
  }
  assert.equal(drawMoment("2027-12-01T18:00", "Nowhere"), "2027-12-01T18:00");
});

Deno.test("whenDrawn() names the zone of the event to readers who may live in another one", () => {
  const drawAt = "2027-12-01T17:00:00.000Z";
  const say = (timeZone: string | null, locale: string) =>
    whenDrawn({ drawAt, timeZone }, { t: translator("en"), locale }, new Date("2027-11-01"), "");
  assert.match(say("Asia/Tokyo", "en-GB"), /2\sDecember at 02:00 \(Japan Standard Time\)/);
  assert.match(say("Europe/Berlin", "de-DE"), /18:00\sUhr\.$/);
  assert.doesNotMatch(say("Europe/London", "en-GB") + say(null, "en-GB"), /\(/);
});

Deno.test("whenDrawn() promises no time that has passed", () => {
  const reader = { t: translator("en"), locale: "en-GB" };
  const say = (drawAt: string | null, now: string) =>
    whenDrawn({ drawAt, timeZone: "Europe/Berlin" }, reader, new Date(now), "");
  const drawAt = "2027-12-01T17:00:00.000Z";
  assert.match(say(drawAt, "2027-12-01T16:59:00Z"), /1\sDecember at 18:00/);
  const byHand = "The organizer will draw the names once everyone’s in.";
  assert.equal(say(drawAt, "2027-12-01T17:00:00Z"), byHand);
  assert.equal(say(null, "2027-12-01T16:00:00Z"), byHand);
});
