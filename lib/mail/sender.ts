import type { Game } from "../game/types.ts";
import type { Translate } from "../i18n/translate.ts";
import type { Recipient } from "./recipient.ts";

/** Who a mail comes from, as an inbox shows it; its address is always the service's own. */
export interface Sender {
  /** "Olga via Gift Exchange" */
  name: string;
  /** Where an answer goes; null: to the service. */
  replyTo: string | null;
}

/** Longer than most names, and too short for a message. */
const LONGEST_NAME = 40;

/** What makes a text something else than a name: an address, a link, a number to call. */
const NO_NAME = /[@/\\<>"|=]|:|www|\p{L}\.\p{L}{2,}|\p{N}{3,}|[\p{Cc}\p{Cf}\p{Co}]/iu;

/**
 * A name that somebody gave themselves, for a place that is read before a mail is opened: there a link or a
 * line of advertising could reach anybody.
 *
 * @returns "" where it is not plainly a name.
 */
export function plainName(name: string): string {
  const plain = name.replaceAll(/\s+/gu, " ").trim();
  return plain.length > LONGEST_NAME || NO_NAME.test(plain) ? "" : plain;
}

/**
 * Who a mail comes from. To those who take part it is the organizer, where they have said who they are; then answers
 * go to them, too. To who is not in the game, and to the organizer, it is the service: an address that was mistyped
 * is a stranger's.
 *
 * @param ownName of the service, where its operator has given it one with MAIL_FROM.
 */
export function senderOf(
  { organizerName, organizerEmail }: Pick<Game, "organizerName" | "organizerEmail">,
  { role }: Pick<Recipient, "role">,
  t: Translate,
  ownName: string,
): Sender {
  const site = ownName || t("common.siteName");
  const name = role === "participant" ? plainName(organizerName) : "";
  return name
    ? { name: t("mail.sender", { name, site }), replyTo: organizerEmail }
    : { name: site, replyTo: null };
}
