import assert from "node:assert/strict";
import { translator } from "../i18n/translate.ts";
import { countdown } from "./countdown.ts";
import { download } from "./download.ts";

Deno.test("countdown() counts days from two on, and has words for tomorrow, today and after it", () => {
  const t = translator("en");
  assert.deepEqual([12, 2, 1, 0, -1, -40].map((days) => countdown(days, t)), [
    t("game.daysToGo", { count: 12 }),
    t("game.daysToGo", { count: 2 }),
    t("game.isTomorrow"),
    t("game.isToday"),
    t("game.isOver"),
    t("game.isOver"),
  ]);
});

Deno.test("download() is a file under its name", async () => {
  const answer = download("people.csv", "text/csv; charset=utf-8", "a,b");
  assert.equal(answer.headers.get("content-type"), "text/csv; charset=utf-8");
  assert.equal(answer.headers.get("content-disposition"), 'attachment; filename="people.csv"');
  assert.equal(await answer.text(), "a,b");
});
