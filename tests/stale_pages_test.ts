/** Pages that were left open, forms that are sent again, and what a device stores in between. */
import assert from "node:assert/strict";
import { translator } from "@/lib/i18n/translate.ts";
import { addDays } from "@/lib/game/calendar.ts";
import { Tokens } from "@/lib/game/tokens.ts";
import { serveInProcess, startApp, type TestApp } from "./support/app.ts";
import { SetClock } from "./support/clock.ts";
import { inDays, people } from "./support/games.ts";
import { mailTest, settled } from "./support/mail_app.ts";
import { untouchedForm } from "./support/untouched_form.ts";
import { named } from "./support/views.ts";

const t = translator("en");

function send(app: TestApp, path: string, cookie: string, fields?: Record<string, string>) {
  return app.fetch(
    new Request(`http://localhost${path}`, {
      headers: { cookie: `${cookie}; lang=en`, "sec-fetch-site": "same-origin" },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    }),
  );
}

Deno.test("an organizer can sign out on the page with the button", async () => {
  await using app = await startApp();
  const game = await app.client.createGame();
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  const path = `/games/${game.code}/organize/tools`;
  const html = await (await send(app, path, cookie)).text();
  const form = html.split("<form").find((part) => part.includes('value="signOut"')) ?? "";
  const action = /action="([^"]*)"/.exec(form)?.[1] ?? path;
  const answer = await send(app, action, cookie, { action: "signOut" });
  assert.equal(answer.status, 303);
  const ended = answer.headers.getSetCookie().find((line) => line.startsWith("organizer_"));
  assert.match(ended ?? "", new RegExp(`^organizer_${game.code}=;.*Max-Age=0`));
});

Deno.test("a rule that is removed, added or saved twice redraws a sealed game once", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ isSealed: true, participants: people(9) });
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  const path = `/games/${game.code}/organize/apart`;
  const [a = "", b = ""] = ["P1", "P2"].map((name) => named(game, name).id);
  const drawn = async () => (await app.client.readAsOrganizer(game)).drawCount;
  let count = await drawn();
  const twice = async (fields: [string, string][]) => {
    for (const _ of [1, 2]) {
      const body = new URLSearchParams([...fields, ["confirmed", "on"]]);
      const answer = await app.fetch(
        new Request(`http://localhost${path}`, {
          headers: { cookie, "sec-fetch-site": "same-origin" },
          method: "POST",
          body,
        }),
      );
      assert.equal(answer.status, 303);
    }
    assert.equal(await drawn(), ++count, JSON.stringify(fields));
  };
  await twice([["member", a], ["member", b]]);
  await twice([["remove", `${a} ${b}`]]);
  await twice([["giver", a], ["receiver", b]]);
  await twice([["removeOneWay", `${a} ${b}`]]);
});

Deno.test("a different language, saved on a stale page, keeps the address", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(3) });
  const me = named(game, "P1");
  const cookie = `participant_${game.code}=${me.token}`;
  const path = `/games/${game.code}`;
  await app.client.act(game, "updateParticipantEmail", {
    ...{ participantToken: me.token, participantId: me.id },
    email: "old@example.org",
    renewLink: false,
  });
  const html = await (await send(app, path, cookie)).text();
  const form = untouchedForm(html, "email");
  assert.equal(form.email, "old@example.org");
  await app.client.act(game, "updateParticipantEmail", {
    ...{ participantToken: me.token, participantId: me.id },
    email: "new@example.org",
    renewLink: false,
  });
  assert.equal((await send(app, path, cookie, { ...form, language: "fr" })).status, 303);
  const stored = async () => (await app.services.store.readGame(game.code))?.participants[0];
  assert.deepEqual([(await stored())?.email, (await stored())?.language], [
    "new@example.org",
    "fr",
  ]);
  const newer = { ...form, email: "newer@example.org" };
  assert.equal((await send(app, path, cookie, newer)).status, 303);
  assert.deepEqual([(await stored())?.email, (await stored())?.language], [
    "newer@example.org",
    "fr",
  ]);
});

Deno.test("a page that lay open while its game was protected is still its reader's, but no successor's", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(4), isProtected: false });
  const cookie = `participant_${game.code}=${named(game, "P1").token}`;
  const path = `/games/${game.code}`;
  const look = async (at = path, as = cookie) => (await send(app, at, as)).text();
  const before = await look();
  const wishes = await look(`${path}/wishes`);
  await app.client.manage(game, "updateGameDetails", { isProtected: true });
  const after = await look();
  const marks = (html: string) => [
    / data-reader="[^"]+"/.exec(html)?.[0] ?? assert.fail(),
    / data-draft="[^"]+"/.exec(html)?.[0],
    /"owner":"[^"]+"/.exec(html)?.[0],
  ];
  assert.deepEqual(marks(after), marks(before));
  assert.deepEqual(marks(await look(`${path}/wishes`)), marks(wishes));
  assert(marks(before)[1] && marks(wishes)[2], "the drafts of a list have their owner");
  const form = { ...untouchedForm(before, "reader"), action: "updateWish", wish: "Tea" };
  assert.match((await send(app, path, cookie, form)).headers.get("location") ?? "", /updateWish/);
  const stored = () => app.services.store.readGame(game.code);
  assert.equal((await stored())?.participants[0]?.wish, "Tea");

  const { id } = named(await app.client.readAsOrganizer(game), "P1");
  const participantName = "Zoe";
  await app.client.manage(game, "replaceParticipant", { participantId: id, participantName });
  const { token } = named(await app.client.readAsOrganizer(game), "Zoe");
  const successor = `participant_${game.code}=${token}`;
  assert.notEqual(marks(await look(path, successor))[0], marks(before)[0]);
  const late = await send(app, path, successor, form);
  assert.match(late.headers.get("location") ?? "", /otherReader/);
});

Deno.test("a page that lay open while the service got a new key is still its reader's", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(3) });
  const stored = await app.services.store.readGame(game.code) ?? assert.fail();
  const [old, present] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const withKeys = async (tokens: Tokens) => ({
    ...app,
    fetch: await serveInProcess({ ...app.services, tokens }),
  });
  const before = await withKeys(new Tokens(old));
  const after = await withKeys(new Tokens(present, old));
  const token = new Tokens(old).participant(stored, named(stored, "P1"));
  const [path, cookie] = [`/games/${game.code}`, `participant_${game.code}=${token}`];
  const look = async (at: TestApp) => (await send(at, path, cookie)).text();
  const html = await look(before);
  const marks = (page: string) => page.match(/ data-(reader|draft)="[^"]+"/g);
  assert.equal(marks(html)?.length, 3);
  assert.deepEqual(marks(await look(after)), marks(html));
  const form = { ...untouchedForm(html, "reader"), action: "updateWish", wish: "Tea" };
  assert.match((await send(after, path, cookie, form)).headers.get("location") ?? "", /updateWish/);
});

Deno.test("a request that is withdrawn after it was granted promises no one the name they had", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(5) });
  const { id: participantId, token: participantToken } = named(game, "P1");
  const cookie = `participant_${game.code}=${participantToken}`;
  const path = `/games/${game.code}`;
  const ask = () =>
    app.client.act(game, "requestReassignment", { participantId, participantToken });
  const withdraw = { action: "cancelReassignmentRequest", kind: "reassign" };
  await ask();
  const kept = await send(app, path, cookie, withdraw);
  assert.equal(kept.headers.get("location"), `${path}?done=cancelReassignmentRequest#news`);
  await ask();
  await app.client.manage(game, "approveReassignment", { participantId });
  const late = await send(app, path, cookie, withdraw);
  assert.equal(late.headers.get("location"), path);
});

Deno.test("a gift that is opened in the room by two presses is seen, and by no later one", async () => {
  await using app = await startApp();
  using clock = new SetClock();
  const game = await app.client.createGame({
    isSealed: true,
    participants: people(4).map(({ name }) => ({ name })),
  });
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  const path = `/games/${game.code}/organize/room`;
  const { id } = named(game, "P1");
  const look = async () =>
    untouchedForm(await (await send(app, `${path}?who=${id}`, cookie)).text(), "participantId");
  const [form, elsewhere] = [await look(), await look()];
  const names = async () => {
    const stored = await app.services.store.readGame(game.code) ?? assert.fail();
    const { receiver } = named(stored, "P1");
    return stored.participants.find(({ number }) => number === receiver)?.name;
  };
  const press = async (fields: Record<string, string>) => {
    const answer = await send(app, path, cookie, fields);
    return answer.status === 200
      ? /<h1[^>]*>.*?(P\d)/s.exec(await answer.text())?.[1]
      : answer.headers.get("location");
  };
  assert.equal(await press(form), await names());
  assert.equal(await press(form), await names(), "the browser has dropped the first answer");
  assert.equal(await press(elsewhere), path, "the form of another page has not opened it");
  assert.equal(await press({ participantId: id }), path);
  clock.move(6 / 3600);
  assert.equal(await press(form), path, "the next person has the phone");
  clock.move(-1);
  assert.equal(await press(form), path, "a time to come is no moment ago");
});

Deno.test("a question before a draw that is answered twice draws once", async () => {
  await using app = await startApp();
  for (const isSealed of [false, true]) {
    const game = await app.client.createGame({ isSealed, participants: people(9) });
    const cookie = `organizer_${game.code}=${game.organizerToken}`;
    const path = `/games/${game.code}/organize`;
    const { id } = named(game, "P1");
    const drawn = async () => {
      const stored = await app.services.store.readGame(game.code) ?? assert.fail();
      return [stored.drawCount, ...stored.participants.map(({ receiver }) => receiver)];
    };
    for (const asked of ["reassignAll", `forceReassignParticipant&participantId=${id}`]) {
      const html = await (await send(app, `${path}/confirm?action=${asked}`, cookie)).text();
      const form = untouchedForm(html, "action");
      const before = await drawn();
      const first = await send(app, path, cookie, form);
      assert.match(first.headers.get("location") ?? "", /done=/);
      const after = await drawn();
      assert.notDeepEqual(after, before);
      const second = await send(app, path, cookie, form);
      const landing = second.headers.get("location") ?? "";
      assert.match(await (await send(app, landing, cookie)).text(), /so nothing was drawn again/);
      assert.deepEqual(await drawn(), after, `${asked}, sealed: ${isSealed}`);
    }
  }
});

Deno.test("a wish that is saved on a stale page keeps what was saved elsewhere", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ participants: people(3) });
  const me = named(game, "P1");
  const cookie = `participant_${game.code}=${me.token}`;
  const path = `/games/${game.code}`;
  const set = (fields: { wish: string; desiredGift?: string }) =>
    app.client.act(game, "updateWish", {
      ...{ participantToken: me.token, participantId: me.id },
      ...fields,
    });
  const stored = async () => {
    const one = (await app.services.store.readGame(game.code))?.participants[0];
    return [one?.desiredGift, one?.wish];
  };
  await set({ desiredGift: "bike", wish: "old\nwords" });
  const form = untouchedForm(await (await send(app, path, cookie)).text(), "wish");
  await set({ wish: "no wool, please" });
  const long = await send(app, path, cookie, { ...form, desiredGift: "x".repeat(1001) });
  assert.equal(long.status, 400);
  const again = untouchedForm(await long.text(), "wish");
  assert.deepEqual([again.desiredGift, again.wish], ["x".repeat(1001), "no wool, please"]);
  assert.equal((await send(app, path, cookie, { ...form, desiredGift: "red bike" })).status, 303);
  assert.deepEqual(await stored(), ["red bike", "no wool, please"]);
  assert.equal((await send(app, path, cookie, form)).status, 303);
  assert.deepEqual(await stored(), ["red bike", "no wool, please"], "nothing was edited");
  assert.equal((await send(app, path, cookie, { ...form, wish: "" })).status, 303);
  assert.deepEqual(await stored(), ["red bike", ""]);
});

Deno.test("presents that are mailed later get the date that the form promises", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ date: inDays(40) });
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  const path = `/games/${game.code}/organize/details`;
  const form = untouchedForm(await (await send(app, path, cookie)).text(), "sendBy");
  assert.equal((await send(app, path, cookie, { ...form, byPost: "on" })).status, 303);
  const { byPost, sendBy } = await app.client.readAsOrganizer(game);
  assert.deepEqual([byPost, sendBy], [true, addDays(game.date, -10)]);
});

Deno.test("an invitation is stored on a device until after the event", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ draw: "later", participants: [] });
  const path = `/games/${game.code}/join?invitation=${game.invitationToken}`;
  const [cookie = ""] = (await send(app, path, "")).headers.getSetCookie();
  assert(Number(/Max-Age=(\d+)/.exec(cookie)?.[1]) >= 30 * 86_400, cookie);
});

Deno.test("the list of pairs hides itself on an open page, however often it is reloaded", async () => {
  await using app = await startApp();
  using clock = new SetClock();
  const game = await app.client.createGame({ participants: people(3) });
  const cookie = `organizer_${game.code}=${game.organizerToken}`;
  const path = `/games/${game.code}/organize/pairs`;
  const asked = await send(app, path, cookie, { action: "show" });
  const [shown = ""] = asked.headers.getSetCookie().map((line) => line.split(";")[0]);
  const look = async () => {
    const page = await send(app, path, `${cookie}; ${shown}`);
    const [seconds, at] = (page.headers.get("refresh") ?? "").split("; url=");
    return { seconds: Number(seconds), at, isShown: (await page.text()).includes("<table") };
  };
  const first = await look();
  assert.deepEqual([first.at, first.isShown], [path, true]);
  assert(first.seconds > 840 && first.seconds <= 900, String(first.seconds));
  clock.move(10 / 60);
  const second = await look();
  assert(second.isShown);
  assert(second.seconds > 240 && second.seconds <= 300, String(second.seconds));
  clock.move(second.seconds / 3600);
  assert.deepEqual(await look(), { seconds: 0, at: undefined, isShown: false });
});

mailTest("opening a mail on another person's phone counts as opening it", async (app, server) => {
  const game = await app.client.createGame({ participants: people(3), sendEmails: true });
  await server.waitFor(3);
  await settled(app, 0);
  const cookie = `participant_${game.code}=${named(game, "P1").token}`;
  const { pathname, search } = new URL(server.at("p2@example.org")[0]?.link ?? "");
  const html = await (await send(app, pathname + search, cookie)).text();
  assert.match(html, /Continue as P2/);
  const answer = await send(app, `/games/${game.code}`, cookie, untouchedForm(html, "token"));
  assert.equal(answer.status, 303);
  const opened = (await app.services.store.readGame(game.code))?.participants
    .flatMap(({ name, openedEmail }) => openedEmail ? name : []);
  assert.deepEqual(opened, ["P2"]);
});

mailTest(
  "if no mail was waiting, the confirmation page mentions no mails being sent",
  async (app) => {
    const game = await app.client.createGame({ organizerEmail: "olga@example.org" });
    const stored = await app.services.store.readGame(game.code);
    assert(stored?.organizerEmail);
    const token = app.services.tokens.confirmation(stored, stored.organizerEmail);
    const path = `/confirm?${new URLSearchParams({ game: stored.id, token })}`;
    assert.equal((await send(app, path, "", {})).status, 303);
    const page = await (await send(app, path, "")).text();
    assert(page.includes(t("mail.confirmPage.doneTitle")));
    assert(!page.includes("are going out now"));
  },
);

mailTest("prefetching a mailed link does not count as opening the mail", async (app, server) => {
  const game = await app.client.createGame({ participants: people(3), sendEmails: true });
  await server.waitFor(3);
  await settled(app, 0);
  const { pathname, search } = new URL(server.at("p2@example.org")[0]?.link ?? "");
  const opened = async (headers: Record<string, string>) => {
    const link = `https://gifts.example.org${pathname}${search}`;
    assert.equal((await app.fetch(new Request(link, { headers }))).status, 303);
    return (await app.services.store.readGame(game.code))?.participants
      .flatMap(({ name, openedEmail }) => openedEmail ? name : []);
  };
  assert.deepEqual(await opened({ "sec-purpose": "prefetch" }), []);
  assert.deepEqual(await opened({}), ["P2"]);
});
