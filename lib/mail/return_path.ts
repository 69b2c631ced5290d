import type { Tokens } from "../game/tokens.ts";

/**
 * The bounce address of a mail (VERP, variable envelope return path):
 * `bounces+0123456789abcdef0123456789abcdef@example.org`.
 *
 * @param address the base address.
 * @param id of the mail in the outbox.
 */
export function returnPathOf(address: string, tokens: Tokens, id: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}+${tokens.mailName(id)}${address.slice(at)}`;
}

/** Finds the id of the mail whose return path is in these headers; null if there is none of ours. */
export function findReturnPath(address: string, tokens: Tokens, headers: string): string | null {
  const [local = "", domain = ""] = address.split("@");
  const pattern = new RegExp(
    `(?<![^\\s<:,;"])${RegExp.escape(local)}\\+([0-9a-f]{32})@${RegExp.escape(domain)}(?![\\w.-])`,
    "i",
  );
  const [, name] = pattern.exec(headers) ?? [];
  return name ? tokens.mailId(name) : null;
}
