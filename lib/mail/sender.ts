import type { Game } from "../game/types.ts";
import type { Translate } from "../i18n/translate.ts";
import type { Recipient } from "./recipient.ts";

/** Longer than most names, and too short for a message. */
const LONGEST_NAME = 40;

/** What makes a text something else than a name: an address, a link, a number to call. */
const NO_NAME = /[@/\\<>"|=]|:|www|\p{L}\.\p{L}{2,}|\p{N}{3,}|[\p{Cc}\p{Cf}\p{Co}]/iu;

/**
 * A name that someone gave themselves, for a place that is read before a mail is opened: there a link or a
 * line of advertising could reach anyone.
 *
 * @returns "" where it is not plainly a name.
 */
export function plainName(name: string): string {
  const plain = name.replaceAll(/\s+/gu, " ").trim();
  return plain.length > LONGEST_NAME || NO_NAME.test(plain) ? "" : plain;
}

/**
 * Who a mail comes from, as an inbox shows it: "Olga via Gift Exchange". Its address is always the service's own, and
 * answers go nowhere else: most mails hold a personal link, which a quoted answer would carry to the organizer. To
 * participants it is the organizer, where they have given their name; to others the service: an address that was
 * mistyped is a stranger's.
 *
 * @param ownName of the service, where its operator has given it one with MAIL_FROM.
 */
export function senderOf(
  { organizerName }: Pick<Game, "organizerName">,
  { role }: Pick<Recipient, "role">,
  t: Translate,
  ownName: string,
): string {
  const site = ownName || t("common.siteName");
  const name = role === "participant" ? plainName(organizerName) : "";
  return name ? t("mail.sender", { name, site }) : site;
}
