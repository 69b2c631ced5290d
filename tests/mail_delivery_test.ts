import assert from "node:assert/strict";
import { identityKey } from "@/lib/game/identity.ts";
import { MAIL_FAILURES } from "@/lib/game/types.ts";
import { unsubscribePath } from "@/lib/browser/links.ts";
import { type Answer, startApp, type TestApp } from "./support/app.ts";
import { sql } from "./support/sql.ts";
import { inDays, people } from "./support/games.ts";
import { startMailServer, type TestMailServer } from "./support/mail.ts";
import { makeDatabase } from "./support/postgres.ts";

const ORGANIZER = "organizer@example.org";
const NOTHING_SENT = {
  organizerEmailSent: false,
  participantEmailsSent: 0,
  participantEmailsFailed: 0,
  participantEmailsQueued: 0,
};

/** Declares a test with a mail server and a service that uses it. */
function mailTest(
  name: string,
  run: (app: TestApp, server: TestMailServer) => Promise<void>,
  env: Record<string, string> = {},
) {
  Deno.test({
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using server = await startMailServer();
      await using app = await startApp({
        SMTP_URL: server.url,
        MAIL_FROM: "gifts@example.org",
        PUBLIC_URL: "https://gifts.example.org",
        ...env,
      });
      await run(app, server);
    },
  });
}

async function create(app: TestApp, body: Record<string, unknown> = {}): Promise<Answer> {
  const answer = await app.api("POST", "/api/games", {
    name: "Winter party",
    date: inDays(20),
    participants: people(5),
    organizerEmail: ORGANIZER,
    sendEmails: true,
    ...body,
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function organizerView(app: TestApp, { code, organizerToken }: Answer): Promise<Answer> {
  const { body } = await app.api("GET", `/api/games/${code}?organizerToken=${organizerToken}`);
  return body;
}

/** Makes all that waits due now, so that no test waits for the pauses. */
async function hasten({ services }: TestApp): Promise<void> {
  await services.store.hastenMails(MAIL_FAILURES);
  services.mail?.wake();
}

function assertEachOnce(server: TestMailServer, addresses: string[]): void {
  assert.deepEqual(server.arrived.map(({ to }) => to).sort(), [...addresses].sort());
}

const FIVE = people(5).map(({ email }) => email);

mailTest(
  "creation answers at once when the mail server is down; back again, each mail goes once",
  async (app, server) => {
    const { mail } = app.services;
    assert.ok(mail);
    mail.patience = 60_000;
    await server.stop();
    const start = performance.now();
    const game = await create(app);
    assert.ok(performance.now() - start < 30_000, "It did not wait for a server that is down");
    assert.deepEqual(game.emailResults, { ...NOTHING_SENT, participantEmailsQueued: 5 });
    const waiting = await organizerView(app, game);
    assert.equal(waiting.organizerEmailStatus.status, "queued");
    assert.ok(waiting.participants.every((one: Answer) => one.emailStatus.status === "queued"));
    const health = await app.api("GET", "/api/health");
    assert.equal(health.status, 200);
    assert.equal(health.body.overallStatus, "Degraded");
    assert.equal(health.body.checks.email.status, "error");
    await server.start();
    await server.waitFor(6);
    assertEachOnce(server, [ORGANIZER, ...FIVE]);
    await settled(app, 0);
    const { participants } = await organizerView(app, game);
    assert.ok(
      participants.every(({ emailStatus }: Answer) =>
        emailStatus.status === "sent" && emailStatus.kind === "assignment" &&
        emailStatus.reason === null &&
        emailStatus.at
      ),
    );
  },
);

mailTest(
  "creation waits a while for a slow mail server, tells the truth, and the rest goes on",
  async (app, server) => {
    const { mail } = app.services;
    assert.ok(mail);
    assert.equal(mail.patience, 10_000);
    mail.patience = 500;
    const { code, organizerToken } = await create(app, { sendEmails: false });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.behaviour.holds = promise;
    const start = performance.now();
    const renewal = { action: "regenerateOrganizerToken", organizerToken };
    const renewing = app.api("PATCH", `/api/games/${code}`, renewal);
    const game = await create(app);
    assert.ok(performance.now() - start > 450);
    assert.equal((await renewing).status, 503);
    assert.equal((await organizerView(app, { code, organizerToken })).view, "organizer");
    assert.deepEqual(game.emailResults, { ...NOTHING_SENT, participantEmailsQueued: 5 });
    const { participants } = game;
    const last = participants.at(-1);
    await app.api("PATCH", `/api/games/${game.code}`, {
      action: "updateParticipantEmail",
      participantId: last.id,
      email: "moved@example.org",
    });
    resolve();
    await server.waitFor(6);
    await settled(app, 0);
    const mailsOfTheGame = server.arrived.filter(({ parsed }) =>
      parsed.messageId?.includes(game.id)
    );
    assert.deepEqual(
      mailsOfTheGame.map(({ to }) => to).sort(),
      [...FIVE.slice(0, 4), "moved@example.org", ORGANIZER].sort(),
    );
  },
);

mailTest(
  "mails that nobody needs any more hold up no others when the mail server is back",
  async (app, server) => {
    await server.stop();
    const { code, organizerToken } = await create(app, { participants: people(40) });
    const archival = `/api/games/${code}?organizerToken=${organizerToken}`;
    assert.equal((await app.api("DELETE", archival)).status, 200);
    await server.start();
    await hasten(app);
    await server.waitFor(41);
    await settled(app, 0);
    assert.ok(server.arrived.every(({ parsed }) => parsed.subject === "Winter party has ended"));
  },
);

mailTest(
  "an address that is refused fails with a reason, and is resent once it is mended",
  async (app, server) => {
    server.behaviour.refuse = (address) =>
      address === "p2@example.org" ? { code: 550, message: "5.1.1 No such user" } : null;
    const game = await create(app);
    assert.deepEqual(game.emailResults, {
      ...NOTHING_SENT,
      organizerEmailSent: true,
      participantEmailsSent: 4,
      participantEmailsFailed: 1,
    });
    const [, second] = game.participants;
    assert.equal(second.emailStatus.status, "failed");
    assert.equal(second.emailStatus.reason, "addressRefused");
    const { code, organizerToken } = game;
    const mended = await app.api("PATCH", `/api/games/${code}`, {
      action: "updateParticipantDetails",
      organizerToken,
      participantId: second.id,
      email: "mended@example.org",
    });
    assert.equal(mended.status, 200);
    const resent = await app.api("POST", "/api/email/send", {
      code,
      organizerToken,
      type: "failedParticipants",
    });
    assert.deepEqual(resent.body, {
      success: true,
      message: "1 sent",
      sent: 1,
      failed: 0,
      queued: 0,
    });
    assertEachOnce(server, [
      ORGANIZER,
      ...FIVE.filter((one) => one !== "p2@example.org"),
      "mended@example.org",
    ]);
    const again = await app.api("POST", "/api/email/send", {
      code,
      organizerToken,
      type: "failedParticipants",
    });
    assert.equal(again.body.sent, 0);
  },
);

mailTest(
  "503 where the mail server refuses every mail of a request, else 200",
  async (app, server) => {
    const { code, organizerToken, participants } = await create(app, { sendEmails: false });
    server.behaviour.refuse = (address) =>
      address === "p1@example.org" ? { code: 550, message: "5.1.1 No such user" } : null;
    const send = async (body: Record<string, unknown>) => {
      const answer = await app.api("POST", "/api/email/send", { code, organizerToken, ...body });
      const { success, sent, failed, queued } = answer.body;
      return { status: answer.status, success, sent, failed, queued };
    };
    assert.deepEqual(
      await send({ type: "participant", participantId: participants[0].id }),
      { status: 503, success: false, sent: 0, failed: 1, queued: 0 },
    );
    assert.deepEqual(
      await send({ type: "reminderAll" }),
      { status: 200, success: true, sent: 4, failed: 1, queued: 0 },
    );
  },
);

mailTest("a mail put off by its receiver is tried again and arrives once", async (app, server) => {
  server.behaviour.refuse = (address) =>
    address === "p3@example.org" ? { code: 451, message: "4.7.1 Greylisted" } : null;
  const creating = create(app);
  await server.waitFor(5);
  await settled(app, 1);
  const third = async () => {
    const [row] = await sql<{ status: string; reason: string; attempts: number }>(
      app.services,
      "select status, reason, attempts from outbox where recipient = 3",
    );
    return { ...row };
  };
  assert.deepEqual(await third(), { status: "queued", reason: "receiverBusy", attempts: 1 });
  server.behaviour.refuse = () => null;
  await hasten(app);
  const game = await creating;
  assert.equal(game.emailResults.participantEmailsSent, 5);
  assertEachOnce(server, [ORGANIZER, ...FIVE]);
  assert.deepEqual(await third(), { status: "sent", reason: null, attempts: 2 });
});

mailTest(
  "a mail server that dies in mid-message gets the mail again, and each arrives once",
  async (app, server) => {
    let isDying = true;
    server.behaviour.breaksOff = (address) => {
      if (!isDying || address !== "p4@example.org") return false;
      isDying = false;
      return true;
    };
    const game = await create(app);
    await hasten(app);
    await server.waitFor(6);
    await settled(app, 0);
    assert.equal(isDying, false);
    assertEachOnce(server, [ORGANIZER, ...FIVE]);
    const { participants } = await organizerView(app, game);
    assert.ok(participants.every((one: Answer) => one.emailStatus.status === "sent"));
  },
);

mailTest(
  "without sendEmails nothing goes by itself, and what is asked for does",
  async (app, server) => {
    const game = await create(app, { sendEmails: false });
    assert.deepEqual(game.emailResults, NOTHING_SENT);
    const { code, organizerToken } = game;
    await app.api("PATCH", `/api/games/${code}`, {
      action: "updateGameDetails",
      organizerToken,
      location: "Elsewhere",
    });
    const sent = await app.api("POST", "/api/email/send", {
      code,
      organizerToken,
      type: "allParticipants",
      language: "de",
    });
    assert.equal(sent.body.sent, 5);
    assertEachOnce(server, FIVE);
    assert.ok(
      server.arrived.every(({ parsed }) => parsed.headers.get("content-language") === "de"),
    );
  },
);

mailTest(
  "one click ends reminders and notices, but not one's own assignment",
  async (app, server) => {
    const game = await create(app);
    const { code, organizerToken } = game;
    const first = server.at("p1@example.org")[0]?.parsed.headers.get("list");
    assert.ok(first && typeof first === "object" && "unsubscribe" in first);
    const stored = await app.services.store.readGame(code);
    assert.ok(stored);
    const path = unsubscribePath(
      stored.id,
      app.services.tokens.unsubscribe(stored, identityKey("p1@example.org")),
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
      app.api("POST", "/api/email/send", {
        code,
        organizerToken,
        type: "reminderAll",
        customMessage: "Soon",
      });
    assert.equal((await remindAll()).body.sent, 5, "Looking at the page ends nothing");
    server.arrived.length = 0;
    assert.equal((await oneClick()).status, 200);
    assert.equal((await oneClick()).status, 200);
    assert.equal((await remindAll()).body.sent, 4);
    assert.deepEqual(server.at("p1@example.org"), []);
    const one = await app.api("POST", "/api/email/send", {
      code,
      organizerToken,
      type: "reminder",
      participantId: game.participants[0].id,
    });
    assert.equal(one.body.code, "UNSUBSCRIBED");
    await app.api("PATCH", `/api/games/${code}`, {
      action: "updateGameDetails",
      organizerToken,
      location: "X",
    });
    await server.waitFor(8);
    await settled(app, 0);
    assert.deepEqual(server.at("p1@example.org"), []);
    await app.api("POST", "/api/email/send", {
      code,
      organizerToken,
      type: "participant",
      participantId: game.participants[0].id,
    });
    assert.equal(server.at("p1@example.org").length, 1);
    const wrong = await app.fetch(
      new Request(`http://localhost${path.slice(0, -3)}abc`, {
        method: "POST",
        body: new URLSearchParams("List-Unsubscribe=One-Click"),
      }),
    );
    assert.equal(wrong.status, 404);
  },
);

mailTest(
  "a recovery says the same for known and unknown addresses, and mails only the known",
  async (app, server) => {
    const { code } = await create(app, { sendEmails: false });
    const ask = (type: string, email: string) =>
      app.api("POST", "/api/email/send", { code, type, email });
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
  "regenerateOrganizerToken changes nothing unless its mail is accepted",
  async (app, server) => {
    const game = await create(app, { sendEmails: false });
    const { code, organizerToken } = game;
    const renew = () =>
      app.api("PATCH", `/api/games/${code}`, {
        action: "regenerateOrganizerToken",
        organizerToken,
      });
    await server.stop();
    const failed = await renew();
    assert.equal(failed.status, 503);
    assert.equal(failed.body.code, "EMAIL_NOT_ACCEPTED");
    assert.equal((await organizerView(app, game)).view, "organizer");
    await server.start();
    assert.equal((await renew()).status, 200);
    assert.equal((await organizerView(app, game)).code, "INVALID_TOKEN");
    const token = new URL(server.arrived.at(-1)?.link ?? "").searchParams.get("token");
    assert.equal((await organizerView(app, { code, organizerToken: token })).view, "organizer");
    assert.equal((await renew()).status, 403);
  },
);

mailTest("no field smuggles a header, a recipient or markup into a mail", async (app, server) => {
  const name = "Ana, Bcc: evil@example.net <x@y>";
  const game = await create(app, {
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
    assert.doesNotMatch(html, /<script|<img|<a href='/);
    assert.ok(parsed.subject?.includes("<script>alert(1)</script>"), parsed.subject);
  }
  const refused = await app.api("POST", "/api/games", {
    name: "x\r\nBcc: evil@example.net",
    date: inDays(3),
    participants: people(3),
  });
  assert.equal(refused.status, 400);
  for (const email of ["a@b.c, d@e.f", "a@b.c\nBcc: d@e.f", "<a@b.c>", "a b@c.d", '"a@b"@c.d']) {
    const answer = await app.api("POST", "/api/games", {
      name: "x",
      date: inDays(3),
      participants: [...people(3), { name: "Z", email }],
    });
    assert.equal(answer.status, 400, email);
  }
});

mailTest("a game may cause only so many mails an hour", async (app, server) => {
  const { code, organizerToken } = await create(app, { participants: people(3) });
  const send = () =>
    app.api("POST", "/api/email/send", { code, organizerToken, type: "allParticipants" });
  // 4 mails of the creation and 36 rounds of 3 make 112, which is 100 and 4 for each of 3 people.
  for (let round = 0; round < 36; round++) assert.equal((await send()).body.sent, 3);
  const refused = await send();
  assert.equal(refused.status, 429);
  assert.equal(refused.body.code, "TOO_MANY_MAILS");
  const wait = Number(refused.headers.get("retry-after"));
  assert.ok(wait > 3_000 && wait <= 3_600, String(wait));
  await app.api("PATCH", `/api/games/${code}`, {
    action: "updateGameDetails",
    organizerToken,
    location: "X",
  });
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
  const refused = await app.api("POST", "/api/games", body);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) > 3_000);
  const without = await app.api("POST", "/api/games", { ...body, sendEmails: false });
  assert.equal(without.status, 201);
}, { RATE_LIMIT: "1000" });

Deno.test({
  name: "two instances share the outbox, and what a dead one had claimed is taken up",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using server = await startMailServer();
    const env = { DATABASE_URL: await makeDatabase(), SMTP_URL: server.url };
    await using app = await startApp(env);
    await using other = await startApp(env);
    await server.stop();
    const game = await create(app, { participants: people(200) });
    assert.equal(game.emailResults.participantEmailsQueued, 200);
    await sql(
      app.services,
      "update outbox set lease_until = now() + interval '0.5 seconds', attempts = 1 where recipient <= 20",
    );
    await server.start();
    await hasten(app);
    await hasten(other);
    await server.waitFor(201);
    await settled(app, 0);
    assertEachOnce(server, [ORGANIZER, ...people(200).map(({ email }) => email)]);
  },
});

Deno.test({
  name: "without a mail server nothing is queued, and nothing claims to have been sent",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using app = await startApp();
    const { code, organizerToken, emailResults } = await create(app);
    assert.deepEqual(emailResults, NOTHING_SENT);
    const send = (type: string) =>
      app.api("POST", "/api/email/send", { code, organizerToken, type, email: ORGANIZER });
    assert.equal((await send("organizer")).status, 503);
    assert.equal((await send("recoverOrganizerLink")).status, 503);
    const renewal = { action: "regenerateOrganizerToken", organizerToken };
    assert.equal((await app.api("PATCH", `/api/games/${code}`, renewal)).status, 400);
    assert.deepEqual(await sql(app.services, "select 1 from outbox"), []);
    const { body } = await app.api("GET", "/api/health");
    assert.equal(body.overallStatus, "Healthy");
    assert.equal(body.checks.email.status, "not_configured");
  },
});

/** Waits until no more than `rest` mails wait. */
async function settled({ services }: TestApp, rest: number): Promise<void> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const { length } = await sql(services, "select id from outbox where status = 'queued'");
    if (length <= rest) return;
    assert.ok(Date.now() < deadline, `${length} mails still wait`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
