import assert from "node:assert/strict";
import { formatDate, formatTime } from "./format.ts";
import { gameLocale } from "./game_locale.ts";

Deno.test("gameLocale() writes a language as it is written where the event is", () => {
  const written = (timeZone: string | null) => {
    const locale = gameLocale({ timeZone }, "en");
    return `${formatDate("2026-12-24", locale)}, ${formatTime("18:30", locale)}`.replaceAll(
      /\s/g,
      " ",
    );
  };
  assert.equal(written("Europe/London"), "Thursday, 24 December 2026, 18:30");
  assert.equal(written("America/New_York"), "Thursday, December 24, 2026, 6:30 PM");
  assert.equal(written(null), "Thursday, December 24, 2026, 6:30 PM");
  assert.equal(gameLocale({ timeZone: "America/Montreal" }, "fr"), "fr-CA");
  assert.equal(gameLocale({ timeZone: "Europe/Paris" }, "fr"), "fr");
  assert.equal(gameLocale({ timeZone: "America/Bogota" }, "es"), "es-419");
  assert.equal(gameLocale({ timeZone: "Asia/Tokyo" }, "ja"), "ja");
});
