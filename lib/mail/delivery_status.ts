import type { MailFailure } from "../game/types.ts";

/**
 * Why a mail server has given a mail up, from the machine-readable part of its notification
 * (`message/delivery-status`, RFC 3464); null: it has not, because the mail is only delayed, was passed on,
 * or this is nothing of the kind. What counts is the action: `failed` is said once the server does not try
 * any more, after days even for a passing reason.
 */
export function parseDeliveryStatus(report: string): MailFailure | null {
  const unfolded = report.replaceAll("\r\n", "\n").replace(/\n[ \t]+/g, " ");
  // A block on the whole mail, then one for each recipient: ours have one.
  for (const block of unfolded.split(/\n{2,}/)) {
    if (/^failed\b/i.test(readField(block, "action"))) return reasonOf(block);
  }
  return null;
}

/** Reads the enhanced status code (RFC 3463) of a recipient. */
function reasonOf(block: string): MailFailure {
  const diagnostic = readField(block, "diagnostic-code");
  const stated = readCode(readField(block, "status"));
  // Some servers say x.0.0 of everything, and quote the other server's own code beside it.
  const code = (stated && !stated.endsWith(".0.0") ? stated : readCode(diagnostic) ?? stated) ?? "";
  if (code.endsWith(".2.2")) return "mailboxFull";
  // Bad addresses and domains (5.1.x), mailboxes that are closed (5.2.1), domains without a way (5.4.4).
  if (/^5\.(?:1\.\d+|2\.1|4\.4)$/.test(code)) return "addressRefused";
  return "messageRefused";
}

function readCode(text: string): string | undefined {
  return /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text)?.[0];
}

function readField(block: string, name: string): string {
  return new RegExp(`^${name}:[ \\t]*(.*)$`, "im").exec(block)?.[1]?.trim() ?? "";
}
