/** Days and times on pages are those of the event's location, and their promises can be kept. */
import assert from "node:assert/strict";
import { translator } from "@/lib/i18n/translate.ts";
import { startApp, type TestApp } from "./support/app.ts";
import { type CreatedGame, refuses } from "./support/client.ts";
import { SetClock } from "./support/clock.ts";
import { inDays } from "./support/games.ts";
import { issueClaim, readWithTokens } from "./support/sealed_games.ts";
import { untouchedForm } from "./support/untouched_form.ts";
import { named } from "./support/views.ts";

const t = translator("en");

async function read(app: TestApp, address: string, cookie: string): Promise<string> {
  const url = `http://localhost/games/${address}`;
  const answer = await app.fetch(new Request(url, { headers: { cookie } }));
  assert.equal(answer.status, 200);
  return await answer.text();
}

/** The organizer's page, or a page below it. */
function readOrganizer(app: TestApp, game: CreatedGame, path = ""): Promise<string> {
  const { code, organizerToken } = game;
  return read(app, `${code}/organize${path}`, `organizer_${code}=${organizerToken}`);
}

async function post(app: TestApp, path: string, fields: Record<string, string>, cookie = "") {
  const answer = await app.fetch(
    new Request(`http://localhost${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "sec-fetch-site": "same-origin", cookie },
    }),
  );
  return { status: answer.status, text: await answer.text() };
}

/** Opens the details form. @returns a function that submits it with other fields */
async function openDetails(app: TestApp, game: CreatedGame) {
  const { code, organizerToken } = game;
  const form = untouchedForm(await readOrganizer(app, game, "/details"), "date");
  return (fields: Record<string, string>) =>
    post(
      app,
      `/games/${code}/organize/details`,
      { ...form, ...fields },
      `organizer_${code}=${organizerToken}`,
    );
}

/** P1's own page. */
function readOwn(app: TestApp, game: CreatedGame): Promise<string> {
  const { token } = named(game, "P1");
  return read(app, game.code, `participant_${game.code}=${token}`);
}

/** True if P1's own page and the invitation say that all pairs will be shown. */
async function notesOf(app: TestApp, game: CreatedGame): Promise<boolean[]> {
  const { code, invitationToken } = game;
  const pages = [
    await readOwn(app, game),
    await read(app, `${code}/join`, `invitation_${code}=${invitationToken}`),
  ];
  return pages.map((page) => page.includes(t("finale.note")));
}

/** Moves the clock to a point in time. @param at ISO 8601 */
function moveTo(clock: SetClock, at: string): void {
  clock.move((Date.parse(at) - Date.now()) / 3_600_000);
}

Deno.test("a game closes by the date at its location", async () => {
  await using app = await startApp();
  using clock = new SetClock();
  moveTo(clock, "2030-11-28T03:00:00Z");
  const game = await app.client.createGame({
    ...{ date: "2030-12-24", timeZone: "America/New_York" },
  });
  await app.client.archive(game);
  const page = await readOrganizer(app, game);
  const closed = (date: string) => page.includes(t("organize.archived.body", { date }));
  assert(closed("Wednesday, November\u00A027, 2030"));
});

Deno.test("the date to send by is shown in games by post", async () => {
  await using app = await startApp();
  const { client } = app;
  const game = await client.createGame({ byPost: true, date: inDays(20), sendBy: inDays(12) });
  const label = t("mail.facts.sendBy");
  assert((await readOwn(app, game)).includes(label));
  await client.manage(game, "updateGameDetails", { byPost: false });
  assert(!(await readOwn(app, game)).includes(label));

  const details = await readOrganizer(app, game, "/details");
  assert(details.includes(t("create.options.sendByHint")));
});

Deno.test("if the game closes before its finale, no page promises one", async () => {
  await using app = await startApp();
  const { client } = app;
  using clock = new SetClock();
  moveTo(clock, "2030-11-27T12:00:00Z");
  const zone = { time: "18:30", timeZone: "Europe/Berlin" };
  const game = await client.createGame({ reveal: "afterEvent", date: "2030-12-17", ...zone });
  const { organizerToken } = game;
  const tooSoon = t("finale.tooSoon", {
    when: "December\u00A017 at 6:30\u00A0PM",
    date: "Tuesday, December\u00A010, 2030",
  });
  const promised = t("finale.notYet", { when: "December\u00A017 at 6:30\u00A0PM" });
  const finale = () => readOrganizer(app, game, "/finale");
  assert((await finale()).includes(promised));
  assert.deepEqual(await notesOf(app, game), [true, true]);
  const sealed = await client.createGame({
    ...{ reveal: "afterEvent", date: "2030-12-17", ...zone, isSealed: true },
  });
  await issueClaim(client, sealed, "P2");
  const { claimToken } = await readWithTokens(app, sealed, "P2");
  const claim = () => read(app, `${sealed.code}/c/${claimToken}`, "");
  assert((await claim()).includes(t("finale.note")));

  const save = await openDetails(app, game);
  const asked = await save({ date: "2030-12-07" });
  assert.equal(asked.status, 400);
  assert(asked.text.includes(tooSoon));
  assert.equal((await save({ date: "2030-12-07", acceptedDate: "2030-12-07" })).status, 303);
  const page = await finale();
  assert(page.includes(tooSoon));
  assert(!page.includes(promised) && !page.includes(t("finale.note")));
  assert.deepEqual(await notesOf(app, game), [false, false], "nor do the others'");
  await client.manage(sealed, "updateGameDetails", { date: "2030-12-07" });
  assert(!(await claim()).includes(t("finale.note")));

  const western = await client.createGame({
    ...{ reveal: "afterEvent", date: "2030-12-17", isSealed: true },
    ...{ time: "18:30", timeZone: "America/New_York" },
  });
  await client.manage(western, "updateGameDetails", { date: "2030-12-07" });
  const day = "the game closes on Monday, December\u00A09, 2030";
  assert((await readOrganizer(app, western, "/finale")).includes(day), "at 02:00 UTC");

  moveTo(clock, "2030-12-07T20:00:00Z");
  const start = await client.patchGame(game, { action: "startFinale", organizerToken });
  refuses(start, 400, "TOO_EARLY");
  assert.match(Object(start.body).error, /2030-12-17T17:30:00.000Z/);
  await client.archive(game);
  const closed = await finale();
  assert(closed.includes(t("errors.code.NO_FINALE")));
  assert.equal(closed.split(t("organize.back")).length, 2, "one way back");
  assert(![promised, tooSoon, t("finale.note")].some((text) => closed.includes(text)));
});

Deno.test("forms refuse a draw after the event, and the organizer's page warns about one", async () => {
  await using app = await startApp();
  const { client } = app;
  const late = t("errors.drawAfterEvent");
  const typed = {
    ...{ name: "Party", date: inDays(10), organizerName: "Olga", reveal: "on" },
    ...{ timeZone: "Europe/Berlin", language: "en", currency: "EUR", isProtected: "on" },
  };
  const create = (drawAt: string) => post(app, "/create?draw=later", { ...typed, drawAt });
  const refused = await create(`${inDays(14)}T18:00`);
  assert.equal(refused.status, 400);
  assert(refused.text.includes(late));
  assert.equal((await create(`${inDays(8)}T18:00`)).status, 303);

  const game = await client.createGame({
    ...{ draw: "later", date: inDays(20), drawAt: `${inDays(12)}T18:00:00Z` },
  });
  assert(!(await readOrganizer(app, game)).includes(late));
  const save = await openDetails(app, game);
  const moved = await save({ date: inDays(8) });
  assert.equal(moved.status, 400);
  assert(moved.text.includes(late));
  await client.manage(game, "updateGameDetails", { date: inDays(8) });
  assert((await readOrganizer(app, game)).includes(late));
  const again = await openDetails(app, game);
  assert.equal((await again({ location: "Here" })).status, 303, "whatever else is changed");
  assert.equal((await again({ drawAt: `${inDays(7)}T18:00` })).status, 303);
  assert(!(await readOrganizer(app, game)).includes(late));
});
