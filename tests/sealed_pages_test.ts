import assert from "node:assert/strict";
import { startApp, type TestApp, testAppOnBoth } from "./support/app.ts";
import type { Managed } from "./support/client.ts";
import { mailTest } from "./support/mail_app.ts";
import { people } from "./support/games.ts";
import { issueClaim, pairInRing, readWithTokens } from "./support/sealed_games.ts";
import { named } from "./support/views.ts";

/** Submits a form like a browser, or gets a page. @param cookie of the signed-in reader */
function send(
  app: TestApp,
  path: string,
  cookie: string,
  fields?: Record<string, string>,
): Promise<Response> {
  return app.fetch(
    new Request(`http://localhost${path}`, {
      headers: { cookie, "sec-fetch-site": "same-origin", "accept-language": "en" },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    }),
  );
}

const organizerCookie = ({ code, organizerToken }: Managed) =>
  `organizer_${code}=${organizerToken}`;

Deno.test("removing a rule of a drawn sealed game needs a confirmation, because all names are redrawn", async () => {
  await using app = await startApp();
  for (const isDrawn of [true, false]) {
    const game = await app.client.createGame({
      isSealed: true,
      participants: people(6),
      exclusions: [["P1", "P2"]],
      oneWayExclusions: [["P3", "P4"]],
      ...(!isDrawn && { draw: "later" as const }),
    });
    const path = `/games/${game.code}/organize/apart`;
    const cookie = organizerCookie(game);
    const [p1, p2, p3, p4] = ["P1", "P2", "P3", "P4"].map((name) => named(game, name).id);
    const page = await (await send(app, path, cookie)).text();
    assert.equal(page.includes("all names are drawn again"), isDrawn);
    const rules = async () => {
      const { exclusions, oneWayExclusions } = await app.client.readAsOrganizer(game);
      return exclusions.length + oneWayExclusions.length;
    };
    let left = await rules();
    for (const fields of [{ remove: `${p1} ${p2}` }, { removeOneWay: `${p3} ${p4}` }]) {
      if (isDrawn) {
        const pairs = await pairsOf(app, game);
        const asked = await send(app, path, cookie, fields);
        assert.equal(asked.status, 200);
        const question = await asked.text();
        assert.match(question, /all names are drawn again[^]*name="confirmed"/);
        assert.match(question, /Remove: (P1 and P2|P3 never gives to P4)/);
        assert.equal(await rules(), left);
        assert.deepEqual(await pairsOf(app, game), pairs);
      }
      const confirmed = isDrawn ? { confirmed: "on" } : {};
      const done = await send(app, path, cookie, { ...fields, ...confirmed });
      assert.equal(done.status, 303);
      const news = isDrawn ? "sealed" : "setExclusions";
      assert.equal(done.headers.get("location"), `${path}?done=${news}`);
      assert.equal(await rules(), --left);
    }
    assert.equal(left, 0);
  }
});

Deno.test("removing a keeper in a drawn sealed game needs a confirmation, because all names are redrawn", async () => {
  await using app = await startApp();
  for (const isDrawn of [true, false]) {
    const game = await app.client.createGame({
      isSealed: true,
      participants: [...people(5), { name: "Kid" }],
      keepers: [["P1", "Kid"], ["P2", "Kid"]],
      ...(!isDrawn && { draw: "later" as const }),
    });
    const [p1 = "", p2 = "", p3 = "", kid] = ["P1", "P2", "P3", "Kid"]
      .map((name) => named(game, name).id);
    const path = `/games/${game.code}/organize/people/${kid}`;
    const save = (keepers: string[], isConfirmed = false) => {
      const fields = keepers.map((keeper) => ["keeper", keeper]);
      const confirmed = isConfirmed ? [["confirmed", "on"]] : [];
      const body = new URLSearchParams([["action", "setKeepers"], ...fields, ...confirmed]);
      const headers = { cookie: organizerCookie(game), "sec-fetch-site": "same-origin" };
      return app.fetch(new Request(`http://localhost${path}`, { method: "POST", headers, body }));
    };
    const keepers = async () =>
      (await app.client.readAsOrganizer(game)).keepers.map(([one]) => one);
    assert.equal((await save([p2, p1, ""])).headers.get("location"), `${path}?done=setKeepers`);
    if (!isDrawn) {
      assert.equal((await save([p1])).headers.get("location"), `${path}?done=setKeepers`);
      assert.deepEqual(await keepers(), [p1]);
      continue;
    }
    const drawCount = async () => (await app.services.store.readGame(game.code))?.drawCount;
    assert.equal((await save([p1, p3], true)).status, 400, "a new keeper is refused");
    for (const left of [[p1], []]) {
      const before = await keepers();
      const draws = await drawCount() ?? 0;
      const asked = await save(left);
      assert.equal(asked.status, 200);
      const html = await asked.text();
      const [card = ""] = /<section[^>]* id="opener"[^]*?<\/section>/.exec(html) ?? [];
      assert.match(card, /all names are drawn again[^]*name="confirmed"/);
      assert.deepEqual(
        [...card.matchAll(/name="keeper" value="([^"]*)"/g)].map(([, one]) => one),
        left,
      );
      assert.deepEqual([await keepers(), await drawCount()], [before, draws], "nothing is done");
      const done = await save(left, true);
      assert.equal(done.headers.get("location"), `${path}?done=sealed`);
      assert.deepEqual([await keepers(), await drawCount()], [left, draws + 1]);
    }
  }
});

async function pairsOf({ services }: TestApp, { code }: Managed) {
  const game = await services.store.readGame(code);
  return game?.participants.map(({ receiver }) => receiver);
}

testAppOnBoth(
  "a place taken twice with one form is the same place, with another form it is gone",
  async (app) => {
    const game = await app.client.createGame({ isSealed: true, participants: people(4) });
    await issueClaim(app.client, game, "P2");
    const { claimToken } = await readWithTokens(app, game, "P2");
    const path = `/games/${game.code}/c/${claimToken}`;
    const page = await (await send(app, path, "")).text();
    const [, key = ""] = /name="key" value="([^"]+)"/.exec(page) ?? [];
    assert.match(key, /^[\w-]{36}$/);
    const press = async (fields: Record<string, string>) => {
      const answer = await send(app, path, "", fields);
      await answer.body?.cancel();
      return answer;
    };
    const answers = await Promise.all([press({ key }), press({ key })]);
    answers.push(await press({ key }));
    assert.deepEqual(answers.map(({ status }) => status), [303, 303, 303]);
    // The same link for each; a cookie's remaining lifetime changes every second.
    const cookies = new Set(
      answers.map(({ headers }) => headers.get("set-cookie")?.split("; Max-Age")[0]),
    );
    assert.equal(cookies.size, 1);
    const [cookie] = cookies;
    assert.match(cookie ?? "", new RegExp(`^participant_${game.code}=[^;]+$`));
    for (const fields of [{}, { key: "" }, { key: crypto.randomUUID() }]) {
      const late = await press(fields);
      assert.equal(late.status, 403);
      assert.equal(late.headers.get("set-cookie"), null);
    }
    // A later holder's conversations are not shown to the former one.
    await app.client.manage(game, "regenerateToken", { participantId: named(game, "P2").id });
    const renewed = await press({ key });
    assert.equal(renewed.status, 403);
    assert.equal(renewed.headers.get("set-cookie"), null);
  },
);

testAppOnBoth("a claim that has ended leads the device that has the place to it", async (app) => {
  const game = await app.client.createGame({ isSealed: true, participants: people(4) });
  const participantId = named(game, "P2").id;
  await issueClaim(app.client, game, "P2");
  const { claimToken } = await readWithTokens(app, game, "P2");
  await app.client.patchGame(game, { action: "claimPlace", claimToken });
  const visit = async () => {
    const { token } = named(await readWithTokens(app, game, "P2"), "P2");
    const path = `/games/${game.code}/c/${claimToken}`;
    const answer = await send(app, path, `participant_${game.code}=${token}`);
    await answer.body?.cancel();
    return [answer.status, answer.headers.get("location")];
  };
  assert.deepEqual(await visit(), [303, `/games/${game.code}`]);
  await app.client.manage(game, "regenerateToken", { participantId });
  assert.deepEqual(await visit(), [303, `/games/${game.code}`], "another link took its place");
});

mailTest(
  "a used link says where to get a new one, and slips say which links they contain",
  async (app) => {
    const game = await app.client.createGame({
      isSealed: true,
      sendEmails: true,
      organizerName: "Olga",
      participants: people(4),
    });
    const slips = await (await send(app, `/games/${game.code}/slips`, organizerCookie(game)))
      .text();
    assert.match(slips, /Print and cut along the solid lines/);
    assert.match(slips, /who have a link you can share get a slip: 0 of 4/);
    await issueClaim(app.client, game, "P2");
    const one = await (await send(app, `/games/${game.code}/slips`, organizerCookie(game))).text();
    assert.match(one, /get a slip: 1 of 4[^]*\/created#links"[^]*P2<\/h2>/);
    const { claimToken } = await readWithTokens(app, game, "P2");
    await app.client.patchGame(game, { action: "claimPlace", claimToken });
    const used = await send(app, `/games/${game.code}/c/${claimToken}`, "");
    assert.equal(used.status, 403);
    const said = await used.text();
    assert.match(said, /tell the group, and ask for a new link\.[^]*>Send me my link</);
    assert.doesNotMatch(said, /Open the game/, "this link opens nothing");
  },
);

mailTest("a person without an address needs one, or their link by hand", async (app) => {
  const game = await app.client.createGame({
    isSealed: true,
    participants: ["P1", "P2", "P3"].map((name) => ({ name })),
  });
  const path = `/games/${game.code}/organize/people/${named(game, "P2").id}`;
  const card = await (await send(app, path, organizerCookie(game))).text();
  assert.match(card, /no email address\. Add one, or share the link yourself/);
});

mailTest("a new organizer link is offered to organizers with an address", async (app) => {
  for (const organizerEmail of ["", "olga@example.org"]) {
    const game = await app.client.createGame({ organizerEmail, participants: people(4) });
    const page = await send(app, `/games/${game.code}/organize/tools`, organizerCookie(game));
    const html = await page.text();
    assert.equal(html.includes("Replace my organizer link"), organizerEmail !== "");
    assert.equal(html.includes("details#organizerEmail"), organizerEmail === "");
  }
});

for (const sendEmails of [true, false]) {
  mailTest(
    `people with an address get the link by mail if the game sends any: ${sendEmails}`,
    async (app) => {
      const game = await app.client.createGame({
        isSealed: true,
        sendEmails,
        participants: [{ name: "Ana", email: "ana@example.org" }, { name: "Ben" }, { name: "Cy" }],
      });
      const cookie = organizerCookie(game);
      const ana = `/games/${game.code}/organize/people/${named(game, "Ana").id}`;
      const links = `/games/${game.code}/created`;
      assert.equal(
        (await (await send(app, ana, cookie)).text()).includes("Gets the link by email"),
        sendEmails,
      );
      const count = async (text: string) =>
        (await (await send(app, links, cookie)).text()).split(text).length - 1;
      assert.equal(await count("Gets the link by email"), sendEmails ? 1 : 0);
      assert.equal(await count(">Create a link<"), sendEmails ? 2 : 3);
      assert.equal(await count("Create all missing links"), 1);
      assert.equal((await send(app, links, cookie, {})).status, 303);
      assert.equal(await count("Create all missing links"), 0);
      const { participants } = await app.client.readAsOrganizer(game);
      assert.equal(participants.filter(({ claim }) => claim).length, sendEmails ? 2 : 3);
    },
  );
}

Deno.test("pages say that the organizer could look wherever this is possible, also after a broken seal", async () => {
  await using app = await startApp();
  const { tokens, store } = app.services;
  for (const seal of ["none", "whole", "broken"] as const) {
    const game = await app.client.createGame({
      isSealed: seal !== "none",
      byPost: true,
      participants: people(4),
    });
    if (seal === "broken") await app.client.manage(game, "breakSeal", {});
    const kept = await store.readGame(game.code);
    assert(kept);
    const cookie = `participant_${game.code}=${tokens.participant(kept, named(kept, "P1"))}`;
    const read = async (page: string) =>
      await (await send(app, `/games/${game.code}${page}`, cookie)).text();
    const says = async (page: string) => (await read(page)).includes("link and could look");
    for (const page of ["/whisper", "/wishes", "/post"]) {
      assert.equal(await says(page), seal !== "whole", `${page}, seal: ${seal}`);
    }
    // It is said where messages are written, not again on the page that links there.
    assert(!await says(""), `own page, seal: ${seal}`);
  }
});

testAppOnBoth(
  "the page of a withheld gift reveals nothing of the pair: no message, and no name that is tried",
  async (app) => {
    const { client } = app;
    const game = await client.createGame({
      isSealed: true,
      participants: people(4).map((one) => ({ ...one, email: `${one.name}@example.org` })),
    });
    await pairInRing(app, game);
    const path = `/games/${game.code}`;
    const cookieOf = async (name: string) => {
      const { token } = named(await readWithTokens(app, game, name), name);
      return { token, cookie: `participant_${game.code}=${token}` };
    };
    const { token: participantToken, cookie: old } = await cookieOf("P1");
    const opened = await app.fetch(
      new Request(`http://localhost${path}`, {
        method: "POST",
        body: new URLSearchParams({ action: "reveal" }),
        headers: { cookie: old, "sec-fetch-site": "same-origin", accept: "application/json" },
      }),
    );
    const { seen } = await opened.json();
    assert(seen && (await client.readAsParticipant(game, { participantToken })).receiver);
    await client.manage(game, "updateParticipantDetails", {
      participantId: named(game, "P1").id,
      email: "other@example.org",
    });
    const { cookie } = await cookieOf("P1");
    const look = async () =>
      (await (await send(app, path, cookie)).text()).replace(/[0-9a-f-]{36}|nonce="[^"]*"/g, "");
    const before = await look();
    assert.match(before, /opened with your old link[^]*<p[^>]*>Wasn’t it you/);
    for (const [name, to] of [["P2", "giver"], ["P4", "receiver"], ["P3", "giver"]] as const) {
      const { token } = await cookieOf(name);
      await client.readAsParticipant(game, { participantToken: token });
      const body = { action: "sendMessage", participantToken: token, to, text: "Hello" };
      assert.equal((await client.patchGame(game, body)).status, 200);
      assert.equal(await look(), before, `${name} has written to their ${to}`);
    }
    const answers = await Promise.all(
      [seen, `${seen}x`, "nonsense"].map(async (tried) => {
        const answer = await send(app, path, cookie, { action: "confirmAssignment", seen: tried });
        return [answer.status, (await answer.text()).replace(/[0-9a-f-]{36}|nonce="[^"]*"/g, "")];
      }),
    );
    assert.deepEqual(answers[0], answers[1]);
    assert.deepEqual(answers[0], answers[2]);
  },
);

testAppOnBoth(
  "no form with a previously seen name reveals who is in a gift that is closed again",
  async (app) => {
    const { client } = app;
    const game = await client.createGame({
      isSealed: true,
      byPost: true,
      participants: people(4).map(({ name }) => ({ name })),
    });
    await pairInRing(app, game);
    const { token } = named(await readWithTokens(app, game, "P1"), "P1");
    const path = `/games/${game.code}`;
    const cookie = `participant_${game.code}=${token}`;
    const opened = await app.fetch(
      new Request(`http://localhost${path}`, {
        method: "POST",
        body: new URLSearchParams({ action: "reveal" }),
        headers: { cookie, "sec-fetch-site": "same-origin", accept: "application/json" },
      }),
    );
    const { seen } = await opened.json();
    const isClosed = async () =>
      (await app.services.store.readGame(game.code))?.participants[0]?.viewedAt === null;
    while (!await isClosed()) await client.manage(game, "reassignAll", {});
    // The same pair is restored.
    await pairInRing(app, game);
    const say = async (fields: Record<string, string>, at = path) => {
      const answer = await send(app, at, cookie, fields);
      return [answer.status, (await answer.text()).replace(/[0-9a-f-]{36}|nonce="[^"]*"/g, "")];
    };
    assert.deepEqual(
      await say({ action: "updateWish", wish: "", seen }),
      await say({ action: "updateWish", wish: "", seen: "another" }),
    );
    // A parcel cannot be marked as sent while its receiver is hidden either.
    for (const fields of [{}, { seen }]) {
      await say({ action: "setParcel", sent: "yes", ...fields }, `${path}/post`);
    }
    const stored = await app.services.store.readGame(game.code);
    assert.deepEqual(stored?.participants.flatMap(({ parcels }) => parcels), []);
    assert(await isClosed());
  },
);

testAppOnBoth(
  "while a sealed gift is closed, its place offers no file, no message in advance and no thanks",
  async (app) => {
    const { client, services: { store } } = app;
    const game = await client.createGame({
      isSealed: true,
      participants: people(4).map(({ name }) => ({ name })),
    });
    await pairInRing(app, game);
    const links = await readWithTokens(app, game, "P1");
    const tokenOf = (name: string) => named(links, name).token;
    await client.readAsParticipant(game, { participantToken: tokenOf("P1") });
    const body = { action: "sendMessage", to: "receiver", text: "Which size?" };
    const sent = await client.patchGame(game, { ...body, participantToken: tokenOf("P1") });
    assert.equal(sent.status, 200);
    const cookie = `participant_${game.code}=${tokenOf("P2")}`;
    const ahead = async () => {
      const file = await send(app, `/games/${game.code}/my-data.json`, cookie);
      const messages = await app.fetch(
        new Request(`http://localhost/api/games/${game.code}/messages`, {
          headers: { "x-participant-token": tokenOf("P2"), "x-purpose": "prefetch" },
        }),
      );
      assert.deepEqual([file.status, messages.status], [200, 200]);
      return [await file.text(), await messages.text()].map((text) => text.includes("Which size?"));
    };
    const count = async () => (await store.readMessages(links.id, 2)).length;
    const thank = async () => {
      const fields = { action: "sendThanks", text: "Thank you!" };
      const answer = await send(app, `/games/${game.code}/whisper?with=giver`, cookie, fields);
      await answer.body?.cancel();
      return [answer.status, await count()];
    };
    // The event is over.
    await store.changeGame(game.code, (before) => {
      assert(before);
      const past = { date: "2020-01-01", earliestEnd: null };
      return { game: { ...before, ...past }, outbox: null, result: undefined };
    });
    assert.deepEqual(await ahead(), [false, false]);
    assert.deepEqual(await thank(), [400, 1]);
    await client.readAsParticipant(game, { participantToken: tokenOf("P2") });
    assert.deepEqual(await ahead(), [true, true]);
    assert.deepEqual(await thank(), [303, 2]);
  },
);
