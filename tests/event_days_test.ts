/** Days and moments on pages are those of the event's place, and what they promise can come true. */
import assert from "node:assert/strict";
import { translator } from "@/lib/i18n/translate.ts";
import { startApp, type TestApp } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";
import { SetClock } from "./support/clock.ts";
import { inDays } from "./support/games.ts";
import { named } from "./support/views.ts";

const t = translator("en");

async function read(app: TestApp, address: string, cookie: string): Promise<string> {
  const url = `http://localhost/games/${address}`;
  const answer = await app.fetch(new Request(url, { headers: { cookie } }));
  assert.equal(answer.status, 200);
  return await answer.text();
}

/** The organizer's page, or one below it. */
function readOrganizer(app: TestApp, game: CreatedGame, path = ""): Promise<string> {
  const { code, organizerToken } = game;
  return read(app, `${code}/organize${path}`, `organizer_${code}=${organizerToken}`);
}

/** P1's own page. */
function readOwn(app: TestApp, game: CreatedGame): Promise<string> {
  const { token } = named(game, "P1");
  return read(app, game.code, `participant_${game.code}=${token}`);
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

Deno.test("a day to send by is said where gifts go by post, and its reminders where there are some", async () => {
  await using app = await startApp();
  const { client } = app;
  const game = await client.createGame({ byPost: true, date: inDays(20), sendBy: inDays(12) });
  const label = t("mail.facts.sendBy");
  assert((await readOwn(app, game)).includes(label));
  await client.manage(game, "updateGameDetails", { byPost: false });
  assert(!(await readOwn(app, game)).includes(label));

  const details = await readOrganizer(app, game, "/details");
  assert(details.includes(t("create.options.sendByHint")));
  assert(!details.includes(t("create.options.sendByReminded")), "no mail server");
});
