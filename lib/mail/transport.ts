import { Buffer } from "node:buffer";
import { coverId } from "@/components/mail/content.ts";
import { languageTag } from "../browser/format.ts";
import type { MailFailure } from "../game/types.ts";
import type { ComposedMail } from "./compose.tsx";
import { readCover } from "./cover_picture.ts";

/** Maximum number of connections to the mail server. */
export const MAX_CONNECTIONS = 5;
/** How long connecting and the greeting may take, in ms; after that the server counts as down. */
const CONNECTION_TIMEOUT = 60_000;
/**
 * How long the server may be silent, in ms. This is long because a mail that is given up while the server still
 * processes it is sent twice; RFC 5321 section 4.5.3.2 asks for 2 to 10 minutes.
 */
const SOCKET_TIMEOUT = 5 * 60_000;

/** A mail with its identifiers for mail servers. */
export interface Envelope {
  mail: ComposedMail;
  /** The same for each attempt, so that duplicates can be recognized. */
  messageId: string;
  /** Bounce address; without it, bounces go to the sender. */
  returnPath?: string | null;
}

/** Sends mails. */
export interface Transport {
  /** @throws {DeliveryError} if the mail was not accepted, as far as is known. */
  send(envelope: Envelope, signal: AbortSignal): Promise<void>;
  /** Does the same work as `send` in this process, and sends nothing. */
  rehearse(envelope: Envelope): Promise<void>;
  /** @throws if the mail server is down. */
  verify(): Promise<void>;
  close(): void;
}

/** A mail was not accepted. Holds only the reason, because the server's own text may contain the address. */
export class DeliveryError extends Error {
  override name = "DeliveryError";

  constructor(
    readonly reason: MailFailure,
    /** True if retrying is useless. */
    readonly isPermanent: boolean,
    /** True if the mail server is down, not only this mail refused. */
    readonly isDown: boolean,
  ) {
    super(`The mail was not accepted: ${reason}`);
  }
}

/**
 * Opens a pool of connections to a mail server.
 *
 * @param url `smtp:` (with STARTTLS if the server offers it) or `smtps:`, with user and password; nodemailer
 * options such as `requireTLS=true` in its query.
 * @param address the sender of all mails.
 */
export async function openSmtp(url: string, address: string): Promise<Transport> {
  // Loaded only when used: it takes megabytes of memory.
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
    ...mail.replyTo !== null && { replyTo: { name: "", address: mail.replyTo } },
    envelope: { from: returnPath ?? address, to: [mail.to] },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId,
    headers: headersOf(mail),
    attachments: [
      ...mail.cover === null ? [] : [{
        filename: "cover.png",
        cid: coverId(mail.cover),
        content: Buffer.from(await readCover(mail.cover)),
        contentDisposition: "inline" as const,
      }],
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

/** Headers that mark a mail as automatic, name its language, and allow one-click unsubscribing. */
function headersOf({ language, unsubscribeUrl }: ComposedMail): Record<string, string> {
  return {
    "Auto-Submitted": "auto-generated",
    "Content-Language": languageTag(language),
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Interprets a mail server's refusal. */
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

/** Properties that nodemailer may add to its errors. */
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

/** Maximum number of kept mails; the oldest are dropped. */
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

  async rehearse(): Promise<void> {}

  async verify(): Promise<void> {}

  close(): void {}
}
