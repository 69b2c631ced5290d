import assert from "node:assert/strict";
import { unsubscribePath } from "@/lib/browser/links.ts";
import { ENGLISH } from "@/lib/i18n/translate.ts";
import { addressKey } from "@/lib/game/identity.ts";
import { refuses } from "./support/client.ts";
import { inDays, people } from "./support/games.ts";
import {
  assertEachOnce,
  createMailedGame,
  FIVE,
  mailTest,
  makeDue,
  NOTHING_SENT,
  ORGANIZER,
  settled,
} from "./support/mail_app.ts";
import { sql } from "./support/sql.ts";
import { named } from "./support/views.ts";
import { until } from "./support/until.ts";

mailTest(
  "without sendEmails nothing is sent automatically, and requested mails are sent",
  async (app, server) => {
    const game = await createMailedGame(app, { sendEmails: false });
    assert.deepEqual(game.emailResults, NOTHING_SENT);
    await app.client.manage(game, "updateGameDetails", { location: "Elsewhere" });
    const { sent } = await app.client.sendEmail(game, { type: "allParticipants", language: "de" });
    assert.equal(sent, 5);
    assertEachOnce(server, FIVE);
    assert.ok(
      server.arrived.every(({ parsed }) => parsed.headers.get("content-language") === "de"),
    );
  },
);

mailTest(
  "one click ends reminders and notices, but not one's own assignment",
  async (app, server) => {
    const game = await createMailedGame(app);
    const { code } = game;
    const first = server.at("p1@example.org")[0]?.parsed.headers.get("list");
    assert.ok(first && typeof first === "object" && "unsubscribe" in first);
    const stored = await app.services.store.readGame(code);
    assert.ok(stored);
    const { tokens } = app.services;
    const path = unsubscribePath(
      stored.id,
      tokens.unsubscribe(stored, addressKey("p1@example.org")),
      tokens.declining("p1@example.org"),
    );
    assert.deepEqual(first.unsubscribe, { url: `https://gifts.example.org${path}` });
    const oneClick = () =>
      app.fetch(
        new Request(`http://localhost${path}`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: "List-Unsubscribe=One-Click",
        }),
      );
    assert.equal((await app.fetch(new Request(`http://localhost${path}`))).status, 200);
    server.arrived.length = 0;
    const remindAll = () =>
      app.client.sendEmail(game, { type: "reminderAll", customMessage: "Soon" });
    assert.equal((await remindAll()).sent, 5, "Looking at the page ends nothing");
    server.arrived.length = 0;
    assert.equal((await oneClick()).status, 200);
    assert.equal((await oneClick()).status, 200);
    assert.equal((await remindAll()).sent, 4);
    assert.deepEqual(server.at("p1@example.org"), []);
    const participantId = named(game, "P1").id;
    const one = await app.client.post("/api/email/send", {
      code,
      organizerToken: game.organizerToken,
      type: "reminder",
      participantId,
    });
    refuses(one, 400, "UNSUBSCRIBED");
    await app.client.manage(game, "updateGameDetails", { location: "X" });
    await server.waitFor(8);
    await settled(app, 0);
    assert.deepEqual(server.at("p1@example.org"), []);
    await app.client.sendEmail(game, { type: "participant", participantId });
    assert.equal(server.at("p1@example.org").length, 1);
    const wrong = await app.fetch(
      new Request(`http://localhost${path.replaceAll(/.{3}(?=&all|$)/g, "abc")}`, {
        method: "POST",
        body: new URLSearchParams("List-Unsubscribe=One-Click"),
      }),
    );
    assert.equal(wrong.status, 404);
  },
);

mailTest(
  "the link in a game's mail undoes the opt-out even after its address has left the game",
  async (app, server) => {
    const game = await createMailedGame(app);
    const link = server.at("p1@example.org")[0]?.text.match(/\S+(\/unsubscribe\?\S+)/)?.[1];
    const open = (body?: string) =>
      app.fetch(
        new Request(`http://localhost${link}`, {
          ...body && { method: "POST", body: new URLSearchParams(body) },
        }),
      );
    const { tokens, store } = app.services;
    const isDeclined = () => store.limits.isDeclined(tokens.mailKey("p1@example.org"));
    assert.equal((await open("never=yes")).status, 303);
    assert.equal(await isDeclined(), true);
    await app.client.manage(game, "updateParticipantDetails", {
      participantId: named(game, "P1").id,
      email: "other@example.org",
    });
    const page = await open();
    const { resume } = ENGLISH.mail.unsubscribePage.never;
    assert.deepEqual([page.status, (await page.text()).includes(resume)], [200, true]);
    assert.equal((await open("never=no")).status, 303);
    assert.equal(await isDeclined(), false);
  },
);

mailTest(
  "a recovery says the same for known and unknown addresses, and mails only the known",
  async (app, server) => {
    const { code } = await createMailedGame(app, { sendEmails: false });
    const ask = (type: string, email: string) =>
      app.client.post("/api/email/send", { code, type, email });
    const answers = [
      await ask("recoverOrganizerLink", ORGANIZER),
      await ask("recoverOrganizerLink", "p1@example.org"),
      await ask("recoverOrganizerLink", "nobody@example.org"),
      await ask("recoverParticipantLink", "P1@Example.org"),
      await ask("recoverParticipantLink", "nobody@example.org"),
    ];
    for (const { status, text } of answers) {
      assert.equal(status, 200);
      assert.equal(text, answers[0]?.text);
    }
    await server.waitFor(2);
    await settled(app, 0);
    assertEachOnce(server, [ORGANIZER, "p1@example.org"]);
    for (let count = 3; count < 10; count++) {
      await ask("recoverParticipantLink", "p2@example.org");
      if (count <= 7) await server.waitFor(count);
      await settled(app, 0);
    }
    assert.equal(server.at("p2@example.org").length, 5, "not more than five an hour");
  },
);

mailTest(
  "a requested link goes to no address that is entered while its mail waits",
  async (app, server) => {
    const game = await createMailedGame(app, { sendEmails: false });
    assert(app.services.mail);
    app.services.mail.recoverySpan = 3600;
    for (const email of ["p1@example.org", "p2@example.org"]) {
      const request = { code: game.code, type: "recoverParticipantLink", email };
      await app.client.post("/api/email/send", request);
    }
    const queued = () =>
      sql(
        app.services,
        "select id from outbox where kind = 'participantRecovery' and status = 'queued'",
      );
    await until(async () => (await queued()).length === 2, "both mails wait");
    await app.client.manage(game, "updateParticipantDetails", {
      participantId: named(game, "P1").id,
      email: "stranger@example.org",
    });
    await makeDue(app);
    await until(async () => (await queued()).length === 0, "both are done");
    assert.deepEqual(server.at("stranger@example.org"), []);
    assert.equal(server.at("p2@example.org").length, 1);
  },
  { MAIL_CONFIRM: "organizer" },
);

mailTest(
  "the requests after a recovery meet the same work for known and unknown addresses",
  async (app, server) => {
    const { code } = await createMailedGame(app, { sendEmails: false });
    assert(app.services.mail);
    app.services.mail.recoverySpan = 3600;
    for (const email of ["p1@example.org", "nobody@example.org"]) {
      await app.client.post("/api/email/send", { code, type: "recoverParticipantLink", email });
    }
    const waiting = () =>
      sql<{ recipient: number | null; status: string; attempts: number }>(
        app.services,
        "select recipient, status, attempts from outbox where kind = 'participantRecovery' order by id",
      );
    await until(async () => (await waiting()).length >= 2, "both mails wait");
    // Both wait in the database, and nothing is composed or sent yet.
    assert.deepEqual((await waiting()).map((row) => ({ ...row })), [
      { recipient: 1, status: "queued", attempts: 0 },
      { recipient: null, status: "queued", attempts: 0 },
    ]);
    assert.equal(server.arrived.length, 0);
    // Once due, one arrives and the other disappears without a trace.
    await sql(app.services, "update outbox set due_at = created_at");
    app.services.mail.wake();
    await server.waitFor(1);
    await settled(app, 0);
    assertEachOnce(server, ["p1@example.org"]);
    assert.deepEqual((await waiting()).map(({ recipient }) => recipient), [1]);
  },
);

mailTest(
  "regenerateOrganizerToken changes nothing unless its mail is accepted",
  async (app, server) => {
    const game = await createMailedGame(app, { sendEmails: false });
    const { organizerToken } = game;
    const renew = () =>
      app.client.patchGame(game, { action: "regenerateOrganizerToken", organizerToken });
    await server.stop();
    refuses(await renew(), 503, "EMAIL_NOT_ACCEPTED");
    assert.equal((await app.client.readAsOrganizer(game)).view, "organizer");
    await server.start();
    assert.equal((await renew()).status, 200);
    refuses(await app.client.getGame(game, { organizerToken }), 403, "INVALID_TOKEN");
    const token = new URL(server.arrived.at(-1)?.link ?? "").searchParams.get("token") ?? "";
    const renewed = { code: game.code, organizerToken: token };
    assert.equal((await app.client.readAsOrganizer(renewed)).view, "organizer");
    assert.equal((await renew()).status, 403);
  },
);

mailTest(
  "a game does not reveal whether another one has mailed lost links to an address",
  async (app) => {
    const { client } = app;
    const { code } = await createMailedGame(app, { sendEmails: false });
    const ask = (code: string, email: string) =>
      client.post("/api/email/send", { code, type: "recoverParticipantLink", email });
    /** True if the given number of links were sent, or wait because of their address. */
    const isTried = async (count: number) => {
      const tried = "select id from outbox where kind = 'participantRecovery' and recipient > 0 " +
        "and (status = 'sent' or reason is not null)";
      return (await sql(app.services, tried)).length === count;
    };
    let mails = 0;
    const seen: unknown[][] = [];
    for (const email of ["p1@example.org", "nobody@example.org"]) {
      for (let count = 0; count < 3; count++) await ask(code, email);
      if (email !== "nobody@example.org") mails += 3;
      await until(() => isTried(mails), "what is known is mailed");
      const statuses: unknown[] = [];
      for (let count = 0; count < 2; count++) {
        const participants = people(10).map((one) => ({ ...one, email }));
        const own = await createMailedGame(app, { sendEmails: false, participants });
        await ask(own.code, email);
        mails += 10;
        await until(() => isTried(mails), "all are sent, or wait because of their address");
        const view = await client.readAsOrganizer(own);
        for (const { emailStatus: { kind, status, reason } } of view.participants) {
          statuses.push([kind, status, reason]);
        }
      }
      seen.push(statuses);
    }
    assert.equal(seen[0]?.length, 20);
    assert.deepEqual(seen[0], seen[1]);
  },
  { RATE_LIMIT: "1000" },
);

mailTest("no field smuggles a header, a recipient or markup into a mail", async (app, server) => {
  const name = "Ana, Bcc: evil@example.net <x@y>";
  const game = await createMailedGame(app, {
    name: 'Party" =?utf-8?q?=0D=0ABcc:?= <script>alert(1)</script>',
    location: "<img src=x onerror=alert(1)>",
    participants: [
      { name, email: "ana@example.org", wish: "<a href='javascript:1'>x</a>" },
      ...people(3),
    ],
  });
  assert.equal(game.emailResults.participantEmailsSent, 4);
  assert.equal(server.arrived.length, 5);
  for (const { parsed, html, to } of server.arrived) {
    assert.equal(parsed.bcc, undefined);
    assert.equal(parsed.cc, undefined);
    assert.ok(parsed.to && !Array.isArray(parsed.to));
    assert.deepEqual(parsed.to.value.map(({ address }) => address), [to]);
    assert.doesNotMatch(html, /<script|<img (?!src="cid:)|<a href='/);
    assert.doesNotMatch(parsed.subject ?? "", /script|Bcc|Party/);
    assert.doesNotMatch(parsed.headerLines.map(({ line }) => line).join("\n"), /script|Party/);
  }
  const refused = await app.client.post("/api/games", {
    name: "x\r\nBcc: evil@example.net",
    date: inDays(3),
    participants: people(3),
  });
  assert.equal(refused.status, 400);
  for (const email of ["a@b.c, d@e.f", "a@b.c\nBcc: d@e.f", "<a@b.c>", "a b@c.d", '"a@b"@c.d']) {
    const answer = await app.client.post("/api/games", {
      name: "x",
      date: inDays(3),
      participants: [...people(3), { name: "Z", email }],
    });
    assert.equal(answer.status, 400, email);
  }
});

mailTest("a game may cause only so many mails an hour", async (app, server) => {
  const game = await createMailedGame(app, { participants: people(3) });
  const send = () => app.client.sendEmail(game, { type: "allParticipants" });
  // 4 mails of the creation and 36 rounds of 3 make 112: 100 plus 4 for each of 3 people.
  for (let round = 0; round < 36; round++) assert.equal((await send()).sent, 3);
  const { code, organizerToken } = game;
  const mail = { code, organizerToken, type: "allParticipants" };
  const refused = await app.client.post("/api/email/send", mail);
  refuses(refused, 429, "TOO_MANY_MAILS");
  const wait = Number(refused.headers.get("retry-after"));
  assert.ok(wait > 3_000 && wait <= 3_600, String(wait));
  await app.client.manage(game, "updateGameDetails", { location: "X" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(server.arrived.length, 112, "A notice beyond waits");
});

mailTest("a client may cause only so many mails an hour", async (app) => {
  const body = {
    name: "Big",
    date: inDays(9),
    participants: people(999),
    organizerEmail: ORGANIZER,
    sendEmails: true,
  };
  app.services.mail?.limits.mails("192.0.2.1", 2_500, Date.now());
  const refused = await app.client.post("/api/games", body);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) > 3_000);
  await app.client.createGame({ ...body, sendEmails: false });
}, { RATE_LIMIT: "1000" });
