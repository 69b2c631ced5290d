/** "Save and send the link" on a person's page: the mails, and what the organizer reads about them. */
import assert from "node:assert/strict";
import type { TestApp } from "./support/app.ts";
import type { CreatedGame } from "./support/client.ts";
import { people } from "./support/games.ts";
import { createMailedGame, hasten, mailTest, settled } from "./support/mail_app.ts";
import { named } from "./support/views.ts";

/** Clicks the button. @returns the status and the text of the final page */
async function saveAndSend(
  app: TestApp,
  { code, organizerToken, participants }: CreatedGame,
  name: string,
  email: string,
): Promise<[number, string]> {
  const path = `/games/${code}/organize/people/${named({ participants }, name).id}`;
  const headers = {
    cookie: `organizer_${code}=${organizerToken}`,
    "sec-fetch-site": "same-origin",
    "accept-language": "en",
  };
  const fields = { action: "updateParticipantDetails", from: "address", renewLink: "on", email };
  const body = new URLSearchParams(fields);
  const answer = await app.fetch(
    new Request(`http://localhost${path}`, { method: "POST", headers, body }),
  );
  const location = answer.headers.get("location");
  const text = await answer.text();
  if (location === null) return [answer.status, text];
  const page = await app.fetch(new Request(`http://localhost${location}`, { headers }));
  return [page.status, await page.text()];
}

/** The personal links in the mails to an address. */
function linksIn(arrived: readonly { to: string; text: string }[], address: string): string[] {
  return arrived.filter(({ to }) => to === address)
    .flatMap(({ text }) => text.match(/participant=[\w-]+/)?.[0] ?? []);
}

for (const isSealed of [true, false]) {
  const kind = isSealed ? "a sealed game" : "a game";
  /** In a sealed game the form itself says what it ends. */
  const renewed = isSealed
    ? /role="status"[^]*Saved\./
    : /role="status"[^]*P2 has a new link\. The old one no longer works\./;

  mailTest(
    `in ${kind} an unchanged address gets the link once more, and the page says so`,
    async (app, server) => {
      const game = await createMailedGame(app, { isSealed });
      await settled(app, 0);
      server.arrived.length = 0;
      const [status, page] = await saveAndSend(app, game, "P2", "P2@example.org");
      assert.equal(status, 200);
      assert.match(page, /role="status"[^]*Saved\.[^]*Emails sent: 1\./);
      assert.deepEqual(server.arrived.map(({ to }) => to), ["P2@example.org"]);
      assert.equal(linksIn(server.arrived, "P2@example.org").length, 1);
    },
  );

  mailTest(
    `in ${kind} a different address gets the new link once, and the old one ends`,
    async (app, server) => {
      const game = await createMailedGame(app, { isSealed });
      await settled(app, 0);
      const [old = assert.fail()] = linksIn(server.arrived, "p2@example.org");
      server.arrived.length = 0;
      const [status, page] = await saveAndSend(app, game, "P2", "new@example.org");
      assert.equal(status, 200);
      assert.match(page, renewed);
      await settled(app, 0);
      assert.deepEqual(server.arrived.map(({ to }) => to).sort(), [
        "new@example.org",
        "p2@example.org",
      ]);
      assert.deepEqual(linksIn(server.arrived, "p2@example.org"), []);
      const [link = assert.fail()] = linksIn(server.arrived, "new@example.org");
      assert.notEqual(link, old);
      const open = async (own: string) => {
        const token = own.slice("participant=".length);
        return (await app.client.getGame(game, { participantToken: token })).status;
      };
      assert.equal(await open(old), 403);
      assert.equal(await open(link), 200);
    },
  );

  mailTest(`in ${kind} a removed address gets no link`, async (app, server) => {
    const game = await createMailedGame(app, { isSealed });
    await settled(app, 0);
    server.arrived.length = 0;
    const [status, page] = await saveAndSend(app, game, "P2", "");
    assert.equal(status, 200);
    assert.match(page, renewed);
    assert.equal(named(await app.client.readAsOrganizer(game), "P2").email, "");
    assert.deepEqual(linksIn(server.arrived, "p2@example.org"), []);
  });

  mailTest(
    `in ${kind} an address that refused its only email can be removed`,
    async (app, server) => {
      server.behaviour.refuse = (address) =>
        address === "p2@example.org" ? { code: 550, message: "5.1.1 No such user" } : null;
      const game = await createMailedGame(app, { isSealed });
      await settled(app, 0);
      const [status, page] = await saveAndSend(app, game, "P2", "");
      assert.equal(status, 200);
      assert.match(page, /role="status"[^]*Saved\./);
      assert.doesNotMatch(page, /role="alert"/);
      assert.equal(named(await app.client.readAsOrganizer(game), "P2").email, "");
    },
  );
}

mailTest(
  "the page of links shows remaining links first, and folds those that were sent",
  async (app) => {
    // Only several links could reach the wrong people.
    const left = [
      { byHand: ["P1"], main: "WhatsApp", areSeveral: false },
      { byHand: ["P1", "P2"], main: null, areSeveral: true },
      { byHand: [], main: "Manage the game", areSeveral: false },
      // The organizer has their own link already.
      { byHand: ["P1"], self: "P1", main: "Manage the game", areSeveral: false },
      { byHand: ["P1", "P2"], self: "P1", main: "WhatsApp", areSeveral: false },
    ];
    for (const { byHand, self, main, areSeveral } of left) {
      const participants = people(3).map((one) =>
        byHand.includes(one.name) ? { name: one.name } : one
      );
      const game = await createMailedGame(app, { participants });
      const { code, organizerToken } = game;
      await settled(app, 0);
      const own = self ? `; participant_${code}=${named(game, self).token}` : "";
      const headers = {
        cookie: `organizer_${code}=${organizerToken}${own}`,
        "accept-language": "en",
      };
      const url = `http://localhost/games/${code}/created`;
      const page = await (await app.fetch(new Request(url, { headers }))).text();
      const filled = page.match(/<a class="btn btn-primary(?! btn-outline)[^]*?<\/a>/g) ?? [];
      assert.deepEqual(filled.map((one) => main && one.includes(main)), main ? [true] : []);
      assert.equal(page.includes("Give each person"), areSeveral);
      assert.match(page, /<details class="group\/sent[^"]*" ?>/);
    }
  },
);

mailTest(
  "in a sealed game the form names what it ends only if a person has a link",
  async (app) => {
    const show = async ({ code, organizerToken }: CreatedGame, id: string) => {
      const headers = { cookie: `organizer_${code}=${organizerToken}`, "accept-language": "en" };
      const url = `http://localhost/games/${code}/organize/people/${id}`;
      return await (await app.fetch(new Request(url, { headers }))).text();
    };
    const points = /The old link will stop working immediately[^]*Save and send the link/;
    for (const isSealed of [true, false]) {
      const game = await app.client.createGame({
        ...{ isSealed, draw: "later", participants: [{ name: "Ana" }, { name: "Ben" }] },
      });
      const { invitationToken } = await app.client.readAsOrganizer(game);
      const join = { action: "joinInvitation", invitationToken, participantName: "Cy" };
      assert.equal((await app.client.patchGame(game, join)).status, 200);
      const { participants } = await app.client.readAsOrganizer(game);
      const joined = await show(game, named({ participants }, "Cy").id);
      assert.match(joined, /Save and send the link/);
      assert.equal(points.test(joined), isSealed);
      const noLink = await show(game, named({ participants }, "Ben").id);
      assert.match(noLink, /Save and send the link/);
      assert.doesNotMatch(noLink, points);
    }
  },
);

mailTest(
  "a different address on the page of links ends the first one's link, and the organizer stays signed in",
  async (app, server) => {
    const game = await createMailedGame(app, { organizerEmail: "", sendEmails: false });
    const url = `http://localhost/games/${game.code}/created`;
    let cookie = `organizer_${game.code}=${game.organizerToken}`;
    for (const organizerEmail of ["wrong@example.org", "right@example.org"]) {
      const body = new URLSearchParams({ action: "updateGameDetails", organizerEmail });
      const headers = { cookie, "sec-fetch-site": "same-origin" };
      const answer = await app.fetch(new Request(url, { method: "POST", headers, body }));
      await answer.body?.cancel();
      assert.equal(answer.status, 303, organizerEmail);
      const set = answer.headers.getSetCookie().find((one) => one.startsWith("organizer_"));
      cookie = set?.split(";")[0] ?? cookie;
      await settled(app, 0);
    }
    const shown = await app.fetch(new Request(url, { headers: { cookie } }));
    await shown.body?.cancel();
    assert.equal(shown.status, 200);
    const links = server.arrived.filter(({ to }) => to === "right@example.org")
      .flatMap(({ text }) => text.match(/[?&]token=([\w-]+)/)?.[1] ?? []);
    assert.deepEqual(links, [cookie.split("=")[1]]);
    assert.equal(
      (await app.client.getGame(game, { organizerToken: game.organizerToken })).status,
      403,
      "the first link has ended",
    );
  },
);

mailTest("a double click sends the new link once", async (app, server) => {
  const game = await createMailedGame(app);
  await settled(app, 0);
  server.arrived.length = 0;
  server.behaviour.refuse = () => ({ code: 451, message: "4.7.1 Try again later" });
  for (const told of [/The old one no longer works\./, /Saved\./]) {
    const [status, page] = await saveAndSend(app, game, "P2", "new@example.org");
    assert.equal(status, 200);
    assert.match(page, told);
  }
  server.behaviour.refuse = () => null;
  await hasten(app);
  await settled(app, 0);
  assert.equal(linksIn(server.arrived, "new@example.org").length, 1);
});

mailTest(
  "if the link could not be sent, the page says what was saved and what was not",
  async (app, server) => {
    const game = await createMailedGame(app, { sendEmails: false });
    const limits = app.services.mail?.limits;
    assert(limits);
    assert.throws(() => {
      for (;;) limits.mails("192.0.2.1", 1, performance.now());
    }, { code: "TOO_MANY_MAILS" });
    const [status, page] = await saveAndSend(app, game, "P2", "new@example.org");
    assert.equal(status, 400);
    assert.match(page, /role="status"[^]*Saved\./);
    assert.match(page, /role="alert"[^]*Too many emails went out/);
    const { participants } = await app.client.readAsOrganizer(game);
    assert.equal(named({ participants }, "P2").email, "new@example.org");
    await settled(app, 0);
    assert.deepEqual(linksIn(server.arrived, "new@example.org"), []);
  },
  // The mails of a client are only limited if this is set.
  { RATE_LIMIT: "1000000" },
);
