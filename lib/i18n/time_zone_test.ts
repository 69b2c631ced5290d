import { equal } from "node:assert/strict";
import { foreignZone, localeAt } from "./time_zone.ts";

Deno.test("foreignZone() names no zone that is surely the reader's own", () => {
  equal(foreignZone("Europe/Berlin", "2026-12-24", "de-DE"), "");
  equal(foreignZone("Europe/Vienna", "2026-12-24", "de-DE"), "", "the same time all day");
  equal(foreignZone("Asia/Tokyo", "2026-12-24", "ja-JP"), "");
  equal(foreignZone(null, "2026-12-24", "en-US"), "");
});

Deno.test("foreignZone() names in words a zone that may not be the reader's", () => {
  equal(foreignZone("Europe/Berlin", "2026-12-24", "en-GB"), "Central European Time");
  equal(foreignZone("America/New_York", "2026-12-24", "ja-JP"), "アメリカ東部時間");
  equal(foreignZone("America/New_York", "2026-12-24", "en-US"), "Eastern Time", "one of several");
  equal(foreignZone("Europe/Berlin", "2026-12-24", "es-419"), "hora de Europa central");
});

Deno.test("foreignZone() considers the day itself, because clocks change at different times", () => {
  equal(foreignZone("Africa/Lagos", "2026-12-24", "de-DE"), "", "the same time in winter");
  equal(foreignZone("Africa/Lagos", "2026-07-24", "de-DE") === "", false, "not in summer");
});

Deno.test("localeAt() is the language of an event's region", () => {
  equal(localeAt("en", "Europe/London"), "en-GB");
  equal(localeAt("en", "America/New_York"), "en-US");
  equal(localeAt("en", "Asia/Kolkata"), "en-IN", "by whichever name the zone goes");
  equal(localeAt("de", "Europe/Zurich"), "de-CH");
  equal(localeAt("zh", "Asia/Shanghai"), "zh-Hans-CN");
  equal(localeAt("pt", "UTC"), "pt-BR", "nowhere");
  equal(localeAt("en", null), "en");
});
