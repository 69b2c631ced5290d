import assert from "node:assert/strict";
import { startApp, type TestApp } from "./support/app.ts";
import { inDays, people } from "./support/games.ts";
import { untouchedForm } from "./support/untouched_form.ts";
import { named } from "./support/views.ts";

/** Submits a form like a browser. */
function post(
  app: TestApp,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { "sec-fetch-site": "same-origin" },
): Promise<Response> {
  return app.fetch(
    new Request(`http://localhost${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers,
    }),
  );
}

Deno.test("any form for an invalid code is refused", async () => {
  await using app = await startApp();
  for (const action of ["signIn", "pick", "signOut", "reveal", "eraseMe", "updateWish"]) {
    for (const code of ["%20", "%3B", "x%0d%0ay", "000000", "nothing"]) {
      const answer = await app.fetch(
        new Request(`http://localhost/games/${code}`, {
          method: "POST",
          headers: { "sec-fetch-site": "same-origin" },
          body: new URLSearchParams({ action, token: "x", participantId: "x" }),
        }),
      );
      assert([303, 400, 404].includes(answer.status), `${action} of ${code}: ${answer.status}`);
      await answer.body?.cancel();
    }
  }
});

Deno.test("a form with an invalid currency is shown again", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ isProtected: true });
  const cookie = `participant_${game.code}=${named(game, "P1").token}`;
  const item = { revision: "0", act: "save", "wish-title": "Tea", "wish-amount": "5" };
  for (const currency of ["", "€", "euro"]) {
    const answers = [
      await post(app, "/create", { name: "Winter", currency }),
      await post(app, `/games/${game.code}/wishes`, { ...item, "wish-currency": currency }, {
        "sec-fetch-site": "same-origin",
        cookie,
      }),
    ];
    assert.deepEqual(answers.map(({ status }) => status), [400, 400], currency);
    for (const answer of answers) await answer.body?.cancel();
  }
});

Deno.test("a list with a multi-line note that is sent twice is no conflict", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ isProtected: true });
  const cookie = `participant_${game.code}=${named(game, "P1").token}`;
  const headers = { "sec-fetch-site": "same-origin", cookie };
  const form = { revision: "0", "wish-title": "Tea", "wish-note": "Green\r\nLoose" };
  for (let time = 0; time < 2; time++) {
    const { status } = await post(app, `/games/${game.code}/wishes`, form, headers);
    assert.equal(status, 303);
  }
});

Deno.test("three names from the start page lead to a proposed name and date, fewer to the whole form", async () => {
  await using app = await startApp();
  const begin = async (...people: string[]) => {
    const fields = new URLSearchParams({ begin: "1", organizerName: " Olga " });
    for (const one of people) fields.append("people", one);
    const answer = await app.fetch(
      new Request("http://localhost/create", {
        method: "POST",
        body: fields,
        headers: { "sec-fetch-site": "same-origin", "accept-language": "en" },
      }),
    );
    assert.equal(answer.status, 200);
    return await answer.text();
  };
  const begun = await begin("Tom", "Ida");
  assert.match(begun, /<details id="who"(?![^>]* open)[^>]*>.*Olga, Tom,? and Ida/s);
  assert(begun.indexOf('name="date"') < begun.indexOf('id="who"'));
  for (const field of ["organizerName", "date", "cover", "budget", "takesPart"]) {
    assert(begun.includes(`name="${field}"`), field);
  }
  // The choice to reveal all pairs is in the visible part, and appears once.
  const [shown, folded, ...more] = begun.split('id="more"');
  assert.deepEqual([shown, folded].map((part) => part?.split('name="reveal"').length), [2, 1]);
  assert.deepEqual(more, []);
  assert.match(begun, /<input[^>]*name="name"[^>]*value="Gift Exchange 20\d\d"/);
  assert.match(begun, /<input[^>]*name="date"[^>]*value="20\d\d-\d\d-\d\d"/);
  const whole = await begin("Tom", " ");
  assert(!whole.includes('id="who"') && whole.includes("Tom"));
});

Deno.test("an unknown time zone is asked for in games that people join first, and left out otherwise", async () => {
  await using app = await startApp();
  const fields = {
    ...{ name: "Winter", date: inDays(40), currency: "EUR", language: "en" },
    ...{ people: "Ana\nBen\nCy", timeZone: "Mars/Base" },
  };
  const now = await post(app, "/create", fields);
  await now.body?.cancel();
  assert.equal(now.status, 303);
  const later = await post(app, "/create?draw=later", fields);
  assert.equal(later.status, 400);
  const html = (await later.text()).replaceAll(/<noscript>.*?<\/noscript>/gs, "");
  assert.match(html, /<details id="more"[^>]* open/);
  assert.match(html, /<input[^>]*id="timeZone"[^>]*value="Mars\/Base"/);
  assert.match(html, /href="#timeZone"/);
});

Deno.test("POST /preferences redirects to a page of ours and never to another site", async () => {
  await using app = await startApp();
  for (
    const [returnTo, expected] of [
      ["/help?x=1", "/help?x=1"],
      ["https://evil.example/", "/"],
      ["//evil.example/", "/"],
      ["/\\evil.example/", "/"],
      ["/\t/evil.example/", "/"],
      ["/.//evil.example/", "/evil.example/"],
      ["javascript:alert(1)", "/"],
      ["", "/"],
    ] as const
  ) {
    const answer = await post(app, "/preferences", { theme: "dark", returnTo });
    assert.equal(answer.status, 303, returnTo);
    assert.equal(answer.headers.get("location"), expected, returnTo);
    await answer.body?.cancel();
  }
});

Deno.test("forms of other sites are refused on every page, and change nothing", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    participants: people(4),
  });
  const cookie = `organizer_${game.code}=${game.organizerToken}; ` +
    `participant_${game.code}=${named(game, "P1").token}`;
  for (
    const [path, fields] of [
      ["/preferences", { theme: "dark" }],
      ["/create", { name: "Stolen" }],
      [`/games/${game.code}`, { action: "confirmAssignment" }],
      [`/games/${game.code}/organize`, { action: "reassignAll", confirmed: "yes" }],
      ["/recover", { code: game.code, email: "p1@example.org" }],
    ] as const
  ) {
    for (
      const headers of [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.example" },
        { origin: "null" },
      ] as const
    ) {
      const answer = await post(app, path, fields, { cookie, ...headers });
      assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)}`);
      await answer.body?.cancel();
    }
  }
  const after = await app.client.readAsOrganizer(game);
  const { emailResults: _, ...before } = game;
  assert.deepEqual(after, before);
});

Deno.test("a form with an action that its page does not have gets a page with 400", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    participants: people(3),
  });
  const me = named(game, "P1");
  const cookie = `organizer_${game.code}=${game.organizerToken}; ` +
    `participant_${game.code}=${me.token}`;
  const path = `/games/${game.code}`;
  for (const page of [path, `${path}/organize`, `${path}/organize/people/${me.id}`]) {
    for (
      const action of [
        ...["toString", "constructor", "__proto__", "hasOwnProperty", "valueOf", "", " ", "0"],
        ...["joinInvitation", "setExclusions", "removeParticipant ", "REMOVEPARTICIPANT"],
      ]
    ) {
      const answer = await post(app, page, { action, participantId: me.id }, {
        "sec-fetch-site": "same-origin",
        cookie,
      });
      const html = await answer.text();
      assert.equal(answer.status, 400, `${page} ${action}`);
      assert.match(html, /<title>That didn’t work/, `${page} ${action}`);
      assert.match(answer.headers.get("content-security-policy") ?? "", /'nonce-\w+'/);
    }
  }
  const ofNobody = { participantId: "x".repeat(101) };
  const created = await post(app, `${path}/created`, ofNobody, {
    "sec-fetch-site": "same-origin",
    cookie,
  });
  assert.equal(created.status, 400);
  assert.match(await created.text(), /<title>That didn’t work/);
  const after = await app.client.readAsOrganizer(game);
  const { emailResults: _, ...before } = game;
  assert.deepEqual(after, before);
});

Deno.test("a page shows what it refused, with the typed values", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    isProtected: true,
    participants: people(3),
  });
  const me = named(game, "P1");
  const headers = {
    "sec-fetch-site": "same-origin",
    cookie: `organizer_${game.code}=${game.organizerToken}; participant_${game.code}=${me.token}`,
  };
  const hub = `/games/${game.code}/organize`;
  const person = `${hub}/people/${me.id}`;
  for (
    const [page, fields, says] of [
      [hub, { action: "addParticipant", participantName: "p2", wish: "A kite" }, "A kite"],
      [hub, { action: "removeParticipant", participantId: me.id }, "at least three people"],
      [hub, { action: "removeParticipant", participantId: "nobody" }, "no longer in the game"],
      [hub, { action: "approveReassignment", participantId: me.id }, "already been answered"],
      [hub, { action: "sendEmail", type: "reminderAll", customMessage: "Hurry" }, "can’t send"],
      [hub, { action: "sendEmail", type: "spam" }, "doesn’t look right"],
      [person, { action: "sendEmail", type: "participant" }, "This site can’t send emails"],
      [person, { action: "updateParticipantDetails", name: "p2", wish: "A kite" }, "A kite"],
      [`/games/${game.code}`, { action: "updateWish", wish: "x".repeat(1001) }, "limit is 1000"],
    ] as const
  ) {
    const answer = await post(app, page, fields, headers);
    const html = await answer.text();
    assert.equal(answer.status, 400, `${page} ${JSON.stringify(fields)}`);
    assert(html.includes(says), `${page} ${JSON.stringify(fields)} says "${says}"`);
    assert.match(html, /<h1/);
  }
});

Deno.test("a person's form saves edited fields and keeps what they have changed themselves meanwhile", async () => {
  await using app = await startApp({ SMTP_URL: "smtp://127.0.0.1:9" });
  const game = await app.client.createGame({
    participants: people(3).map((one) => ({ ...one, email: `${one.name}@old.example` })),
  });
  const { id, token } = named(game, "P1");
  const headers = {
    "sec-fetch-site": "same-origin",
    cookie: `organizer_${game.code}=${game.organizerToken}`,
  };
  const path = `/games/${game.code}/organize/people/${id}`;
  const shown = await app.fetch(new Request(`http://localhost${path}`, { headers }));
  const untouched = untouchedForm(await shown.text(), "name");
  const own = { participantId: id, participantToken: token };
  const email = "p1@new.example";
  await app.client.patchGame(game, { action: "updateParticipantEmail", ...own, email });
  await app.client.patchGame(game, { action: "updateWish", ...own, wish: "A kite" });
  const version = async () =>
    (await app.services.store.readGame(game.code))?.participants[0]?.tokenVersion;
  const before = await version();

  const typed = { ...untouched, name: "Petra" };
  const saved = await post(app, path, typed, headers);
  await saved.body?.cancel();
  assert.equal(saved.status, 303);
  const { name, email: kept, wish } = named(await app.client.readAsOrganizer(game), "Petra");
  assert.deepEqual([name, kept, wish], ["Petra", email, "A kite"]);
  assert.equal(await version(), before, "their link goes on");

  const edited = await post(app, path, { ...typed, wish: "A drum" }, headers);
  await edited.body?.cancel();
  assert.equal(named(await app.client.readAsOrganizer(game), "Petra").wish, "A drum");

  const german = { action: "updateParticipantEmail", ...own, email, language: "de" };
  await app.client.patchGame(game, german);
  const refused = await post(app, path, { ...typed, name: " " }, headers);
  assert.equal(refused.status, 400);
  const language = /<select[^>]* name="language".*?<\/select>/s.exec(await refused.text())?.[0];
  assert.match(language ?? "", /value="de" selected/);
});

Deno.test("new participants are asked who lives with them until the names are drawn", async () => {
  await using app = await startApp();
  for (const draw of ["later", "now"] as const) {
    const { code, invitationToken } = await app.client.createGame({
      draw,
      participants: people(3),
    });
    const cookie = `invitation_${code}=${invitationToken}`;
    const url = `http://localhost/games/${code}/join`;
    const html = await (await app.fetch(new Request(url, { headers: { cookie } }))).text();
    assert.match(html, / name="participantName"/);
    assert.equal(html.includes(` name="livesWith"`), draw === "later", draw);
  }
});

Deno.test("without mail, no form says that any will be sent", async () => {
  await using app = await startApp();
  const round = await app.client.createGame({ draw: "later", participants: [] });
  const joining = await app.fetch(
    new Request(`http://localhost/games/${round.code}/join`, {
      headers: { cookie: `invitation_${round.code}=${round.invitationToken}` },
    }),
  );
  assert.doesNotMatch(await joining.text(), /email you/);
  const game = await app.client.createGame({ participants: people(3) });
  const { token } = named(game, "P1");
  const own = await app.fetch(
    new Request(`http://localhost/games/${game.code}`, {
      headers: { cookie: `participant_${game.code}=${token}` },
    }),
  );
  const html = await own.text();
  assert.match(html, /How we reach you/);
  assert.doesNotMatch(html, /by email/);
});

Deno.test("a budget without a figure is refused by forms along with all other errors, and kept if the API set it", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({ amount: "home-made", participants: people(3) });
  const headers = {
    "sec-fetch-site": "same-origin",
    cookie: `organizer_${game.code}=${game.organizerToken}`,
  };
  const hub = `/games/${game.code}/organize`;
  const fields = { name: "New name", date: inDays(40), currency: "EUR", language: "en" };
  for (const page of [`${hub}/details`, `${hub}/again`]) {
    const path = page.endsWith("again") ? { ...fields, people: "Ana\nBen\nCy" } : fields;
    const answer = await post(app, page, { ...path, name: "", amount: "a <bit>" }, headers);
    const html = await answer.text();
    assert.equal(answer.status, 400, page);
    for (const says of ["Please enter an amount", "a &lt;bit", 'href="#name"', 'href="#amount"']) {
      assert(html.includes(says), `${page} says ${says}`);
    }
    const kept = await post(app, page, { ...path, amount: "home-made" }, headers);
    await kept.body?.cancel();
    assert.equal(kept.status, 303, page);
  }
  const after = await app.client.readAsOrganizer(game);
  assert.deepEqual([after.name, after.amount], ["New name", "home-made"]);
});

Deno.test("a budget without a figure is refused with a message, even with a thousand people in the form", async () => {
  await using app = await startApp();
  const names = Array.from({ length: 1000 }, (_, index) => `P${index}`);
  const fields = {
    name: "Winter party",
    date: inDays(40),
    currency: "EUR",
    language: "en",
    people: names.join("\n"),
    exclusions: names.slice(0, 100).join(", "),
  };
  const refused = await post(app, "/create", { ...fields, amount: "a bit" });
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /Please enter an amount/);
  const taken = await post(app, "/create", { ...fields, amount: "二千円" });
  await taken.body?.cancel();
  assert.equal(taken.status, 303);
});

Deno.test("an action on one person leads back to them, one on everyone to the game", async () => {
  await using app = await startApp();
  const game = await app.client.createGame({
    participants: people(5),
  });
  const [me, other] = [named(game, "P1"), named(game, "P2")];
  const headers = {
    "sec-fetch-site": "same-origin",
    cookie: `organizer_${game.code}=${game.organizerToken}`,
  };
  const hub = `/games/${game.code}/organize`;
  for (
    const [fields, place] of [
      [{ action: "regenerateToken" }, /\/people\/[\w-]+\?done=regenerateToken$/],
      [{ action: "forceReassignParticipant" }, /\/people\/[\w-]+\?done=force\w+&moved=\d$/],
      [{ action: "addParticipant", participantName: "P6" }, /\/organize\?done=add\w+&moved=0$/],
      [{ action: "reassignAll" }, /\/organize\?done=reassignAll$/],
      [{ action: "removeParticipant" }, /\/organize\?done=remove\w+&moved=\d$/],
    ] as const
  ) {
    const answer = await post(app, hub, { ...fields, participantId: me.id }, headers);
    assert.equal(answer.status, 303, fields.action);
    assert.match(answer.headers.get("location") ?? "", place);
  }
  const gone = await post(app, `${hub}/people/${me.id}`, {}, headers);
  assert.equal(gone.headers.get("location"), `${hub}?done=gone`);
  for (const action of ["reassignAll", "archive", "removeParticipant"]) {
    const query = new URLSearchParams({ action, participantId: other.id });
    const asked = await app.fetch(
      new Request(`http://localhost${hub}/confirm?${query}`, { headers }),
    );
    const html = await asked.text();
    assert.equal(asked.status, 200, action);
    assert(html.includes(`name="action" value="${action}"`), action);
    assert.equal(html.includes(`value="${other.id}"`), action === "removeParticipant", action);
  }
  for (const action of ["toString", "addParticipant", ""]) {
    const asked = await app.fetch(
      new Request(`http://localhost${hub}/confirm?action=${action}`, { headers }),
    );
    assert.deepEqual([asked.status, asked.headers.get("location")], [303, hub], action);
  }
});

Deno.test("the organizer's own name in their list is called theirs, and has no other error", async () => {
  await using app = await startApp();
  const answer = await post(app, "/create", {
    ...{ name: "Party", date: inDays(9), organizerName: "Olga", takesPart: "on" },
    ...{ people: "Ana\nolga\nCy", currency: "EUR", language: "en" },
  });
  assert.equal(answer.status, 400);
  const text = (await answer.text()).replace(/<script.*?<\/script>/gs, "");
  assert.match(text, /“olga \(you\)” is on the list twice\. Remove one/);
  assert.doesNotMatch(text, /“olga” is on the list twice|take another look at \d/);
});
