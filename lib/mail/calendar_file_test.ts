import assert from "node:assert/strict";
import { calendarFile, type CalendarGame } from "./calendar_file.ts";

const GAME: CalendarGame = {
  id: "0b9f4d0e-7a55-4a53-9f43-1a5f6b6f2f10",
  code: "123456",
  isProtected: true,
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
  const now = new Date("2026-06-01T10:00:00Z");
  return calendarFile({ ...GAME, ...game }, "de", "https://gifts.example.org", now).split("\r\n");
}

Deno.test("calendarFile() writes the moment in UTC if the time zone is known", () => {
  assert.ok(linesOf({}).includes("DTSTART:20260724T163000Z"));
  assert.ok(linesOf({ date: "2026-12-24" }).includes("DTSTART:20261224T173000Z"));
  assert.ok(linesOf({ timeZone: "Asia/Kolkata" }).includes("DTSTART:20260724T130000Z"));
});

Deno.test("calendarFile() leaves an unknown zone open, and writes the day if there is no time", () => {
  assert.ok(linesOf({ timeZone: null }).includes("DTSTART:20260724T183000"));
  const allDay = linesOf({ time: "" });
  assert.ok(allDay.includes("DTSTART;VALUE=DATE:20260724"));
  assert.ok(!allDay.some((line) => line.startsWith("DTEND")));
});

Deno.test("calendarFile() links to the game if its code alone opens nothing, or else to the service", () => {
  const url = (isProtected: boolean) => linesOf({ isProtected }).find((line) => /^URL/.test(line));
  assert.equal(url(true), "URL;VALUE=URI:https://gifts.example.org/games/123456");
  assert.equal(url(false), "URL;VALUE=URI:https://gifts.example.org/");
  assert.ok(!linesOf({ isProtected: false }).some((line) => line.includes("123456")));
});

Deno.test("calendarFile() reminds a day before, and of a whole day at nine in the morning before it", () => {
  const trigger = (game: Partial<CalendarGame>) =>
    linesOf(game).find((line) => line.startsWith("TRIGGER"));
  assert.equal(trigger({}), "TRIGGER:-P1D");
  assert.equal(trigger({ time: "" }), "TRIGGER:-PT15H");
});

Deno.test("calendarFile() escapes user input", () => {
  const lines = linesOf({});
  assert.ok(lines.includes("SUMMARY:Party\\; with\\, signs\\\\ in it"));
  assert.equal(lines.filter((line) => line === "END:VEVENT").length, 1);
  assert.match(
    lines.join("\n"),
    /^DESCRIPTION:Budget: 20\s€\\n\\nFirst line\\nEND:VEVENT$/m,
  );
});

Deno.test("calendarFile() writes the budget as people in the time zone of the game do", () => {
  const described = (game: Partial<CalendarGame>) =>
    linesOf({ amount: "1234.5", generalNotes: "", ...game })
      .find((line) => line.startsWith("DESCRIPTION"))?.replaceAll(/\s/g, " ");
  for (
    const [game, description] of [
      [{}, "DESCRIPTION:Budget: 1.234\\,50 €"],
      [{ timeZone: null }, "DESCRIPTION:Budget: 1.234\\,50 €"],
      [{ timeZone: "Europe/Zurich" }, "DESCRIPTION:Budget: EUR 1’234.50"],
      [{ amount: "some" }, "DESCRIPTION:Budget: some EUR"],
      [{ amount: "", generalNotes: "Tea" }, "DESCRIPTION:Tea"],
    ] as const
  ) assert.equal(described(game), description);
});

Deno.test("calendarFile() gives place and duration, under one id with a rising sequence number", () => {
  const lines = linesOf({});
  for (
    const line of [
      "METHOD:PUBLISH",
      `UID:${GAME.id}@gift-exchange`,
      `SEQUENCE:${Date.parse("2026-06-01T10:00:00Z") / 60_000}`,
      "DTSTAMP:20260601T100000Z",
      "DTEND:20260724T183000Z",
      "LOCATION:Ana's place",
    ]
  ) assert.ok(lines.includes(line), `${line} in ${lines.join("\n")}`);
});
