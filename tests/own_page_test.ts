import assert from "node:assert/strict";
import { formatDate } from "@/lib/browser/format.ts";
import { addDays } from "@/lib/game/calendar.ts";
import { startApp, type TestApp } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";
import { SetClock } from "./support/clock.ts";
import { inDays, people } from "./support/games.ts";
import { issueClaim, readWithTokens } from "./support/sealed_games.ts";
import { named, receivers, withoutKeys } from "./support/views.ts";

/** A participant's own page, or a form submitted from it. */
async function open(
  app: TestApp,
  { code }: Pick<CreatedGame, "code">,
  token: string,
  { rest = "", fields }: { rest?: string; fields?: Record<string, string> } = {},
): Promise<{ status: number; text: string; location: string | null }> {
  const answer = await app.fetch(
    new Request(`http://localhost/games/${code}${rest}`, {
      headers: {
        cookie: `participant_${code}=${token}`,
        "sec-fetch-site": "same-origin",
        "accept-language": "en",
      },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    }),
  );
  return {
    status: answer.status,
    text: await answer.text(),
    location: answer.headers.get("location"),
  };
}

/** The token of a participant's place in a sealed game, and the claim token for it. */
async function keysOf(app: TestApp, game: CreatedGame, name: string) {
  const view = await readWithTokens(app, game, name);
  return { token: named(view, name).token, claimToken: view.claimToken };
}

const THANKS = /href="[^"]*#thanks"/;

Deno.test("the page of an archived game names the game and no one, not even its organizer", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ organizerName: "Olimpia" });
  await app.client.archive(game);
  const [{ token } = assert.fail()] = game.participants;
  for (
    const answer of [
      await open(app, game, token),
      await open(app, game, "", { rest: `/join?invitation=${game.invitationToken}` }),
    ]
  ) {
    assert.equal(answer.status, 410);
    assert.match(answer.text, /Winter party[^]*The organizer can start this game again/);
    assert.doesNotMatch(answer.text, /Olimpia/);
  }
});

Deno.test("the page of an archived game tells only its participants that its seal was broken", async () => {
  await using app = await startApp();
  const { client } = app;
  const note = /The organizer unsealed the game on [^]* Everyone’s page says so/;
  for (const isBroken of [true, false]) {
    const game = await client.createGame({ isSealed: true, organizerName: "Olimpia" });
    const { token } = await keysOf(app, game, "P1");
    if (isBroken) await client.manage(game, "breakSeal", {});
    await client.archive(game);
    const { text } = await open(app, game, token);
    assert.equal(note.test(text), isBroken);
    assert.doesNotMatch(text, /Olimpia/);
    const rest = `/join?invitation=${game.invitationToken}`;
    assert.doesNotMatch((await open(app, game, "", { rest })).text, note);
  }
});

Deno.test("the page announces the actual start of the finale, even after the time has changed", async () => {
  await using app = await startApp();
  const { client } = app;
  using clock = new SetClock();
  const finale = { reveal: "afterEvent", timeZone: "UTC", time: "20:00" } as const;
  const game = await client.createGame({ ...finale, date: inDays(2) });
  const brought = await client.createGame({ ...finale, date: inDays(4) });
  const { timeZone: _, ...anywhere } = finale;
  const nowhere = await client.createGame({ ...anywhere, date: inDays(2) });
  await client.manage(game, "updateGameDetails", { time: "18:00" });
  await client.manage(brought, "updateGameDetails", { date: inDays(2) });
  const [{ token } = assert.fail()] = game.participants;
  const [other = assert.fail()] = brought.participants;
  clock.move((Date.parse(`${inDays(2)}T19:00:00Z`) - Date.now()) / 3_600_000);
  const there = /At 8:00.PM \(GMT\), it’ll start by itself/;
  assert.match((await open(app, game, token)).text, there);
  assert.doesNotMatch((await open(app, brought, other.token)).text, /The finale is today/);
  const { text } = await open(app, nowhere, named(nowhere, "P1").token);
  assert.match(text, /At 8:00.PM UTC, it’ll start by itself/);
});

Deno.test("a thank-you note is offered only where it can be written", async () => {
  await using app = await startApp();
  using clock = new SetClock();
  const date = inDays(1);
  const names = { participants: ["Ana", "Ben", "Cleo"].map((name) => ({ name })) };
  const plain = await app.client.createGame({ date, ...names, timeZone: "America/New_York" });
  // The organizer of this one moves it a week forward once someone has opened their gift, and back.
  const moved = await app.client.createGame({ date, ...names });
  const { token } = named(moved, "Ana");
  await app.client.readAsParticipant(moved, { participantToken: token });
  await app.client.manage(moved, "updateGameDetails", { date: inDays(8) });
  await app.client.manage(moved, "updateGameDetails", { date });
  const sealed = await app.client.createGame({ date, isSealed: true, ...names });
  const ana = await keysOf(app, sealed, "Ana");
  clock.move(72);

  // A participant who has not opened their gift can send thanks: the note goes to their giver.
  const offered = await open(app, plain, named(plain, "Ana").token);
  assert.match(offered.text, THANKS);
  const page = await open(app, plain, named(plain, "Ana").token, { rest: "/whisper?with=giver" });
  assert.match(page.text, /id="thanks"/);
  const lastDay = formatDate(addDays(date, 2), "en");
  assert(page.text.includes(`until the game closes, on ${lastDay} at the latest`), "02:00 UTC");

  const held = await open(app, moved, token);
  assert.match(held.text, /We hope you had fun, Ana/);
  assert.match(held.text, THANKS);

  const { text, status } = await open(app, sealed, ana.token);
  assert.equal(status, 200);
  assert.doesNotMatch(text, THANKS);
  const { text: whisper } = await open(app, sealed, ana.token, { rest: "/whisper?with=giver" });
  assert.doesNotMatch(whisper, /id="thanks"/);
  await app.client.readAsParticipant(sealed, { participantToken: ana.token });
  assert.match((await open(app, sealed, ana.token)).text, THANKS);
});

Deno.test("a thank-you note that is too late or too early is refused, and the typed text is shown", async () => {
  await using app = await startApp();
  using clock = new SetClock();
  const participants = ["Ana", "Ben", "Cleo"].map((name) => ({ name }));
  const game = await app.client.createGame({ date: inDays(1), participants });
  const { token } = named(game, "Ana");
  const thank = (text: string) =>
    open(app, game, token, {
      rest: "/whisper?with=giver",
      fields: { action: "sendThanks", key: crypto.randomUUID(), text },
    });
  const early = await thank("Far too early");
  assert.equal(early.status, 400);
  assert.match(early.text, /role="alert"[^]*The event isn’t over yet[^]*>Far too early</);
  clock.move(72);
  assert.equal((await thank("Short thanks")).status, 303);
  const second = await thank("A longer note");
  assert.equal(second.status, 400);
  assert.match(second.text, /role="alert"[^]*already on its way[^]*>A longer note</);
});

Deno.test("after the day of an undrawn round its page does not mention a party", async () => {
  await using app = await startApp();
  using clock = new SetClock();
  const game = await app.client.createGame({ date: inDays(1), draw: "later" });
  clock.move(72);
  const { text } = await open(app, game, named(game, "P1").token);
  assert.match(text, /Hello, P1![^]*the names were never drawn/);
  assert.doesNotMatch(text, /lovely/);
});

Deno.test("removing a wish after the event is confirmed", async () => {
  await using app = await startApp();
  using clock = new SetClock();
  const game = await app.client.createGame({
    date: inDays(1),
    participants: ["Ana", "Ben", "Cleo"].map((name) => ({ name, wish: "A kite" })),
  });
  clock.move(72);
  const { token } = named(game, "Ana");
  const fields = { action: "updateWish", wish: "", desiredGift: "" };
  const { location } = await open(app, game, token, { fields });
  assert.match(location ?? "", /\?done=updateWish#news$/);
  const { text } = await open(app, game, token, { rest: "?done=updateWish" });
  assert.match(text, /role="status"[^]*Saved\. Your giver will see it/);
});

Deno.test("a note to the list keeps the biggest wish unchanged, and asks for none", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    participants: ["Ana", "Ben", "Cleo"].map((name) => ({ name })),
  });
  const { id, token } = named(game, "Ana");
  const readOwn = async () => {
    const view = await app.client.readAsParticipant(game, { participantToken: token });
    const own = view.participants.find((one) => one.id === id);
    assert(own && "desiredGift" in own);
    return [own.desiredGift, own.wish];
  };
  // One field asks for the first wish, because there is no list yet to add a note to.
  const { text } = await open(app, game, token);
  assert.match(text, /id="wish-text"/);
  assert.doesNotMatch(text, /A note with your list|name="desiredGift"/);
  await open(app, game, token, {
    fields: { action: "updateWish", wish: "", desiredGift: "A kite" },
  });
  // A participant with a note can still change it, and the page no longer asks for a first wish.
  const wished = (await open(app, game, token)).text;
  assert.match(wished, /name="desiredGift"[^>]*value="A kite"/);
  assert.doesNotMatch(wished, /id="wish-text"/);
  await open(app, game, token, { fields: { action: "updateWish", wish: "A red one" } });
  assert.deepEqual(await readOwn(), ["A kite", "A red one"]);
});

Deno.test("an organizer who takes part does not read about themselves as another person", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    organizerName: "Olimpia",
    isSealed: true,
    generalNotes: "Something small.",
    participants: ["Olimpia", "Ben", "Cleo"].map((name) => ({ name })),
  });
  const pageOf = async (name: string) => {
    await issueClaim(app.client, game, name);
    const { token, claimToken } = await keysOf(app, game, name);
    const claim = await open(app, game, "", { rest: `/c/${claimToken}` });
    return (await open(app, game, token)).text + claim.text;
  };
  const bens = await pageOf("Ben");
  for (const words of [/A note from Olimpia/, /not even Olimpia/, /Olimpia has invited you/]) {
    assert.match(bens, words);
  }
  const own = await pageOf("Olimpia");
  assert.doesNotMatch(own, /A note from Olimpia|not even Olimpia|Olimpia has invited you/);
  assert.match(own, /nobody can see who drew whom, not even you/);
});

Deno.test("a broken seal is reported with the organizer's name, except to a participant of the same name", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    organizerName: "Olimpia",
    isSealed: true,
    participants: ["Olimpia", "Ben", "Cleo"].map((name) => ({ name })),
  });
  const broken = await app.client.manage(game, "breakSeal", {});
  const pageOf = async (name: string) => (await open(app, game, named(broken, name).token)).text;
  assert.match(await pageOf("Ben"), /Olimpia unsealed the game on/);
  assert.match(await pageOf("Olimpia"), /The organizer unsealed the game on/);
  const answer = await app.fetch(
    new Request(`http://localhost/games/${game.code}/organize`, {
      headers: { cookie: `organizer_${game.code}=${game.organizerToken}` },
    }),
  );
  assert.match(await answer.text(), /You unsealed the game on/);
});

Deno.test("the organizer's pages address an organizer who takes part directly", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    organizerName: "Olimpia",
    participants: ["Olimpia", "Ben", "Cleo"].map((name) => ({ name })),
  });
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  const read = async (rest = "") =>
    (await app.client.get(`/games/${game.code}/organize${rest}`, { cookie })).text;
  const [own, bens] = [
    await read(`/people/${named(game, "Olimpia").id}`),
    await read(`/people/${named(game, "Ben").id}`),
  ];
  const toOthers = /don’t open it yourself/;
  assert.match(bens, toOthers);
  assert.doesNotMatch(own, toOthers);
  assert.match(own, />Open my page</);
  assert.doesNotMatch(bens, />Open my page</);
  // Nobody sends themselves a message.
  assert.deepEqual([own, bens].map((page) => page.includes("https://wa.me/")), [false, true]);
  const list = await read();
  assert.match(list, />Olimpia<\/a> <span[^>]*>\(you\)</);
  assert.doesNotMatch(list, />Ben<\/a> <span/);
});

Deno.test("a request to leave leads back to the top of the page, which confirms it", async () => {
  await using app = await startApp();
  const game = await app.client.createGame();
  const { token } = named(game, "P1");
  const { location } = await open(app, game, token, { fields: { action: "leaveGame" } });
  assert.equal(location, `/games/${game.code}?done=leaveGame`);
});

Deno.test("adding to one's wish and changing it are buttons of the same kind, with their own icons", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    participants: ["Ana", "Ben", "Cleo"].map((name) => ({ name, wish: "A kite" })),
  });
  const { text } = await open(app, game, named(game, "Ana").token);
  const card = text.slice(text.indexOf('id="wishes"'), text.indexOf('id="event"'));
  const shown = [...card.matchAll(/class="btn ([^"]*)"[^>]*><svg[^>]*><use href="[^"#]*#([^"]*)/g)]
    .map(([, look, icon]) => [look?.trim(), icon]);
  assert.deepEqual(shown.slice(0, 2), [
    ["btn-outline btn-primary", "plus"],
    ["btn-outline btn-primary", "pencil"],
  ]);
});

Deno.test("a request for a different name is mentioned once while the gift stays closed", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    isSealed: true,
    participants: ["Ana", "Ben", "Cleo"].map((name) => ({ name, wish: "A kite" })),
  });
  const first = await keysOf(app, game, "Ana");
  await app.client.readAsParticipant(game, { participantToken: first.token });
  await issueClaim(app.client, game, "Ana");
  const { claimToken } = await keysOf(app, game, "Ana");
  await open(app, game, "", { rest: `/c/${claimToken}`, fields: { key: crypto.randomUUID() } });
  const { token } = await keysOf(app, game, "Ana");
  const asks = /You’ve asked for a different name/g;
  await open(app, game, token, { fields: { action: "requestReassignment" } });
  const { text } = await open(app, game, token);
  const head = text.slice(text.indexOf("<h1"), text.indexOf('id="gift"'));
  assert.match(head, /Your gift is locked for now\./);
  assert.equal(text.match(asks)?.length, 1, text.match(asks)?.join());
});

Deno.test("organizers find the way to managing on their own page, but no one else on the same device does", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ organizerName: "P1", participants: people(3) });
  const read = async (cookie: string) => {
    const address = `http://localhost/games/${game.code}`;
    const answer = await app.fetch(new Request(address, { headers: { cookie } }));
    return await answer.text();
  };
  const own = `participant_${game.code}=${named(game, "P1").token}`;
  const others = `participant_${game.code}=${named(game, "P2").token}`;
  const organizer = `organizer_${game.code}=${game.organizerToken}`;
  const link = new RegExp(`href="/games/${game.code}/organize"`);
  assert.match(await read(`${own}; ${organizer}`), link);
  assert.doesNotMatch(await read(own), link);
  // Two people share a phone.
  assert.doesNotMatch(await read(`${others}; ${organizer}`), link);
});

Deno.test("organizers find their own gift from managing, on a device that knows only the organizer's link", async () => {
  await using app = await startApp();
  const asked = { organizerName: "P1", participants: people(3) };
  const game = await app.client.createGame(asked);
  const sealed = await app.client.createGame({ ...asked, isSealed: true });
  const read = async ({ code, organizerToken }: CreatedGame) => {
    const headers = { cookie: `organizer_${code}=${organizerToken}` };
    const address = `http://localhost/games/${code}/organize`;
    const text = await (await app.fetch(new Request(address, { headers }))).text();
    return text.slice(text.indexOf("<h1"), text.indexOf("<section"));
  };
  assert(
    (await read(game)).includes(
      `href="http://localhost/games/${game.code}?participant=${named(game, "P1").token}"`,
    ),
  );
  assert.doesNotMatch(await read(sealed), /participant=|Your gift/);
});

Deno.test(
  "two people who whisper are called by their names only once everyone knows them",
  async () => {
    await using app = await startApp();
    const { client } = app;
    using clock = new SetClock();
    const game = await client.createGame({
      ...{ reveal: "afterEvent", date: inDays(1), participants: people(6) },
    });
    const pairs = receivers(game);
    const me = named(game, "P1");
    const receiver = pairs.get("P1") ?? "";
    const giver = [...pairs].find(([, name]) => name === "P1")?.[0] ?? "";
    const namesAt = async (partner: string) => {
      const answer = await app.fetch(
        new Request(`http://localhost/games/${game.code}/whisper?with=${partner}`, {
          headers: { cookie: `participant_${game.code}=${me.token}` },
        }),
      );
      assert.equal(answer.status, 200);
      const text = await answer.text();
      return new Set([...withoutKeys(text).matchAll(/\bP[1-6]\b/g)].map(([name]) => name));
    };
    const opened = { participantId: me.id, participantToken: me.token };
    await client.act(game, "confirmAssignment", opened);
    assert.deepEqual(await namesAt("giver"), new Set());
    clock.move(72);
    assert.deepEqual(await namesAt("giver"), new Set([receiver, giver]));
    assert.deepEqual(await namesAt("receiver"), new Set([receiver, giver]));
  },
);
