import assert from "node:assert/strict";
import { readBounces } from "@/lib/operations/read_bounces.ts";
import { startApp, type TestApp } from "./support/app.ts";
import { doctor } from "./support/doctor.ts";
import { hasDovecot, startDovecot, type TestMailbox } from "./support/dovecot.ts";
import { startMailServer, type TestMailServer } from "./support/mail.ts";
import { createMailedGame, ORGANIZER, settled } from "./support/mail_app.ts";
import { makeMigratedDatabase } from "./support/postgres.ts";
import { sql } from "./support/sql.ts";
import { named } from "./support/views.ts";
import { sample } from "./support/sample.ts";

const HAS_DOVECOT = await hasDovecot();
if (!HAS_DOVECOT) {
  console.error(
    "NOT TESTED: mails that come back. They want dovecot-imapd of Debian, and root to run it.",
  );
}

/** Declares a test with a mail server, a mailbox for bounces, and a service that uses both. */
function bounceTest(
  name: string,
  run: (parts: { app: TestApp; server: TestMailServer; mailbox: TestMailbox }) => Promise<void>,
  makeEnv: () => Promise<Record<string, string>> = () => Promise.resolve({}),
): void {
  Deno.test({
    name,
    ignore: !HAS_DOVECOT,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using server = await startMailServer();
      await using mailbox = await startDovecot();
      await using app = await startApp({
        SMTP_URL: server.url,
        MAIL_FROM: "gifts@example.org",
        PUBLIC_URL: "https://gifts.example.org",
        BOUNCE_ADDRESS: "bounces@mail.example.org",
        IMAP_URL: mailbox.url,
        ...await makeEnv(),
      });
      await run({ app, server, mailbox });
    },
  });
}

/** The address that a bounce of someone's mail goes to. */
function returnPath(server: TestMailServer, to: string): string {
  const [mail] = server.at(to);
  assert.ok(mail, to);
  return mail.from;
}

/** A delivery status notification as Postfix writes it. */
function notification(to: string, action: string, status: string, diagnostic = ""): string {
  return `Return-Path: <>
From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
To: ${to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--b1
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
Arrival-Date: Sat, 21 Nov 2026 12:00:00 +0000 (UTC)

Final-Recipient: rfc822; p2@example.org
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; ${diagnostic}

--b1
Content-Type: message/rfc822

Subject: the mail itself

Hello
--b1--
`.replaceAll("\n", "\r\n");
}

/** Reads the mailbox, whichever instance holds the lease. */
async function read(app: TestApp): Promise<number> {
  await sql(app.services, "delete from turns");
  return await readBounces(app.services);
}

for (const database of sample(["Postgres", "SQLite"])) {
  bounceTest(
    `a bounced mail is shown as failed, and the organizer is notified once (${database})`,
    async ({ app, server, mailbox }) => {
      const game = await createMailedGame(app);
      await server.waitFor(6);
      const back = returnPath(server, "p2@example.org");
      assert.match(back, /^bounces\+[0-9a-f]{32}@mail\.example\.org$/);
      await mailbox.deliver(notification(back, "failed", "5.1.1", "550 5.1.1 User unknown"));
      assert.equal(await read(app), 1);
      const view = await app.client.readAsOrganizer(game);
      const { emailStatus } = named(view, "P2");
      assert.deepEqual(
        [emailStatus.status, emailStatus.reason],
        ["failed", "addressRefused"],
      );
      assert.equal(named(view, "P3").emailStatus.status, "sent");
      await settled(app, 0);
      const told = () =>
        server.at(ORGANIZER).filter(({ parsed }) => parsed.subject?.includes("came back"));
      assert.equal(told().length, 1);
      assert.match(told()[0]?.text ?? "", /P2/);

      await mailbox.deliver(notification(back, "failed", "5.1.1"));
      await app.client.sendEmail(game, {
        type: "participant",
        participantId: named(view, "P2").id,
      });
      const again = server.at("p2@example.org").at(-1)?.from ?? "";
      assert.notEqual(again, back);
      await mailbox.deliver(notification(again.toUpperCase(), "failed", "5.2.2"));
      assert.equal(await read(app), 2);
      await settled(app, 0);
      assert.equal(told().length, 1);
      assert.equal(
        named(await app.client.readAsOrganizer(game), "P2").emailStatus.reason,
        "mailboxFull",
      );
      assert.deepEqual(await mailbox.flags(), ["S", "S", "S"]);
    },
    async () => database === "Postgres" ? { DATABASE_URL: await makeMigratedDatabase() } : {},
  );
}

bounceTest(
  "a mail that only looks like a bounce changes nothing and is read once",
  async ({ app, server, mailbox }) => {
    const game = await createMailedGame(app);
    await server.waitFor(6);
    const second = returnPath(server, "p2@example.org");
    const mails = [
      notification(second.replace(/\+.*@/, `+${"0".repeat(32)}@`), "failed", "5.1.1"),
      notification(second.replace(/.@/, (end) => end === "0@" ? "1@" : "0@"), "failed", "5.1.1"),
      notification(second.replace(/\+.*@/, "+999999@"), "failed", "5.1.1"),
      notification("bounces@mail.example.org", "failed", "5.1.1"),
      notification(second, "delayed", "4.4.1"),
      notification(second, "delivered", "2.0.0"),
      notification(second, "", ""),
      `To: ${second}\r\nSubject: Out of office\r\n\r\nI am away.\r\n`,
      `To: ${second}\r\nContent-Type: multipart/report; boundary=x\r\n\r\nno part\r\n`,
      "no mail at all",
    ];
    for (const mail of mails) await mailbox.deliver(mail);
    assert.equal(await read(app), 0);
    assert.equal(named(await app.client.readAsOrganizer(game), "P2").emailStatus.status, "sent");
    assert.deepEqual(await mailbox.flags(), mails.map(() => "S"));
  },
);

bounceTest(
  "a bounced mail to the organizer is shown to them, and no other mail is sent about it",
  async ({ app, server, mailbox }) => {
    const game = await createMailedGame(app);
    await server.waitFor(6);
    await mailbox.deliver(notification(returnPath(server, ORGANIZER), "failed", "5.1.2"));
    assert.equal(await read(app), 1);
    const { organizerEmailStatus } = await app.client.readAsOrganizer(game);
    assert.equal(organizerEmailStatus.status, "failed");
    await settled(app, 0);
    assert.equal(server.arrived.length, 6);
  },
);

bounceTest(
  "an unreadable mailbox stops nothing, and nothing in it is lost",
  async ({ app, server, mailbox }) => {
    const game = await createMailedGame(app);
    await server.waitFor(6);
    await mailbox.deliver(notification(returnPath(server, "p2@example.org"), "failed", "5.1.1"));
    const { settings } = app.services;
    const { bounces } = settings;
    assert.ok(bounces);
    for (
      const imapUrl of [
        bounces.imapUrl.replace(/:[^:@]*@/, ":wrong@"),
        `${bounces.imapUrl}/Nowhere`,
        bounces.imapUrl.replace(/@.*/, "@127.0.0.1:1"),
      ]
    ) {
      settings.bounces = { ...bounces, imapUrl };
      assert.equal(await read(app), 0);
    }
    settings.bounces = bounces;
    await app.client.sendEmail(game, { type: "reminderAll" });
    await server.waitFor(11);
    assert.equal(await read(app), 1);
  },
);

bounceTest("only one instance at a time reads the mailbox", async ({ app, server, mailbox }) => {
  await createMailedGame(app);
  await server.waitFor(6);
  await mailbox.deliver(notification(returnPath(server, "p2@example.org"), "failed", "5.1.1"));
  const counts = await Promise.all(Array.from({ length: 4 }, () => readBounces(app.services)));
  assert.deepEqual(counts.toSorted(), [0, 0, 0, 1]);
});

bounceTest(
  "doctor logs in to the mailbox or reports what refuses the login",
  async ({ app, server, mailbox }) => {
    await mailbox.deliver("Subject: one\r\n\r\nHello\r\n");
    const env = {
      DATA_DIR: "memory:",
      SMTP_URL: server.url,
      BOUNCE_ADDRESS: app.services.settings.bounces?.address ?? "",
    };
    const what = "mailbox of mails that come back";
    const well = await doctor({ ...env, IMAP_URL: mailbox.url });
    assert.match(well.on(what), /^ok .* lets us in, 1 mails in it/);
    const refused = await doctor({ ...env, IMAP_URL: mailbox.url.replace(/:[^:@]*@/, ":wrong@") });
    assert.match(refused.on(what), /^problem .*Authentication failed.* IMAP_URL/);
    assert.deepEqual(await mailbox.flags(), [""]);
  },
);
