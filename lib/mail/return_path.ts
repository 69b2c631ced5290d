import type { Tokens } from "../game/tokens.ts";

/** What tells one mail from all others. */
interface MailKey {
  gameId: string;
  /** In the outbox. */
  id: string;
}

/**
 * Where a mail comes back to if it cannot be delivered, an address of its own (VERP: variable envelope
 * return path): `bounces+42.0123456789abcdef@example.org`.
 *
 * @param address that all of them are made of.
 */
export function returnPathOf(address: string, tokens: Tokens, { gameId, id }: MailKey): string {
  const at = address.lastIndexOf("@");
  const mark = tokens.bounceMark(gameId, id);
  return `${address.slice(0, at)}+${id}.${mark}${address.slice(at)}`;
}

/** What an address of `returnPathOf` says. */
export interface ReturnPath {
  id: string;
  /** To be proven by `Tokens.isBounceMark`: anyone may have written it. */
  mark: string;
}

/** Finds such an address in the headers of a mail; null: there is none. */
export function findReturnPath(address: string, headers: string): ReturnPath | null {
  const [local = "", domain = ""] = address.split("@");
  const pattern = new RegExp(
    `(?<![^\\s<:,;"])${RegExp.escape(local)}\\+(\\d{1,15})\\.([0-9a-f]{16})@${
      RegExp.escape(domain)
    }(?![\\w.-])`,
    "i",
  );
  const [, id, mark] = pattern.exec(headers) ?? [];
  return id && mark ? { id, mark: mark.toLowerCase() } : null;
}
