import type { ImapFlow, MessageStructureObject } from "imapflow";

/** Maximum number of mails per run; the rest follow in the next run. */
const BATCH = 200;
/** Maximum number of bytes read of a notification, whose machine-readable part is short. */
const MAX_REPORT = 64 * 1024;
/** Timeouts for the server's greeting and for silence, in ms. */
const TIMEOUT = 30_000;
/** Headers that hold the bounce address: `To`, and those that mail servers add. */
const RECIPIENT_HEADERS = ["to", "delivered-to", "x-original-to", "envelope-to"];

/** A mail in the mailbox that may be a bounce. */
export interface ReturnedMail {
  /** The headers that name its recipient. */
  headers: string;
  /** The content of its `message/delivery-status` part. */
  report: string;
}

/**
 * Passes each unseen delivery status notification in a mailbox to `handle`, one after the other. A mail is
 * marked as seen once it is handled. If `handle` throws, reading ends and the mail is read again next time.
 *
 * @param url `imaps://user:password@host/INBOX`, or `imap:` with STARTTLS if the server offers it.
 * @param signal closes the connection.
 */
export async function readMailbox(
  url: string,
  handle: (mail: ReturnedMail) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const client = await openImap(url);
  const end = () => client.close();
  signal.addEventListener("abort", end);
  try {
    await client.connect();
    await client.mailboxOpen(mailboxOf(url));
    const unseen = await client.search({ seen: false }, { uid: true });
    for (const uid of (unseen || []).slice(0, BATCH)) {
      signal.throwIfAborted();
      const mail = await readMail(client, String(uid));
      if (mail) await handle(mail);
      await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
    }
    await client.logout();
  } finally {
    signal.removeEventListener("abort", end);
    client.close();
  }
}

/** Logs in and opens the mailbox. @returns the number of mails in it @throws if the server refuses */
export async function verifyMailbox(url: string): Promise<number> {
  const client = await openImap(url);
  try {
    await client.connect();
    const { exists } = await client.mailboxOpen(mailboxOf(url), { readOnly: true });
    await client.logout();
    return exists;
  } finally {
    client.close();
  }
}

async function openImap(url: string): Promise<ImapFlow> {
  // Loaded only when used, because most services have no such mailbox.
  const { ImapFlow } = await import("imapflow");
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === "imaps:";
  const client = new ImapFlow({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port ? Number(port) : isSecure ? 993 : 143,
    secure: isSecure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });
  // Pending commands fail with the same error; without a listener the process would end.
  client.on("error", () => {});
  return client;
}

function mailboxOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || "INBOX";
}

/** @returns null if the mail is not a bounce. */
async function readMail(client: ImapFlow, uid: string): Promise<ReturnedMail | null> {
  const message = await client.fetchOne(
    uid,
    { bodyStructure: true, headers: RECIPIENT_HEADERS },
    { uid: true },
  );
  const part = message && message.bodyStructure && findReport(message.bodyStructure);
  if (!message || !part) return null;
  const { content } = await client.download(uid, part, { uid: true, maxBytes: MAX_REPORT });
  let report = "";
  for await (const chunk of content ?? []) report += chunk;
  return { headers: message.headers?.toString() ?? "", report };
}

function findReport({ type, part, childNodes }: MessageStructureObject): string | undefined {
  if (type === "message/delivery-status") return part ?? "1";
  for (const child of childNodes ?? []) {
    const found = findReport(child);
    if (found) return found;
  }
  return undefined;
}
