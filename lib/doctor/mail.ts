import nodemailer from "nodemailer";
import { verifyMailbox } from "../mail/bounce_mailbox.ts";
import { sender } from "../mail/mailer.ts";
import { MAIL_TRAP, type Settings } from "../settings.ts";
import { about, type Finding, reasonOf } from "./finding.ts";

const mailFrom = about("MAIL_FROM");
const server = about("mail server");
const testMail = about("test mail");

/** How long a mail server may be silent, in ms. */
const TIMEOUT = 20_000;

/** Connects to the mail servers and logs in. @param mailTo recipient of a test mail; null: none is sent */
export async function checkMail(
  settings: Settings,
  mailTo: string | null,
): Promise<Finding | Finding[]> {
  const { smtpUrl } = settings;
  if (!smtpUrl) {
    return server.warning("none is set", "Set SMTP_URL, or let people pass their links on by hand");
  }
  if (smtpUrl === MAIL_TRAP) return server.ok("mails are caught in memory");
  const findings = [await checkServer(smtpUrl), checkSender(settings)];
  if (mailTo && findings.every(({ level }) => level !== "problem")) {
    findings.push(await sendTestMail(settings, smtpUrl, mailTo));
  }
  if (settings.bounces) findings.push(await checkMailbox(settings.bounces.imapUrl));
  return findings;
}

async function checkServer(smtpUrl: string): Promise<Finding> {
  const { protocol, host, hostname, username } = new URL(smtpUrl);
  const value = `${host} answers${username ? " and lets us in" : ""}`;
  try {
    await verify(smtpUrl, true);
    return server.ok(`${value}, with TLS`);
  } catch (error) {
    if (protocol === "smtps:" || !/^E(?:REQUIRE)?TLS$/.test(codeOf(error))) {
      return explain(host, error);
    }
  }
  try {
    await verify(smtpUrl, false);
  } catch (error) {
    return explain(host, error);
  }
  if (isLocal(hostname)) return server.ok(`${value}, without TLS on this machine`);
  return server.warning(
    `${value}, but offers no TLS`,
    "Use smtps://…:465 or a server with STARTTLS: everybody on the way can read password and mails",
  );
}

async function verify(smtpUrl: string, requireTLS: boolean): Promise<void> {
  const transport = openTransport(smtpUrl, requireTLS);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function openTransport(url: string, requireTLS: boolean) {
  return nodemailer.createTransport({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
    requireTLS,
  });
}

function explain(host: string, error: unknown): Finding {
  const reason = reasonOf(error);
  const advice = /^E(?:NO)?AUTH$/.test(codeOf(error))
    ? "Set the user and the password in SMTP_URL as your mail provider has them; write @ : / ? # in them as %40 %3A %2F %3F %23"
    : /certificate|self.signed|ssl|tls|handshake/i.test(reason)
    ? "Name the server as its certificate does, and use smtps:// for port 465, smtp:// for 587 and 25"
    : "See that name and port in SMTP_URL are right and that this machine may connect there: many hosts close port 25";
  return server.problem(`${host}: ${reason}`, advice);
}

function checkSender(settings: Settings): Finding {
  const { address } = sender(settings);
  if (settings.mailFrom) return mailFrom.ok(address);
  const advice = "Set MAIL_FROM to an address that your mail server may send from";
  return mailFrom.warning(`not set, mails come from ${address}`, advice);
}

async function sendTestMail(settings: Settings, smtpUrl: string, to: string): Promise<Finding> {
  const transport = openTransport(smtpUrl, false);
  const from = sender(settings);
  try {
    await transport.sendMail({
      from,
      to,
      envelope: { from: settings.bounces?.address ?? from.address, to: [to] },
      subject: "Test mail",
      text: "This is a test mail of your gift-exchange service: mails arrive.\n",
      headers: { "Auto-Submitted": "auto-generated" },
    });
    return testMail.ok(
      `${to}: the mail server has taken it. Look whether it arrives, and not as spam`,
    );
  } catch (error) {
    return testMail.problem(
      `${to}: ${reasonOf(error)}`,
      "Ask your mail provider what you may send and from which address",
    );
  } finally {
    transport.close();
  }
}

async function checkMailbox(imapUrl: string): Promise<Finding> {
  const { protocol, host, hostname } = new URL(imapUrl);
  const { ok, warning, problem } = about("mailbox of mails that come back");
  try {
    const value = `${host} lets us in, ${await verifyMailbox(imapUrl)} mails in it`;
    if (protocol === "imaps:" || isLocal(hostname)) return ok(value);
    return warning(value, "Use imaps:// in IMAP_URL, so that nobody on the way reads the password");
  } catch (error) {
    const said = error instanceof Error && "responseText" in error
      ? ` (${error.responseText})`
      : "";
    return problem(
      `${host}: ${reasonOf(error)}${said}`,
      "Set server, user, password and mailbox in IMAP_URL as your mail provider has them",
    );
  }
}

function isLocal(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
