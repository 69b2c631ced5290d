import assert from "node:assert/strict";
import { calendarFile, type CalendarGame } from "./calendar_file.ts";

const GAME: CalendarGame = {
  id: "0b9f4d0e-7a55-4a53-9f43-1a5f6b6f2f10",
  name: "Party; with, signs\\ in it",
  date: "2026-07-24",
  time: "18:30",
  timeZone: "Europe/Berlin",
  location: "Ana's place",
  amount: "20",
  currency: "EUR",
  generalNotes: "First line\nEND:VEVENT",
};

function linesOf(game: Partial<CalendarGame>): string[] {
  return calendarFile({ ...GAME, ...game }, "de", new Date("2026-06-01T10:00:00Z")).split("\r\n");
}

Deno.test("calendarFile() tells the moment in UTC where the time zone is known", () => {
  assert.ok(linesOf({}).includes("DTSTART:20260724T163000Z"));
  assert.ok(linesOf({ date: "2026-12-24" }).includes("DTSTART:20261224T173000Z"));
  assert.ok(linesOf({ timeZone: "Asia/Kolkata" }).includes("DTSTART:20260724T130000Z"));
});

Deno.test("calendarFile() leaves the zone open where it is not known, and takes the day without a time", () => {
  assert.ok(linesOf({ timeZone: null }).includes("DTSTART:20260724T183000"));
  const allDay = linesOf({ time: "" });
  assert.ok(allDay.includes("DTSTART;VALUE=DATE:20260724"));
  assert.ok(!allDay.some((line) => line.startsWith("DTEND")));
});

Deno.test("calendarFile() escapes what people wrote", () => {
  const lines = linesOf({});
  assert.ok(lines.includes("SUMMARY:Party\\; with\\, signs\\\\ in it"));
  assert.equal(lines.filter((line) => line === "END:VEVENT").length, 1);
  assert.match(
    lines.join("\n"),
    /^DESCRIPTION:Budget: 20\s€\\n\\nFirst line\\nEND:VEVENT$/m,
  );
});
