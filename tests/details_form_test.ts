import assert from "node:assert/strict";
import { startApp, type TestApp } from "./support/app.ts";
import { inDays, people } from "./support/games.ts";
import { untouchedForm } from "./support/untouched_form.ts";

/** A game whose names are not drawn yet, and its details page. */
async function openDetails(app: TestApp) {
  const game = await app.client.createGame({
    ...{ draw: "later", isProtected: true, participants: people(3) },
    ...{ date: inDays(20), drawAt: `${inDays(10)}T18:00:30Z`, timeZone: "Europe/Berlin" },
    ...{ time: "18:30", location: "Old hall", generalNotes: "Cake & tea\nfor all" },
    ...{ amount: "20", currency: "EUR", organizerName: "Olga", organizerEmail: "olga@old.example" },
  });
  const url = `http://localhost/games/${game.code}/organize/details`;
  const headers = {
    "sec-fetch-site": "same-origin",
    cookie: `organizer_${game.code}=${game.organizerToken}`,
  };
  return {
    game,
    read: async () =>
      untouchedForm(await (await app.fetch(new Request(url, { headers }))).text(), "date"),
    /** Submits the form. @returns the form that is shown again, if it was refused */
    send: async (fields: Record<string, string>, status = 303) => {
      const body = new URLSearchParams(fields);
      const answer = await app.fetch(new Request(url, { method: "POST", body, headers }));
      const html = await answer.text();
      assert.equal(answer.status, status);
      return untouchedForm(html, "date");
    },
    /** Changes made by another page in the meantime. */
    change: (changes: Record<string, unknown>) =>
      app.client.patchGame(game, {
        action: "updateGameDetails",
        organizerToken: game.organizerToken,
        ...changes,
      }),
    stored: async () => await app.services.store.readGame(game.code) ?? assert.fail("no game"),
  };
}

const MEANWHILE = {
  ...{ date: inDays(25), drawAt: `${inDays(12)}T09:15:20.000Z`, currency: "CHF", amount: "35" },
  ...{ organizerEmail: "olga@new.example", isProtected: false, generalNotes: "Soup\n\nfor all" },
};

/** The values of MEANWHILE as stored in the game. */
async function meanwhileIn({ stored }: Awaited<ReturnType<typeof openDetails>>) {
  const game = await stored();
  const { date, drawAt, currency, amount, organizerEmail, isProtected, generalNotes } = game;
  return { date, drawAt, currency, amount, organizerEmail, isProtected, generalNotes };
}

Deno.test("the details form saves edited fields and leaves fields that were changed meanwhile", async () => {
  await using app = await startApp();
  const page = await openDetails(app);
  const form = await page.read();
  await page.change(MEANWHILE);
  await page.send({ ...form, location: "New hall" });
  assert.deepEqual(await meanwhileIn(page), MEANWHILE);
  const { location, time, byPost } = await page.stored();
  assert.deepEqual([location, time, byPost], ["New hall", "18:30", false]);

  const { allowReassignment: _, ...unticked } = form;
  await page.send({ ...unticked, byPost: "on", budget: "10 EUR" });
  const ticked = await page.stored();
  assert.deepEqual([ticked.byPost, ticked.allowReassignment], [true, false]);
  assert.deepEqual(
    [ticked.amount, ticked.currency],
    ["10", "EUR"],
    "a budget is chosen as a whole",
  );
  assert.equal(ticked.location, "New hall");
});

Deno.test("a refused details form still leaves what was changed meanwhile", async () => {
  await using app = await startApp();
  const page = await openDetails(app);
  const form = await page.read();
  await page.change(MEANWHILE);
  const refused = await page.send({ ...form, name: " ", location: "New hall" }, 400);
  assert.equal(refused.location, "New hall");
  assert.equal(refused.date, MEANWHILE.date, "the form shows what holds now");
  await page.change({ time: "20:00" });
  await page.send({ ...refused, name: "Winter" });
  const { name, location, time } = await page.stored();
  assert.deepEqual([name, location, time], ["Winter", "New hall", "20:00"]);
  assert.deepEqual(await meanwhileIn(page), MEANWHILE);
});

Deno.test("a details form that does not say what it showed is saved completely", async () => {
  await using app = await startApp();
  const page = await openDetails(app);
  const shown = Object.entries(await page.read());
  const form = Object.fromEntries(shown.filter(([name]) => !name.startsWith("shown-")));
  await page.change(MEANWHILE);
  await page.send({ ...form, location: "New hall" });
  const { date, organizerEmail, location, isProtected } = await page.stored();
  assert.deepEqual(
    [date, organizerEmail, location, isProtected],
    [inDays(20), "olga@old.example", "New hall", true],
  );
});

Deno.test("the draw moves with the time zone, and keeps its seconds if neither was edited", async () => {
  await using app = await startApp();
  const page = await openDetails(app);
  await page.change({ drawAt: MEANWHILE.drawAt });
  const form = await page.read();
  await page.send({ ...form, location: "New hall" });
  assert.equal((await page.stored()).drawAt, MEANWHILE.drawAt);
  await page.send({ ...form, timeZone: "UTC" });
  assert.equal((await page.stored()).drawAt, `${form.drawAt}:00.000Z`);
});

Deno.test("errors in the details are listed in the order of their fields", async () => {
  await using app = await startApp();
  const { game: { code, organizerToken } } = await openDetails(app);
  const wrong = { organizerEmail: "olga", amount: "x", timeZone: "X/Y", time: "25:00", name: "" };
  const answer = await app.fetch(
    new Request(`http://localhost/games/${code}/organize/details`, {
      method: "POST",
      headers: {
        "sec-fetch-site": "same-origin",
        cookie: `organizer_${code}=${organizerToken}`,
        "accept-language": "en",
      },
      body: new URLSearchParams({ ...wrong, date: inDays(20), currency: "EUR", language: "en" }),
    }),
  );
  const text = await answer.text();
  const fields = ["name", "time", "timeZone", "amount", "organizerEmail"];
  const listed = [...text.matchAll(/<li[^>]*><a [^>]*href="#(\w+)"/g)].map(([, field]) => field);
  assert.deepEqual(listed, fields);
  const places = fields.map((field) => text.search(new RegExp(`<input [^>]*id="${field}"`)));
  assert.deepEqual(places.toSorted((a, b) => a - b), places);
  // The list names the fields whose error does not, and the hint next to the field keeps its example.
  assert.match(text, />Time: This doesn’t look right\./);
  assert.match(text, />Time zone: This doesn’t look right\./);
  assert.equal(text.split("America/New_York").length - 1, 1);
});

Deno.test("every form that asks for a date refuses a six-digit year with a sentence", async () => {
  await using app = await startApp();
  const { client } = app;
  const { code, organizerToken } = await client.createGame();
  const headers = {
    "sec-fetch-site": "same-origin",
    cookie: `organizer_${code}=${organizerToken}`,
  };
  const date = "112026-12-24";
  for (
    const path of ["/create", `/games/${code}/organize/details`, `/games/${code}/organize/again`]
  ) {
    const shown = await client.get(path, headers);
    assert.match(shown.text, /<input id="date"[^>]* max="9999-12-31"/, path);
    const body = new URLSearchParams({ name: "Party", people: "Ana\nBen\nCy", date });
    const refused = await app.fetch(
      new Request(`http://localhost${path}`, { method: "POST", headers, body }),
    );
    assert.equal(refused.status, 400, path);
    const text = await refused.text();
    assert.match(
      text,
      /id="date-error"[^>]*>.*?This doesn’t look right\. Please check it\./s,
      path,
    );
    assert(text.includes(`value="${date}"`), "what was typed stays");
  }
});
