import assert from "node:assert/strict";
import { confirmSenderPath, reportPath } from "@/lib/browser/links.ts";
import { startApp, type TestApp } from "./support/app.ts";
import { type CreatedGame, refuses } from "./support/client.ts";
import { inDays, people } from "./support/games.ts";
import { linksIn } from "./support/links_in.ts";
import { type ArrivedMail, startMailServer, type TestMailServer } from "./support/mail.ts";
import {
  assertEachOnce,
  beCalm,
  createMailedGame,
  mailTest,
  ORGANIZER,
} from "./support/mail_app.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";
import { sql } from "./support/sql.ts";
import { until } from "./support/until.ts";

const BASE = "https://gifts.example.org";
const SPAM = "Click https://spam.example/now";
const CONFIRMED = { MAIL_CONFIRM: "organizer" };

/** Requests a page like a browser, or submits its form. */
function visit(app: TestApp, url: string, form?: Record<string, string>): Promise<Response> {
  const { pathname, search } = new URL(url, BASE);
  return app.fetch(
    new Request(`http://localhost${pathname}${search}`, {
      ...form && {
        method: "POST",
        body: new URLSearchParams(form),
        headers: { origin: "http://localhost" },
      },
    }),
  );
}

/** The link in a mail whose URL begins with a path. */
function linkOf({ text }: ArrivedMail, path: string): string {
  const link = text.split(/\s+/).find((word) => word.startsWith(BASE + path));
  assert(link, `a link to ${path} in: ${text}`);
  return link;
}

/** Everything that a mail shows to its reader. */
function wordsOf({ parsed, html, text }: ArrivedMail): string[] {
  const visible = html.replace(/<style>.*?<\/style>/s, "").replace(/<a [^>]*>.*?<\/a>/gs, " ")
    .replace(/<[^>]*>/g, " ");
  const calendars = parsed.attachments.map(({ content, contentType }) =>
    contentType === "text/calendar" ? content.toString() : ""
  );
  return [parsed.subject ?? "", parsed.from?.text ?? "", visible, text, ...calendars];
}

mailTest(
  "by default an anonymous game mails strangers no link but ours and no free text",
  async (app, server) => {
    const game = await app.client.createGame({
      name: "Your Bank https://spam.example",
      organizerName: "Your Bank",
      location: SPAM,
      generalNotes: SPAM,
      amount: "at spam.com",
      date: inDays(20),
      participants: people(20).map((one, index) => ({
        ...one,
        name: `${["Dr.Who", "win@spam.com", "Node.js", "24.12."][index % 4]} ${one.name}`,
        email: `someone@domain${index}.example`,
        wish: SPAM,
      })),
      sendEmails: true,
    });
    await server.waitFor(20);
    // The organizer has all tokens, so opening the links themselves proves nothing.
    for (const { token, id } of game.participants) {
      await app.client.readAsParticipant(game, { participantToken: token });
      await visit(app, `/games/${game.code}?participant=${token}&mail=${token}`);
      assert(id);
    }
    await app.client.manage(game, "updateGameDetails", { location: `${SPAM}!`, name: "spam.com" });
    await server.waitFor(40);
    const sent = await app.client.sendEmail(game, { type: "reminderAll", customMessage: SPAM });
    assert.deepEqual([sent.sent, sent.withoutMessage], [20, 20]);
    await server.waitFor(60);
    for (const mail of server.arrived) {
      assert.equal(mail.parsed.from?.text, '"Gift Exchange" <gifts@example.org>');
      for (const words of wordsOf(mail)) {
        assert.doesNotMatch(words, /Click|spam\.(example|com)/);
        assert.deepEqual(linksIn(words).filter((url) => !/gifts.?@?example\.org/.test(url)), []);
      }
      for (const [, url] of mail.html.matchAll(/href="([^"]*)"/g)) {
        assert(url?.startsWith(`${BASE}/`), url);
      }
    }
    // One person opens their link from the mail, so they get the next message.
    const [first] = server.arrived;
    assert(first);
    assert.equal((await visit(app, first.link)).status, 303);
    server.arrived.length = 0;
    const next = await app.client.sendEmail(game, { type: "reminderAll", customMessage: "Soon!" });
    assert.equal(next.withoutMessage, 19);
    await server.waitFor(20);
    assert.deepEqual(
      server.arrived.filter(({ text }) => text.includes("> Soon!")).map(({ to }) => to),
      [first.to],
    );
  },
);

Deno.test({
  name:
    "with MAIL_CONFIRM 100 mails wait, and all are sent after the click, once, though their instance was killed",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using server = await startMailServer();
    const env = {
      SMTP_URL: server.url,
      MAIL_FROM: "gifts@example.org",
      PUBLIC_URL: BASE,
      DATABASE_URL: await makeMigratedDatabase(),
      RATE_LIMIT: "off",
      TOKEN_SECRET: "token secret of the tests, long enough",
      ...CONFIRMED,
    };
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "-c", "tests/deno.json", "--no-check", "tests/support/held_process.ts"]
        .concat(JSON.stringify(env), "100"),
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const reader = child.stdout.getReader();
    const { value } = await reader.read();
    const created = JSON.parse(new TextDecoder().decode(value));
    await server.waitFor(1);
    child.kill("SIGKILL");
    await child.status;
    await reader.cancel();
    assert.deepEqual(created.emailResults, {
      organizerEmailSent: true,
      participantEmailsSent: 0,
      participantEmailsFailed: 0,
      participantEmailsQueued: 100,
    });
    await using one = beCalm(await startApp(env));
    await using other = beCalm(await startApp(env));
    for (const { services } of [one, other]) services.mail?.wake();
    const view = await one.client.readAsOrganizer(created);
    assert.equal(view.mailsHeld, 100);
    assert(
      view.participants.every(({ emailStatus: { status, reason } }) =>
        status === "queued" && reason === "notConfirmed"
      ),
    );
    const [welcome] = server.arrived;
    assert(welcome && server.arrived.length === 1);
    assert.equal(welcome.to, ORGANIZER);
    const confirming = linkOf(welcome, "/confirm?");
    // A program that follows links changes nothing.
    assert.equal((await visit(one, confirming)).status, 200);
    assert.equal((await one.client.readAsOrganizer(created)).mailsHeld, 100);
    const presses = await Promise.all([one, other, one].map((app) => visit(app, confirming, {})));
    assert.deepEqual(presses.map(({ status }) => status), [303, 303, 303]);
    await server.waitFor(101);
    const after = await other.client.readAsOrganizer(created);
    assert.deepEqual([after.mailsHeld, after.isOrganizerEmailConfirmed], [0, true]);
    await until(async () => {
      const waiting = await sql(one.services, "select id from outbox where status = 'queued'");
      return waiting.length === 0;
    }, "nothing waits");
    assertEachOnce(server, [ORGANIZER, ...people(100).map(({ email }) => email)]);
  },
});

mailTest("held mails wait for the organizer's current address", async (app, server) => {
  const { client } = app;
  refuses(
    await client.post("/api/games", {
      name: "Winter party",
      date: inDays(20),
      participants: people(4),
      sendEmails: true,
    }),
    400,
    "ORGANIZER_EMAIL_NEEDED",
  );
  const game = await createMailedGame(app);
  const [typo] = await server.waitFor(1);
  assert(typo);
  // Mails with lost links are never held.
  await client.sendEmail(game, { type: "recoverParticipantLink", email: "p1@example.org" });
  await server.waitFor(2);
  assert.equal(server.at("p1@example.org").length, 1);
  const managed = await client.manage(game, "updateGameDetails", {
    organizerEmail: "right@example.org",
    renewLink: false,
  });
  assert.equal(managed.mailsHeld, 5);
  const welcome = await until(
    () => server.at("right@example.org")[0],
    "the right address is asked",
  );
  assert.equal((await visit(app, linkOf(typo, "/confirm?"), {})).status, 404);
  assert.equal(server.arrived.length, 3);
  assert.equal((await visit(app, linkOf(welcome, "/confirm?"), {})).status, 303);
  // Five mails, the first one's second, and the notice to the former address.
  await server.waitFor(3 + 5 + 1);
  assert.equal((await client.readAsOrganizer(game)).mailsHeld, 0);
  // Repeated by the same organizer, it needs no new confirmation; with another address it does.
  server.arrived.length = 0;
  assert.equal((await client.playAgain(game)).mailsHeld, 0);
  await server.waitFor(6);
  const elsewhere = await client.playAgain(game, { organizerEmail: "new@example.org" });
  assert.equal(elsewhere.mailsHeld, 5);
}, CONFIRMED);

mailTest(
  "mails that no one has confirmed for two days fail, and the organizer is notified",
  async (app, server) => {
    const game = await createMailedGame(app);
    await server.waitFor(1);
    await sql(
      app.services,
      "update outbox set due_at = due_at - 172800000 where status = 'queued'",
    );
    app.services.mail?.wake();
    const view = await until(async () => {
      const view = await app.client.readAsOrganizer(game);
      return view.mailsHeld === 0 && view;
    }, "none is held any more");
    for (const { emailStatus: { status, reason } } of view.participants) {
      assert.deepEqual([status, reason], ["failed", "notConfirmed"]);
    }
    assert.equal(server.arrived.length, 1);
    // If confirmed later, everyone gets their link.
    const [welcome] = server.arrived;
    assert(welcome);
    await visit(app, linkOf(welcome, "/confirm?"), {});
    await server.waitFor(1 + 5);
  },
  CONFIRMED,
);

mailTest("a renewed link is held back from people who have opened no mail", async (app, server) => {
  const game = await createMailedGame(app);
  await server.waitFor(1);
  const email = "p1@example.org";
  await sql(
    app.services,
    `update participants set opened_email = email where email = '${email}'`,
  );
  for (const { id } of game.participants) {
    await app.client.manage(game, "regenerateToken", { participantId: id });
  }
  const mail = await until(() => server.at(email)[0], "the new link");
  const { participants, mailsHeld } = await app.client.readAsOrganizer(game);
  assert.match(mail.text, new RegExp(participants[0]?.token ?? "-"));
  assert.equal(mailsHeld, 5, "the others say the same as those that wait");
  assert.equal(server.arrived.length, 2);
}, CONFIRMED);

/** Clicks "I have nothing to do with this" in the first mail to an address. */
async function report(app: TestApp, server: TestMailServer, address: string): Promise<void> {
  const [mail] = server.at(address);
  assert(mail);
  const link = linkOf(mail, "/report?");
  assert.equal((await visit(app, link)).status, 200);
  assert.equal((await visit(app, link, {})).status, 303);
}

mailTest(
  "a person who reports a game gets no more of its mail, and no one learns who it was",
  async (app, server) => {
    const { client } = app;
    const game = await createMailedGame(app);
    await server.waitFor(6);
    await report(app, server, "p2@example.org");
    for (let press = 0; press < 3; press++) await report(app, server, "p2@example.org");
    const before = await client.readAsOrganizer(game);
    const sent = await client.sendEmail(game, { type: "reminderAll" });
    assert.deepEqual([sent.sent, sent.failed, sent.queued], [5, 0, 0]);
    assert.deepEqual(server.at("p2@example.org").length, 1);
    assert.equal(server.at("p1@example.org").length, 2);
    const view = await client.readAsOrganizer(game);
    assert.equal(view.mailPausedAt, null);
    assert.deepEqual(
      new Set(view.participants.map(({ emailStatus: { kind, status } }) => `${kind} ${status}`)),
      new Set(["reminder sent"]),
    );
    assert.deepEqual(Object.keys(view), Object.keys(before));
    const stored = await sql<{ address_hash: string }>(app.services, "select * from reports");
    assert.equal(stored.length, 1);
    assert.doesNotMatch(JSON.stringify(stored), /example\.org/);
    // The report was a mistake.
    const link = linkOf(server.at("p2@example.org")[0]!, "/report?");
    assert.equal((await visit(app, link, { undo: "yes" })).status, 303);
    await client.sendEmail(game, { type: "reminderAll" });
    assert.equal(server.at("p2@example.org").length, 2);
  },
);

mailTest(
  "reports from three mailboxes pause a game's mail, and only the operator resumes it",
  async (app, server) => {
    const { client, services } = app;
    const game = await createMailedGame(app);
    const other = await createMailedGame(app, { organizerEmail: "other@example.org" });
    await server.waitFor(12);
    for (const one of [1, 2, 3]) await report(app, server, `p${one}@example.org`);
    assert((await client.readAsOrganizer(game)).mailPausedAt);
    const link = linkOf(server.at("p3@example.org")[0]!, "/report?");
    await visit(app, link, { undo: "yes" });
    assert.match(await (await visit(app, `${link}&undone=`)).text(), /no longer blocked for/);
    await report(app, server, "p3@example.org");
    server.arrived.length = 0;
    const sent = await client.sendEmail(game, { type: "reminderAll" });
    assert.deepEqual([sent.sent, sent.failed, sent.queued], [0, 0, 5]);
    const page = await app.fetch(
      new Request(`http://localhost/games/${game.code}/organize`, {
        headers: { cookie: `organizer_${game.code}=${game.organizerToken}` },
      }),
    );
    assert.match(await page.text(), /emails are paused/);
    // Another game of the same people continues.
    await client.sendEmail(other, { type: "reminderAll" });
    await server.waitFor(5);
    await services.store.setMailPaused(game.id, false);
    services.mail?.wake();
    await server.waitFor(5 + 2);
    await until(async () =>
      (await client.readAsOrganizer(game)).participants
        .every(({ emailStatus: { status } }) => status === "sent"), "all count as sent");
    assert.equal(server.arrived.length, 7);
  },
);

mailTest("a forged click changes nothing", async (app, server) => {
  const game = await createMailedGame(app);
  const other = await createMailedGame(app, { organizerEmail: "other@example.org" });
  await server.waitFor(12);
  const [mail] = server.at("p1@example.org");
  assert(mail);
  const { searchParams } = new URL(linkOf(mail, "/report?"));
  const token = searchParams.get("token") ?? "";
  const sent = searchParams.get("mail") ?? "";
  const own = searchParams.get("game") === game.id ? game : other;
  const strange = own === game ? other : game;
  for (
    const forged of [
      reportPath(strange.id, sent, token),
      reportPath(own.id, app.services.tokens.mailName("1"), token),
      reportPath(own.id, sent, `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`),
      reportPath(own.id, sent, `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`),
      reportPath(own.id, sent, game.organizerToken),
      "/report?game=x&mail=1&token=2",
      confirmSenderPath(own.id, token),
      confirmSenderPath(own.id, own.organizerToken),
    ]
  ) {
    assert.equal((await visit(app, forged, {})).status, 404, forged);
  }
  assert.deepEqual(await sql(app.services, "select * from reports"), []);
});

/** A creation with these headers and this key in its body. */
function create({ client }: TestApp, headers: Record<string, string> = {}, createKey?: string) {
  return client.post("/api/games", {
    name: "Winter party",
    date: inDays(20),
    participants: people(3),
    ...createKey !== undefined && { createKey },
  }, headers);
}

Deno.test({
  name: "CREATE_KEY restricts creation, and nothing else",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using app = await startApp({
      CREATE_KEY: "new-key-1234, old+key=1234",
      OPERATOR_CONTACT: "help@example.org",
      RATE_LIMIT: "1000",
    });
    const { client } = app;
    const config = await client.get("/api/config");
    assert.deepEqual(JSON.parse(config.text), {
      appMonitoringConnectionString: "",
      isCreationOpen: false,
    });
    const game: CreatedGame = JSON.parse((await create(app, {}, "new-key-1234")).text);
    assert(!JSON.stringify(game).includes("-key-"));
    const again = await client.repeatGame(game, {
      date: inDays(40),
      organizerToken: game.organizerToken,
    });
    assert.equal(again.status, 201);
    // The page says what is missing and where to ask, and stores a key in a cookie.
    const closed = await visit(app, "/create");
    assert.equal(closed.status, 401);
    assert.match(await closed.text(), /mailto:help@example\.org/);
    assert.equal((await visit(app, "/de/create?key=wrong-key")).status, 403);
    assert.equal((await visit(app, "/create", { createKey: "wrong-key" })).status, 403);
    const opened = await visit(app, "/create?draw=later&key=old+key=1234");
    assert.equal(opened.status, 303);
    assert.equal(opened.headers.get("location"), "/create?draw=later");
    const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const withCookie = (url: string, value = cookie) =>
      app.fetch(new Request(`http://localhost${url}`, { headers: { cookie: value } }));
    assert.equal((await withCookie("/create")).status, 200);
    assert.equal((await withCookie("/create", "create_key=gone-key-1234")).status, 401);
    assert.match(await (await visit(app, "/")).text(), /you need a key/);
    assert.doesNotMatch(await (await withCookie("/")).text(), /you need a key/);
    // Guessing ends in a lockout, as for codes.
    const guesses = await Promise.all(
      Array.from({ length: 250 }, (_, one) => create(app, { "x-create-key": `guess-${one}` })),
    );
    assert(guesses.some(({ status }) => status === 429));
    assert.equal((await create(app, { "x-create-key": "new-key-1234" })).status, 201);
  },
});
