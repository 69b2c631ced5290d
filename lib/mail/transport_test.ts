import assert from "node:assert/strict";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { eventfulGame, LINKS, mailOf, NOBODY, NOW } from "@/tests/support/mail_samples.ts";
import { composeMail } from "./compose.tsx";
import { DeliveryError, openSmtp } from "./transport.ts";

/** The server's answers by command, instead of "yes". */
interface Answers {
  mail?: [number, string];
  rcpt?: [number, string];
  data?: [number, string];
}

/** A mail server, with the mails it got and its address. */
async function serve(answers: Answers) {
  const got: { raw: string; from: string; to: string[] }[] = [];
  const error = ([code, text]: [number, string]) =>
    Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onMailFrom: (_, __, done) => done(answers.mail && error(answers.mail)),
    onRcptTo: (_, __, done) => done(answers.rcpt && error(answers.rcpt)),
    onData(stream, session, done) {
      const chunks: Uint8Array[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        got.push({
          raw: chunks.map((chunk) => new TextDecoder().decode(chunk)).join(""),
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
        });
        done(answers.data && error(answers.data));
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    got,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function envelopeOf(kind: "assignment" | "participantRemoved") {
  const game = { ...eventfulGame(), replyToOrganizer: true };
  const mail = composeMail(LINKS, game, mailOf(kind, game), NOBODY, NOW) ?? assert.fail();
  return { mail, messageId: "<7@gifts.example.org>", returnPath: "bounces+7@example.org" };
}

Deno.test({
  name: "openSmtp() sends a mail with its headers, pictures and dates to its one reader",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const server = await serve({});
    const smtp = await openSmtp(server.url, "gifts@example.org");
    await smtp.verify();
    const envelope = envelopeOf("assignment");
    await smtp.rehearse(envelope);
    assert.equal(server.got.length, 0);
    await smtp.send(envelope, AbortSignal.timeout(10_000));
    const [{ raw, from, to } = assert.fail()] = server.got;
    assert.deepEqual([from, to], ["bounces+7@example.org", ["p1@example.org"]]);
    const mail = await simpleParser(raw);
    assert.equal(mail.from?.value[0]?.address, "gifts@example.org");
    assert.equal(mail.from?.value[0]?.name, envelope.mail.from);
    assert.deepEqual([mail.subject, mail.messageId], [envelope.mail.subject, envelope.messageId]);
    assert.equal(mail.headers.get("auto-submitted"), "auto-generated");
    assert.equal(mail.headers.get("content-language"), "en");
    assert.match(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    assert(
      raw.replaceAll(/\r\n\s/g, "").includes(`List-Unsubscribe:<${envelope.mail.unsubscribeUrl}`) ||
        raw.includes(envelope.mail.unsubscribeUrl.slice(0, 40)),
    );
    assert.deepEqual(mail.attachments.map(({ filename }) => filename), ["cover.png", "event.ics"]);
    assert.equal(mail.replyTo, undefined);
    const { returnPath: _, ...farewell } = envelopeOf("participantRemoved");
    await smtp.send(farewell, AbortSignal.timeout(10_000));
    const last = server.got[1] ?? assert.fail();
    assert.equal(last.from, "gifts@example.org", "it comes back to the sender");
    const answered = await simpleParser(last.raw);
    assert.equal(answered.replyTo?.value[0]?.address, "organizer@example.org");
    assert.deepEqual(answered.attachments, []);
    smtp.close();
    await server.close();
  },
});

Deno.test({
  name: "openSmtp() distinguishes refusals of the mail from those of the server",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const outcome = async (answers: Answers, envelope = envelopeOf("assignment")) => {
      const server = await serve(answers);
      const smtp = await openSmtp(server.url, "gifts@example.org");
      try {
        await smtp.send(envelope, AbortSignal.timeout(10_000));
        return ["sent"];
      } catch (error) {
        assert(error instanceof DeliveryError);
        return [error.reason, error.isPermanent, error.isDown];
      } finally {
        smtp.close();
        await server.close();
      }
    };
    for (
      const [answers, ...expected] of [
        [{}, "sent"],
        [{ mail: [550, "No"] }, "serverRefused", false, true],
        [{ rcpt: [550, "No such user"] }, "addressRefused", true, false],
        [{ rcpt: [450, "Later"] }, "receiverBusy", false, false],
        [{ rcpt: [421, "Closing"] }, "serverUnreachable", false, true],
        [{ rcpt: [552, "Full"] }, "mailboxFull", true, false],
        [{ rcpt: [452, "4.2.2 Full"] }, "mailboxFull", false, false],
        [{ data: [550, "Spam"] }, "messageRefused", true, false],
        [{ data: [451, "Later"] }, "receiverBusy", false, false],
        [{ data: [552, "Full"] }, "mailboxFull", true, false],
      ] satisfies [Answers, ...unknown[]][]
    ) assert.deepEqual(await outcome(answers), expected, JSON.stringify(answers));
    const { mail, ...ids } = envelopeOf("assignment");
    const nowhere = { ...ids, mail: { ...mail, to: "" } };
    assert.deepEqual(await outcome({}, nowhere), ["addressRefused", true, false]);
    const gone = await serve({});
    await gone.close();
    const smtp = await openSmtp(gone.url, "gifts@example.org");
    await assert.rejects(smtp.send(envelopeOf("assignment"), AbortSignal.timeout(10_000)), {
      reason: "serverUnreachable",
      isDown: true,
    });
    await assert.rejects(smtp.verify(), { reason: "serverUnreachable" });
    smtp.close();
  },
});
