import assert from "node:assert/strict";
import { healthSchema, sentSchema } from "@/lib/http/answer_schemas.ts";
import { startApp } from "./support/app.ts";
import { hasShape, succeeds } from "./support/client.ts";
import { people } from "./support/games.ts";
import { startMailServer } from "./support/mail.ts";
import {
  assertEachOnce,
  beCalm,
  createMailedGame,
  FIVE,
  hasten,
  mailTest,
  NOTHING_SENT,
  ORGANIZER,
  settled,
} from "./support/mail_app.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";
import { sql } from "./support/sql.ts";
import { named } from "./support/views.ts";

mailTest(
  "creation answers at once while the mail server is down; later each mail is sent once",
  async (app, server) => {
    const { mail } = app.services;
    assert.ok(mail);
    await server.stop();
    const start = performance.now();
    const game = await createMailedGame(app);
    assert.ok(
      performance.now() - start < mail.patience,
      "It did not wait for a server that is down",
    );
    assert.deepEqual(game.emailResults, { ...NOTHING_SENT, participantEmailsQueued: 5 });
    const waiting = await app.client.readAsOrganizer(game);
    assert.equal(waiting.organizerEmailStatus.status, "queued");
    assert.ok(waiting.participants.every((one) => one.emailStatus.status === "queued"));
    const health = succeeds(await app.client.get("/api/health"), healthSchema);
    assert.equal(health.overallStatus, "Degraded");
    assert.equal(health.checks.email.status, "error");
    await server.start();
    await server.waitFor(6);
    assertEachOnce(server, [ORGANIZER, ...FIVE]);
    await settled(app, 0);
    const { participants } = await app.client.readAsOrganizer(game);
    assert.ok(
      participants.every(({ emailStatus }) =>
        emailStatus.status === "sent" && emailStatus.kind === "assignment" &&
        emailStatus.reason === null &&
        emailStatus.at
      ),
    );
  },
);

mailTest(
  "creation waits a while for a slow mail server, reports the truth, and the rest continues",
  async (app, server) => {
    const { mail } = app.services;
    assert.ok(mail);
    mail.patience = 500;
    const quiet = await createMailedGame(app, { sendEmails: false });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.behaviour.holds = promise;
    const start = performance.now();
    const { organizerToken } = quiet;
    const renewal = { action: "regenerateOrganizerToken", organizerToken };
    const renewing = app.client.patchGame(quiet, renewal);
    const game = await createMailedGame(app);
    assert.ok(performance.now() - start > 450);
    assert.equal((await renewing).status, 503);
    assert.equal((await app.client.readAsOrganizer(quiet)).view, "organizer");
    assert.deepEqual(game.emailResults, { ...NOTHING_SENT, participantEmailsQueued: 5 });
    await app.client.act(game, "updateParticipantEmail", {
      participantId: named(game, "P5").id,
      email: "moved@example.org",
      renewLink: false,
    });
    resolve();
    await server.waitFor(7);
    await settled(app, 0);
    const [told, ...more] = server.at("p5@example.org");
    assert.ok(told?.parsed.subject?.includes("no longer gets these emails") && more.length === 0);
    const mailsOfTheGame = server.arrived.filter(({ parsed }) =>
      !parsed.messageId?.includes(quiet.id)
    );
    assert.deepEqual(
      mailsOfTheGame.map(({ to }) => to).sort(),
      [...FIVE, "moved@example.org", ORGANIZER].sort(),
    );
  },
);

mailTest(
  "obsolete mails do not delay others when the mail server is back",
  async (app, server) => {
    await server.stop();
    await app.client.archive(await createMailedGame(app, { participants: people(40) }));
    await server.start();
    await hasten(app);
    await server.waitFor(41);
    await settled(app, 0);
    const subject = "The game has closed – ";
    assert.ok(server.arrived.every(({ parsed }) => parsed.subject?.startsWith(subject)));
  },
);

mailTest(
  "a refused address fails with a reason, and is resent once it is corrected",
  async (app, server) => {
    server.behaviour.refuse = (address) =>
      address === "p2@example.org" ? { code: 550, message: "5.1.1 No such user" } : null;
    const game = await createMailedGame(app);
    assert.deepEqual(game.emailResults, {
      ...NOTHING_SENT,
      organizerEmailSent: true,
      participantEmailsSent: 4,
      participantEmailsFailed: 1,
    });
    const second = named(game, "P2");
    assert.equal(second.emailStatus.status, "failed");
    assert.equal(second.emailStatus.reason, "addressRefused");
    await app.client.manage(game, "updateParticipantDetails", {
      participantId: second.id,
      email: "mended@example.org",
    });
    const resent = await app.client.sendEmail(game, { type: "failedParticipants" });
    assert.deepEqual(resent, {
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
    const again = await app.client.sendEmail(game, { type: "failedParticipants" });
    assert.equal(again.sent, 0);
  },
);

mailTest(
  "an action answers 503 if the mail server refuses every mail, else 200",
  async (app, server) => {
    const game = await createMailedGame(app, { sendEmails: false });
    const { code, organizerToken } = game;
    server.behaviour.refuse = (address) =>
      address === "p1@example.org" ? { code: 550, message: "5.1.1 No such user" } : null;
    const send = async (body: Record<string, unknown>) => {
      const answer = await app.client.post("/api/email/send", { code, organizerToken, ...body });
      const { success, sent, failed, queued } = hasShape(answer, sentSchema);
      return { status: answer.status, success, sent, failed, queued };
    };
    assert.deepEqual(
      await send({ type: "participant", participantId: named(game, "P1").id }),
      { status: 503, success: false, sent: 0, failed: 1, queued: 0 },
    );
    assert.deepEqual(
      await send({ type: "reminderAll" }),
      { status: 200, success: true, sent: 4, failed: 1, queued: 0 },
    );
  },
);

mailTest("a mail deferred by its receiver is retried and arrives once", async (app, server) => {
  server.behaviour.refuse = (address) =>
    address === "p3@example.org" ? { code: 451, message: "4.7.1 Greylisted" } : null;
  const creating = createMailedGame(app);
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
    const game = await createMailedGame(app);
    await hasten(app);
    await server.waitFor(6);
    await settled(app, 0);
    assert.equal(isDying, false);
    assertEachOnce(server, [ORGANIZER, ...FIVE]);
    const { participants } = await app.client.readAsOrganizer(game);
    assert.ok(participants.every((one) => one.emailStatus.status === "sent"));
  },
);

Deno.test({
  name: "two instances share the outbox, and one takes over what a dead one had claimed",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using server = await startMailServer();
    const env = { DATABASE_URL: await makeMigratedDatabase(), SMTP_URL: server.url };
    await using app = beCalm(await startApp(env));
    await using other = await startApp(env);
    await server.stop();
    const game = await createMailedGame(app, { participants: people(200) });
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
    const game = await createMailedGame(app);
    const { code, organizerToken } = game;
    assert.deepEqual(game.emailResults, NOTHING_SENT);
    const send = (type: string) =>
      app.client.post("/api/email/send", { code, organizerToken, type, email: ORGANIZER });
    assert.equal((await send("organizer")).status, 503);
    assert.equal((await send("recoverOrganizerLink")).status, 503);
    const renewal = { action: "regenerateOrganizerToken", organizerToken };
    assert.equal((await app.client.patchGame(game, renewal)).status, 400);
    assert.deepEqual(await sql(app.services, "select 1 from outbox"), []);
    const health = succeeds(await app.client.get("/api/health"), healthSchema);
    assert.equal(health.overallStatus, "Healthy");
    assert.equal(health.checks.email.status, "not_configured");
  },
});
