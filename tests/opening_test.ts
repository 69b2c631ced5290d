import assert from "node:assert/strict";
import { z } from "zod";
import { startApp, type TestApp, testAppOnBoth } from "./support/app.ts";
import type { Answer, CreatedGame, Managed } from "./support/client.ts";
import { people } from "./support/games.ts";
import { readWithTokens } from "./support/sealed_games.ts";
import { named, ownRecord, receiverOf } from "./support/views.ts";

const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };

/** A protected game in which each has a wish of their own. */
function createGame({ client }: TestApp, isProtected = true): Promise<CreatedGame> {
  return client.createGame({
    isProtected,
    participants: people(4).map((one) => ({ ...one, wish: `wish of ${one.name}` })),
  });
}

/** True if an answer to a participant contains someone else's wish. */
function showsGift({ text }: Answer, name: string): boolean {
  return text.replaceAll(`wish of ${name}`, "").includes("wish of");
}

async function isOpened({ client }: TestApp, game: Managed, name = "P1"): Promise<boolean> {
  return named(await client.readAsOrganizer(game), name).viewedAt !== null;
}

/** A page as seen by a signed-in participant. */
async function look(
  app: TestApp,
  path: string,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await app.fetch(
    new Request(`http://localhost${path}`, { headers: { cookie, ...headers } }),
  );
  return await answer.text();
}

function press(
  app: TestApp,
  path: string,
  cookie: string,
  headers: Record<string, string> = SAME_ORIGIN,
  fields: Record<string, string> = {},
): Promise<Response> {
  return app.fetch(
    new Request(`http://localhost${path}`, {
      method: "POST",
      body: new URLSearchParams({ action: "reveal", ...fields }),
      headers: { cookie, ...headers },
    }),
  );
}

testAppOnBoth("no address shows a gift; a press does, once", async (app) => {
  const game = await createGame(app);
  const { id, token } = named(game, "P1");
  const at = `/games/${game.code}`;
  const cookie = `participant_${game.code}=${token}`;
  const receiver = game.participants.find((one) => one.id === receiverOf(game, id));
  const isShown = (html: string) => html.includes(`wish of ${receiver?.name}`);
  const addresses = [
    at,
    `${at}?revealed=1`,
    `${at}?opened=${id}`,
    `${at}?done=confirmAssignment`,
    `${at}?participant=${token}&revealed=1`,
    `${at}/gift`,
    `${at}/gift?revealed=1`,
  ];
  const assertWrapped = async () => {
    for (const path of addresses) {
      assert(!isShown(await look(app, path, cookie)), `${path} shows the gift`);
    }
  };
  await assertWrapped();
  // Not even when the address says that it was just opened.
  assert(!isShown(await look(app, `${at}/gift`, `${cookie}; gift_${game.code}=own`)));
  assert.equal(await isOpened(app, game), false);
  const foreign = await press(app, at, cookie, { "sec-fetch-site": "cross-site" });
  assert.equal(foreign.status, 403);
  assert.equal(await isOpened(app, game), false);

  const pressed = await press(app, at, cookie);
  assert.equal(pressed.status, 303);
  assert.equal(pressed.headers.get("location"), `${at}/gift`);
  assert.equal(await isOpened(app, game), true);
  await assertWrapped();
  const glance = pressed.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  const shown = await app.fetch(
    new Request(`http://localhost${at}/gift`, { headers: { cookie: `${cookie}; ${glance}` } }),
  );
  assert(isShown(await shown.text()), "shown after the press");
  assert.equal(shown.headers.get("cache-control"), "no-store");
  assert.equal(shown.headers.get("refresh"), `60; url=${at}`, "and for a minute");
  assert.match(shown.headers.get("set-cookie") ?? "", new RegExp(`gift_${game.code}=;.*Max-Age=0`));

  // It contains another person: it is closed again.
  await app.client.manage(game, "forceReassignParticipant", { participantId: id });
  const next = await look(app, `${at}/gift`, `${cookie}; ${glance}`);
  assert(!/wish of P[2-4]/.test(next), "the next one is not shown by what was allowed before");
  const kept = await press(app, at, cookie, SAME_ORIGIN, { stays: "yes" });
  assert.equal(kept.headers.get("location"), at, "a gift that is to stay open has closed");
  assert.equal(await isOpened(app, game), false);
});

Deno.test("a click through a script opens the gift and returns its content", async () => {
  await using app = await startApp();
  const game = await createGame(app);
  const { id, token } = named(game, "P1");
  const cookie = `participant_${game.code}=${token}`;
  const headers = { ...SAME_ORIGIN, accept: "application/json" };
  const answer = await press(app, `/games/${game.code}`, cookie, headers);
  const receiver = game.participants.find((one) => one.id === receiverOf(game, id));
  const { seen, ...gift } = await answer.json();
  const { name, wish } = receiver ?? {};
  const own = { desiredGift: "", wishes: [], markedWishes: [] };
  const said = { hasAskedForWish: false, hasConfirmed: false, hasAsked: false };
  assert.deepEqual(gift, { name, wish, ...own, ...said });
  assert.match(seen, /^[\w-]{22}$/);
  assert(!game.participants.some((one) => [one.id, one.token].includes(seen)), "names nobody");
  assert.equal(await isOpened(app, game), true);
  assert.equal((await press(app, `/games/${game.code}`, "", headers)).status, 401);
  const asked = await press(app, `/games/${game.code}`, "");
  assert.equal(asked.headers.get("location"), `/games/${game.code}`, "asks who is there");
});

testAppOnBoth("previews and prefetches open nothing", async (app) => {
  const game = await createGame(app);
  const third = named(game, "P3");
  const { token } = named(game, "P1");
  const link = `/games/${game.code}?participant=${token}`;
  const cookie = `participant_${game.code}=${token}`;
  for (const [path, signed] of [[link, ""], [`/games/${game.code}/gift`, cookie]] as const) {
    for (
      const headers of [
        { "user-agent": "WhatsApp/2.23" },
        { "sec-purpose": "prefetch" },
        { "sec-purpose": "prefetch;prerender" },
        { purpose: "prefetch" },
        { "x-moz": "prefetch" },
      ] as const
    ) await look(app, path, signed, { ...headers });
  }
  for (const [name, rest] of [["P1", ""], ["P2", "/my-data"]] as const) {
    const api = `/api/games/${game.code}${rest}?participantToken=${named(game, name).token}`;
    await app.client.send("HEAD", api);
    for (const header of ["sec-purpose", "purpose", "x-purpose", "x-moz"]) {
      const ahead = await app.client.get(api, {
        [header]: header === "x-purpose" ? "preview" : "prefetch",
      });
      assert.equal(ahead.status, 200);
      assert(!showsGift(ahead, name), `${api} fetched ahead`);
    }
    assert.equal(await isOpened(app, game, name), false, api);
    assert(showsGift(await app.client.get(api), name), api);
    assert.equal(await isOpened(app, game, name), true, api);
    const ahead = await app.client.get(api, { "x-purpose": "prefetch" });
    assert(showsGift(ahead, name), `${api} once it is opened`);
  }
  await look(app, `/games/${game.code}/my-data.json`, `participant_${game.code}=${third.token}`);
  assert.equal(await isOpened(app, game, "P3"), false);
});

testAppOnBoth("an API answer that contains the pair opens the gift", async (app) => {
  const { client } = app;
  const hidden = await createGame(app);
  const [p1, p2] = [named(hidden, "P1"), named(hidden, "P2")];
  await client.act(hidden, "updateWish", { participantId: p1.id, wish: "Tea" });
  assert.equal(await isOpened(app, hidden), false, "an id alone shows no pair");
  const seen = await client.act(hidden, "updateWish", {
    participantId: p2.id,
    participantToken: p2.token,
    wish: "Tea",
  });
  assert.equal(seen.assignments.length, 1);
  assert.notEqual(ownRecord(seen).viewedAt, null);
  assert.equal(await isOpened(app, hidden, "P2"), true);
  const late = await client.join(hidden, {
    invitationToken: hidden.invitationToken,
    participantName: "Late",
  });
  assert.equal(late.assignments.length, 1);
  assert.equal(await isOpened(app, hidden, "Late"), true);

  const open = await createGame(app, false);
  const { id: participantId } = named(open, "P1");
  await client.readPublic(open);
  assert.equal(await isOpened(app, open), false);
  await client.readAsParticipant(open, { participantId });
  assert.equal(await isOpened(app, open), true, "who reads it by an id is told of another");
});

Deno.test("a participant who joins on a page finds the gift wrapped", async () => {
  await using app = await startApp();
  const game = await createGame(app);
  const path = `/games/${game.code}/join`;
  const cookie = `invitation_${game.code}=${game.invitationToken}`;
  const [, key = ""] = /name="key" value="([^"]+)"/.exec(await look(app, path, cookie)) ?? [];
  assert.match(key, /^[\w-]{36}$/);
  const join = (fields: Record<string, string>) =>
    app.fetch(
      new Request(`http://localhost${path}`, {
        method: "POST",
        body: new URLSearchParams({ key, ...fields }),
        headers: { cookie, ...SAME_ORIGIN },
      }),
    );
  const answers = await Promise.all([1, 2, 3].map(() => join({ participantName: "Late" })));
  const cookies = new Set(answers.map(({ headers }) => headers.get("set-cookie")));
  for (const { status } of answers) assert.equal(status, 303);
  assert.equal(cookies.size, 1, "sent three times, one person");
  assert.equal(await isOpened(app, game, "Late"), false);
  assert.equal(
    (await join({ participantName: "Late", wish: "Tea" })).status,
    400,
    "said otherwise",
  );
  assert.equal(
    (await join({ participantName: "Sister" })).status,
    303,
    "the same form for another",
  );
  assert.equal((await join({ participantName: "Late", key: "" })).status, 400);
  assert.equal((await app.client.readAsOrganizer(game)).participants.length, 6);
});

testAppOnBoth(
  "a form sent twice creates one game, equal forms of two people create two",
  async (app) => {
    const form = {
      name: "Office party",
      date: "2099-12-20",
      people: "Ana\nBen\nCleo",
      currency: "EUR",
      language: "en",
    };
    const send = async (fields: Record<string, string>) => {
      const answer = await app.fetch(
        new Request("http://localhost/create", {
          method: "POST",
          body: new URLSearchParams({ ...form, ...fields }),
          headers: SAME_ORIGIN,
        }),
      );
      assert.equal(answer.status, 303, await answer.text());
      return answer.headers.get("location");
    };
    const key = crypto.randomUUID();
    const twice = await Promise.all([send({ key }), send({ key }), send({ key })]);
    assert.equal(new Set(twice).size, 1);
    assert.equal(await send({ key }), twice[0]);
    const others = await Promise.all([
      send({}),
      send({}),
      send({ key: "" }),
      send({ key: crypto.randomUUID() }),
      send({ key, name: "Another party" }),
    ]);
    assert.equal(new Set([...others, twice[0]]).size, 6);
  },
);

Deno.test("a page opened with only a name shows no address, and keeps it", async () => {
  await using app = await startApp();
  const game = await createGame(app, false);
  const { id, email, token } = named(game, "P1");
  const path = `/games/${game.code}`;
  const cookie = `participant_${game.code}=id.${id}`;
  const html = await look(app, path, cookie);
  assert(!html.includes(email), "an address by a name alone");
  assert.match(html, /We already have an address for you/);
  assert((await look(app, path, `participant_${game.code}=${token}`)).includes(email));
  const save = (fields: Record<string, string>) =>
    app.fetch(
      new Request(`http://localhost${path}`, {
        method: "POST",
        body: new URLSearchParams({ action: "updateParticipantEmail", ...fields }),
        headers: { cookie, ...SAME_ORIGIN },
      }),
    );
  assert.equal((await save({ email: "", language: "it" })).status, 303);
  const kept = named(await app.client.readAsOrganizer(game), "P1");
  assert.deepEqual([kept.email, kept.language], [email, "it"]);
  assert.equal((await save({ email: "nonsense", language: "it" })).status, 400);
  assert.equal((await save({ email: "new@example.org", language: "it" })).status, 303);
  assert.equal(named(await app.client.readAsOrganizer(game), "P1").email, "new@example.org");
});

testAppOnBoth("an answer given to one name does not count for another", async (app) => {
  for (const isSealed of [false, true]) {
    const game = await app.client.createGame({
      isSealed,
      participants: people(4).map(({ name }) => ({ name })),
    });
    const { id } = named(game, "P1");
    const { token } = named(await readWithTokens(app, game, "P1"), "P1");
    const at = `/games/${game.code}`;
    const cookie = `participant_${game.code}=${token}`;
    const open = async (): Promise<string> => {
      const answer = await press(app, at, cookie, { ...SAME_ORIGIN, accept: "application/json" });
      return z.object({ seen: z.string() }).parse(await answer.json()).seen;
    };
    const say = (action: string, seen: string) =>
      app.fetch(
        new Request(`http://localhost${at}`, {
          method: "POST",
          body: new URLSearchParams({ action, seen }),
          headers: { cookie, "accept-language": "en", ...SAME_ORIGIN },
        }),
      );
    const own = async () =>
      ownRecord(await app.client.readAsParticipant(game, { participantToken: token }));
    const before = await open();
    const view = await app.client.readAsParticipant(game, { participantToken: token });
    assert(view.receiver);
    const others = game.participants.filter((one) => one.id !== id);
    // Another person takes their receiver's place.
    const gone = others.find(({ name }) => name === view.receiver?.name);
    assert(gone);
    await app.client.manage(game, "replaceParticipant", {
      participantId: gone.id,
      participantName: "Newcomer",
    });
    for (const action of ["confirmAssignment", "requestReassignment"]) {
      for (const seen of [before, "nonsense", ""]) {
        const refused = await say(action, seen);
        assert.equal(refused.status, 400);
        assert.match(await refused.text(), /changed since you opened it/);
      }
    }
    const write = (seen: string) =>
      app.fetch(
        new Request(`http://localhost${at}/whisper?with=receiver`, {
          method: "POST",
          body: new URLSearchParams({ action: "sendMessage", text: "Tea or coffee?", seen }),
          headers: { cookie, "accept-language": "en", ...SAME_ORIGIN },
        }),
      );
    const late = await write(before);
    assert.equal(late.status, 400);
    const told = await late.text();
    assert.match(told, /changed since you opened it/, "the gift is closed again");
    assert(told.includes("Tea or coffee?"), "and what was written is not lost");
    const untouched = await own();
    assert.equal(untouched.hasConfirmedAssignment, false);
    assert.equal(untouched.hasPendingReassignmentRequest, false);
    const after = await open();
    assert.notEqual(after, before);
    assert.equal((await say("confirmAssignment", after)).status, 303);
    const other = await write(before);
    assert.equal(other.status, 400, "a page left open sends nothing to the next receiver");
    const again = await other.text();
    for (const shown of ["changed since", "Tea or coffee?"]) assert(again.includes(shown), shown);
    assert.equal((await write(after)).status, 303);
    assert.equal((await own()).hasConfirmedAssignment, true);
  }
});
