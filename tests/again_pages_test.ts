import assert from "node:assert/strict";
import { startApp, type TestApp } from "./support/app.ts";
import { inDays } from "./support/games.ts";
import { untouchedForm } from "./support/untouched_form.ts";
import { named } from "./support/views.ts";

Deno.test("a participant who plays again is signed in to the new game as themselves", async () => {
  await using app = await startApp();
  const { client } = app;
  const names = ["Olga", "Ben", "Cy"];
  for (const isSealed of [false, true]) {
    const participants = names.map((name) => ({ name }));
    const game = await client.createGame({ participants, isSealed });
    const stored = await app.services.store.readGame(game.code);
    const [olga] = stored?.participants ?? [];
    assert(olga);
    const own = app.services.tokens.participant(game, olga);
    const fetch = (path: string, cookie: string, body?: URLSearchParams) =>
      app.fetch(
        new Request(`http://localhost${path}`, {
          headers: { cookie, origin: "http://localhost" },
          ...body && { method: "POST", body },
        }),
      );
    const play = async (cookies: string, people: string) => {
      const fields = { name: "Next", date: inDays(300), currency: "EUR", people };
      const body = new URLSearchParams({ ...fields, key: crypto.randomUUID() });
      const answer = await fetch(`/games/${game.code}/organize/again`, cookies, body);
      assert.equal(answer.status, 303);
      const path = answer.headers.get("location") ?? "";
      const signedIn = answer.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
      assert.equal((await fetch(path, signedIn.join("; "))).status, 200);
      return { code: path.split("/")[2] ?? "", signedIn };
    };
    const organizer = `organizer_${game.code}=${game.organizerToken}`;
    const here = `${organizer}; participant_${game.code}=${own}`;
    const { code, signedIn } = await play(here, "OLGA\nBen\nZoe");
    assert.equal(signedIn.length, isSealed ? 1 : 2);
    if (!isSealed) {
      const organizerToken = signedIn[0]?.split("=")[1] ?? "";
      const view = await client.readAsOrganizer({ code, organizerToken });
      assert.equal(signedIn[1], `participant_${code}=${named(view, "OLGA").token}`);
    }
    assert.equal((await play(here, "Ann\nBen\nZoe")).signedIn.length, 1, "is not in it any more");
    assert.equal((await play(organizer, "Olga\nBen\nZoe")).signedIn.length, 1, "was nobody here");
  }
});

Deno.test("without mail, a game by post is repeated by post if its form is submitted unchanged", async () => {
  await using app = await startApp();
  const participants = ["Olga", "Ben", "Cy"].map((name) => ({ name }));
  const game = await app.client.createGame({ participants, byPost: true });
  const headers = {
    cookie: `organizer_${game.code}=${game.organizerToken}`,
    "sec-fetch-site": "same-origin",
  };
  const url = `http://localhost/games/${game.code}/organize/again`;
  const shown = await app.fetch(new Request(url, { headers }));
  const fields = untouchedForm(await shown.text(), "people");
  assert(!("sendEmails" in fields), "no mails are offered");
  const body = new URLSearchParams(fields);
  const answer = await app.fetch(new Request(url, { method: "POST", headers, body }));
  await answer.body?.cancel();
  assert.equal(answer.status, 303);
  const code = answer.headers.get("location")?.split("/")[2] ?? "";
  assert.equal((await app.services.store.readGame(code))?.byPost, true);
});

Deno.test("a person listed under another name keeps their rules, or the organizer is warned", async () => {
  await using app = await startApp();
  const { client } = app;
  const game = await client.createGame({
    participants: ["Olga", "Ben", "Cy", "Dee"].map((name) => ({ name })),
    oneWayExclusions: [["Olga", "Ben"]],
    keepers: [["Cy", "Dee"]],
  });
  const headers = {
    cookie: `organizer_${game.code}=${game.organizerToken}`,
    "sec-fetch-site": "same-origin",
  };
  const url = `http://localhost/games/${game.code}/organize/again`;
  const send = async (html: string, people: string) => {
    const body = new URLSearchParams({ ...untouchedForm(html, "people"), people });
    const answer = await app.fetch(new Request(url, { method: "POST", headers, body }));
    return { status: answer.status, html: await answer.text() };
  };
  const show = async () => await (await app.fetch(new Request(url, { headers }))).text();
  const told = await send(await show(), "Olga\nBenjamin\nCy\nDeirdre");
  assert.equal(told.status, 400);
  assert.match(told.html, /No longer on the list: Ben and Dee\./);
  const other = await send(told.html, "Olga\nBen\nCy\nDeirdre");
  assert.match(other.html, /No longer on the list: Dee\./, "each list is told of");
  assert.equal((await send(other.html, "Olga\nBen\nCy\nDeirdre")).status, 303);
  assert.equal((await send(await show(), "Olga\nBen\nCy")).status, 303, "their rules go with them");
});

/** Submits the lists of people of both forms: that of a new game and that of a repeated one. */
async function sendLists(app: TestApp, lists: Record<string, string>, isSealed = false) {
  const participants = ["Olga", "Ben", "Cy"].map((name) => ({ name }));
  const game = await app.client.createGame({ participants, isSealed });
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  const fields = { name: "Next", date: inDays(300), currency: "EUR", language: "en", ...lists };
  return await Promise.all(
    ["/create", `/games/${game.code}/organize/again`].map(async (path) => {
      const answer = await app.fetch(
        new Request(`http://localhost${path}`, {
          method: "POST",
          headers: { cookie, "sec-fetch-site": "same-origin" },
          body: new URLSearchParams(fields),
        }),
      );
      return { status: answer.status, html: await answer.text() };
    }),
  );
}

Deno.test("a couple written one name per line is refused because it would keep no one apart", async () => {
  await using app = await startApp();
  const people = "Olga\nBen\nCy\nDee";
  for (const households of ["Olga\nBen", "Olga, Ben\nCy", "Olga, olga"]) {
    for (const { status, html } of await sendLists(app, { people, households })) {
      assert.equal(status, 400, households);
      assert.match(html, /Each line needs two different names/);
    }
  }
  for (const { status } of await sendLists(app, { people, households: "Olga, Ben" })) {
    assert.equal(status, 303);
  }
});

Deno.test("both forms reject a list of two people", async () => {
  await using app = await startApp();
  for (const { status, html } of await sendLists(app, { people: "Olga\nBen" })) {
    assert.equal(status, 400);
    assert.match(html, /A game needs at least 3 people\./);
    assert.doesNotMatch(html, /Each line needs/);
  }
});

Deno.test("no form promises all links to the organizer of a sealed game", async () => {
  await using app = await startApp({ ENVIRONMENT: "development", SMTP_URL: "memory:" });
  for (const { html } of await sendLists(app, { people: "Olga" }, true)) {
    assert.doesNotMatch(html, /all the links/);
  }
});
