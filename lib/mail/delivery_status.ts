import type { MailFailure } from "../game/types.ts";

/**
 * Reads why a mail server gave up a mail from the machine-readable part of its notification
 * (`message/delivery-status`, RFC 3464). Returns null if the mail is only delayed or relayed, or if this is not
 * such a notification. Only the action counts: `failed` means that the server has stopped trying, even if the
 * reason was temporary.
 */
export function parseDeliveryStatus(report: string): MailFailure | null {
  const unfolded = report.replaceAll("\r\n", "\n").replace(/\n[ \t]+/g, " ");
  // The first block is about the whole mail, the others about one recipient each; our mails have one recipient.
  for (const block of unfolded.split(/\n{2,}/)) {
    if (/^failed\b/i.test(readField(block, "action"))) return reasonOf(block);
  }
  return null;
}

/** Reads the enhanced status code (RFC 3463) of a recipient. */
function reasonOf(block: string): MailFailure {
  const diagnostic = readField(block, "diagnostic-code");
  const stated = readCode(readField(block, "status"));
  // Some servers report x.0.0 for everything, and quote the other server's code in the text.
  const code = (stated && !stated.endsWith(".0.0") ? stated : readCode(diagnostic) ?? stated) ?? "";
  if (code.endsWith(".2.2")) return "mailboxFull";
  // Invalid addresses and domains (5.1.x), disabled mailboxes (5.2.1), unroutable domains (5.4.4).
  if (/^5\.(?:1\.\d+|2\.1|4\.4)$/.test(code)) return "addressRefused";
  return "messageRefused";
}

function readCode(text: string): string | undefined {
  return /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text)?.[0];
}

function readField(block: string, name: string): string {
  return new RegExp(`^${name}:[ \\t]*(.*)$`, "im").exec(block)?.[1]?.trim() ?? "";
}
