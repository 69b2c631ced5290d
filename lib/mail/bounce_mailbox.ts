import type { ImapFlow, MessageStructureObject } from "imapflow";

/** Mails read at a time; the others are for the next time. */
const BATCH = 200;
/** Bytes of a notification that are read: the part that machines read is short. */
const MAX_REPORT = 64 * 1024;
/** How long the server may take to greet, and how long it may be silent, in ms. */
const TIMEOUT = 30_000;
/** Where the address stands that a mail came back to: `To`, and what mail servers add. */
const RECIPIENT_HEADERS = ["to", "delivered-to", "x-original-to", "envelope-to"];

/** A mail in the mailbox, as far as it may be about another that came back. */
export interface ReturnedMail {
  /** The headers that name its recipient. */
  headers: string;
  /** Its part `message/delivery-status`. */
  report: string;
}

/**
 * Hands every mail in a mailbox that nobody has seen yet, and that tells how another was delivered, to
 * `handle`, one after the other. Each mail is marked as seen once it is dealt with; where `handle` throws,
 * reading ends, and the mail is there the next time.
 *
 * @param url `imaps://user:password@host/INBOX`, or `imap:` with STARTTLS where the server offers it.
 * @param signal breaks the connection off.
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

/** Logs in and opens the mailbox. @throws where the server does not let us. @returns how many mails are in it */
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
  // Loaded only where it is needed: most services have no such mailbox.
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
  // What it is asked then fails too, and tells; without a listener the process would end.
  client.on("error", () => {});
  return client;
}

function mailboxOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || "INBOX";
}

/** @returns null where the mail tells nothing about another. */
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
