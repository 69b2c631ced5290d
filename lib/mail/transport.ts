import { Buffer } from "node:buffer";
import { coverId } from "@/components/mail/content.ts";
import { languageTag } from "../browser/format.ts";
import type { MailFailure } from "../game/types.ts";
import type { ComposedMail } from "./compose.tsx";
import { readCover } from "./cover_picture.ts";

/** Connections to the mail server that one instance keeps at most. */
export const MAX_CONNECTIONS = 5;
/** How long the mail server may take to be reached and to greet, in ms: beyond, it is down. */
const CONNECTION_TIMEOUT = 60_000;
/**
 * How long it may be silent, in ms. Long, because a mail that we give up on while the server still thinks
 * about it goes out twice; RFC 5321 section 4.5.3.2 asks for 2 to 10 minutes.
 */
const SOCKET_TIMEOUT = 5 * 60_000;

/** A mail with what marks it for mail servers. */
interface Envelope {
  mail: ComposedMail;
  /** The same for each attempt, so that a mail that arrives twice can be known as one. */
  messageId: string;
  /** Where it comes back to if it cannot be delivered; without it, to the sender. */
  returnPath?: string | null;
}

/** The way out for mails. */
export interface Transport {
  /** @throws {DeliveryError} where the mail was not accepted, as far as can be known. */
  send(envelope: Envelope, signal: AbortSignal): Promise<void>;
  /** Does all that `send` does in this process, and sends nothing. */
  rehearse(envelope: Envelope): Promise<void>;
  /** @throws where the mail server does not serve. */
  verify(): Promise<void>;
  close(): void;
}

/** A mail was not accepted. Says no more than its reason: a server's own words may hold the address. */
export class DeliveryError extends Error {
  override name = "DeliveryError";

  constructor(
    readonly reason: MailFailure,
    /** Whether trying again is useless. */
    readonly isPermanent: boolean,
    /** Whether the mail server serves nobody now, not only this mail. */
    readonly isDown: boolean,
  ) {
    super(`The mail was not accepted: ${reason}`);
  }
}

/**
 * A pool of connections to a mail server.
 *
 * @param url `smtp:` (with STARTTLS where the server offers it) or `smtps:`, with user and password; options
 * of nodemailer such as `requireTLS=true` in its query.
 * @param address that all mails come from.
 */
export async function openSmtp(url: string, address: string): Promise<Transport> {
  // Loaded only where it is needed: it takes megabytes of memory.
  const { default: nodemailer } = await import("nodemailer");
  const smtp = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxMessages: 500,
    connectionTimeout: CONNECTION_TIMEOUT,
    greetingTimeout: CONNECTION_TIMEOUT,
    socketTimeout: SOCKET_TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const rehearsal = nodemailer.createTransport({ streamTransport: true, buffer: true });
  const messageOf = async ({ mail, messageId, returnPath }: Envelope) => ({
    from: { name: mail.from, address },
    to: { name: "", address: mail.to },
    envelope: { from: returnPath ?? address, to: [mail.to] },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId,
    headers: headersOf(mail),
    attachments: [
      {
        filename: "cover.png",
        cid: coverId(mail.cover),
        content: Buffer.from(await readCover(mail.cover)),
        contentDisposition: "inline" as const,
      },
      ...mail.calendar === null ? [] : [{
        filename: "event.ics",
        content: mail.calendar,
        contentType: "text/calendar; charset=utf-8; method=PUBLISH",
      }],
    ],
  });
  return {
    async send(envelope, signal) {
      try {
        await smtp.sendMail({ ...await messageOf(envelope), signal });
      } catch (error) {
        throw explain(error);
      }
    },
    async rehearse(envelope) {
      await rehearsal.sendMail(await messageOf(envelope));
    },
    async verify() {
      await smtp.verify().catch((error: unknown) => {
        throw explain(error);
      });
    },
    close: () => smtp.close(),
  };
}

/** Marks a mail as written by a program, in its language, and as one that can be ended with one click. */
function headersOf({ language, unsubscribeUrl }: ComposedMail): Record<string, string> {
  return {
    "Auto-Submitted": "auto-generated",
    "Content-Language": languageTag(language),
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Reads what a mail server's refusal means. */
function explain(error: unknown): DeliveryError {
  const { code, command, responseCode, response, permanent, timeoutType, originalCode } =
    smtpErrorOf(error);
  const isMailboxFull = responseCode === 552 || /\b[45]\.2\.2\b/.test(response);
  switch (code) {
    case "EAUTH":
    case "ENOAUTH":
    case "ECONFIG":
    case "ETLS":
    case "EREQUIRETLS":
      return new DeliveryError("serverRefused", false, true);
    case "EDNS":
      return new DeliveryError("serverUnreachable", false, true);
    case "EENVELOPE":
      if (command === "MAIL FROM") return new DeliveryError("serverRefused", false, true);
      if (responseCode === 421) return new DeliveryError("serverUnreachable", false, true);
      if (isMailboxFull) return new DeliveryError("mailboxFull", permanent, false);
      if (responseCode === null || permanent) {
        return new DeliveryError("addressRefused", true, false);
      }
      return new DeliveryError("receiverBusy", false, false);
    case "EMESSAGE":
      if (isMailboxFull) return new DeliveryError("mailboxFull", permanent, false);
      return permanent
        ? new DeliveryError("messageRefused", true, false)
        : new DeliveryError("receiverBusy", false, false);
  }
  const isDown = responseCode === 421 ||
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/.test(originalCode) ||
    /^(CONNECT|GREETING|UPGRADE)_TIMEOUT$/.test(timeoutType);
  return new DeliveryError(isDown ? "serverUnreachable" : "connectionLost", false, isDown);
}

/** What nodemailer adds to its errors, each where it is there. */
function smtpErrorOf(error: unknown) {
  const fields: Record<string, unknown> = error instanceof Error ? { ...error } : {};
  const text = (name: string) => typeof fields[name] === "string" ? fields[name] : "";
  return {
    code: text("code"),
    command: text("command"),
    response: text("response"),
    timeoutType: text("timeoutType"),
    originalCode: text("originalCode"),
    responseCode: typeof fields.responseCode === "number" ? fields.responseCode : null,
    permanent: fields.permanent === true,
  };
}

/** A mail that was caught instead of sent. */
interface CaughtMail extends Envelope {
  number: number;
  at: Date;
}

/** Mails kept at most; beyond, the oldest are forgotten. */
const CAUGHT = 500;

/** Catches mails in memory instead of sending them: for development. */
export class MailTrap implements Transport {
  readonly #caught: CaughtMail[] = [];
  #count = 0;

  /** The latest first. */
  get caught(): readonly CaughtMail[] {
    return this.#caught;
  }

  send(envelope: Envelope): Promise<void> {
    this.#count++;
    this.#caught.unshift({ ...envelope, number: this.#count, at: new Date() });
    this.#caught.length = Math.min(this.#caught.length, CAUGHT);
    return Promise.resolve();
  }

  rehearse(): Promise<void> {
    return Promise.resolve();
  }

  verify(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {}
}
