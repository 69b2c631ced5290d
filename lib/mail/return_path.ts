import type { Tokens } from "../game/tokens.ts";

/** Identifies a mail. */
interface MailKey {
  gameId: string;
  /** In the outbox. */
  id: string;
}

/**
 * The bounce address of a mail (VERP, variable envelope return path):
 * `bounces+42.0123456789abcdef@example.org`.
 *
 * @param address the base address.
 */
export function returnPathOf(address: string, tokens: Tokens, { gameId, id }: MailKey): string {
  const at = address.lastIndexOf("@");
  const mark = tokens.bounceMark(gameId, id);
  return `${address.slice(0, at)}+${id}.${mark}${address.slice(at)}`;
}

/** The parts of an address made by `returnPathOf`. */
export interface ReturnPath {
  id: string;
  /** Must be checked with `Tokens.isBounceMark`: it can be forged. */
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
