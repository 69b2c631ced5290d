/** Days and moments on pages are those of the event's place, and what they promise can come true. */
import assert from "node:assert/strict";
import { translator } from "@/lib/i18n/translate.ts";
import { startApp, type TestApp } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";
import { SetClock } from "./support/clock.ts";

const t = translator("en");

/** The organizer's page, or one below it, as text without its scripts. */
async function readOrganizer(app: TestApp, game: CreatedGame, path = ""): Promise<string> {
  const answer = await app.fetch(
    new Request(`http://localhost/games/${game.code}/organize${path}`, {
      headers: { cookie: `organizer_${game.code}=${game.organizerToken}` },
    }),
  );
  assert.equal(answer.status, 200);
  return await answer.text();
}

/** Moves the clock to a moment. @param at ISO 8601 */
function moveTo(clock: SetClock, at: string): void {
  clock.move((Date.parse(at) - Date.now()) / 3_600_000);
}

Deno.test("the day on which a game closed is that of its place", async () => {
  await using app = await startApp();
  using clock = new SetClock();
  moveTo(clock, "2030-11-28T03:00:00Z");
  const game = await app.client.createGame({
    ...{ date: "2030-12-24", timeZone: "America/New_York" },
  });
  await app.client.archive(game);
  const page = await readOrganizer(app, game);
  const closed = (date: string) => page.includes(t("organize.archived.body", { date }));
  assert(closed("Wednesday, November 27, 2030"));
});
