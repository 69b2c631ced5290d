import { withoutIsolates } from "../browser/bidi.ts";
import type { Game } from "../game/types.ts";
import type { Translate } from "../i18n/translate.ts";
import type { Recipient } from "./recipient.ts";

/** Maximum length of a name: longer than most names, too short for a message. */
const LONGEST_NAME = 40;

/** Matches text that is not a name: an address, a link, a phone number. */
const NO_NAME = /[@/\\<>"|=]|:|www|\p{L}\.\p{L}{2,}|\p{N}{3,}|[\p{Cc}\p{Cf}\p{Co}]/iu;

/**
 * A user's name for display before a mail is opened, where a link or an advertisement could reach anyone.
 *
 * @returns "" if it is not clearly a name.
 */
export function plainName(name: string): string {
  const plain = name.replaceAll(/\s+/gu, " ").trim();
  return plain.length > LONGEST_NAME || NO_NAME.test(plain) ? "" : plain;
}

/**
 * The sender's display name: "Olga via Gift Exchange". The address is always the service's own.
 * Participants see the organizer's name if there is one. Others see only the service, because a mistyped
 * address belongs to a stranger.
 *
 * @param ownName name of the service from MAIL_FROM, if any.
 */
export function senderOf(
  { organizerName }: Pick<Game, "organizerName">,
  { role }: Pick<Recipient, "role">,
  t: Translate,
  ownName: string,
): string {
  const site = ownName || t("common.siteName");
  const name = role === "participant" ? plainName(organizerName) : "";
  return name ? withoutIsolates(t("mail.sender", { name, site })) : site;
}
