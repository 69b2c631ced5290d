/** The links of a mail: to its reader's own page, to unsubscribe, to decline all mail and to report the game. */
import type { MailContent } from "@/components/mail/content.ts";
import {
  decliningPath,
  gamePath,
  organizerPath,
  participantPath,
  publicPath,
  reportPath,
  unsubscribePath,
} from "../browser/links.ts";
import { addressKey } from "../game/identity.ts";
import { MAILS_VISIBLE_WHEN_SEALED, pairsHiddenFromOrganizer } from "../game/seal.ts";
import { hasOpenedMail } from "../game/senders.ts";
import type { Tokens } from "../game/tokens.ts";
import {
  type Game,
  type Language,
  LANGUAGES,
  type MailKind,
  type Participant,
} from "../game/types.ts";
import type { Translate } from "../i18n/translate.ts";
import type { Operator } from "../settings.ts";
import { MAILS } from "./kinds.ts";
import { type Act, ACTS, type MailContext } from "./parts.ts";
import type { Recipient } from "./recipient.ts";

/** Settings that all mails share: links, the operator, the bounce address. */
export interface MailLinks {
  tokens: Tokens;
  /** Origin of all links. */
  baseUrl: string;
  operator: Operator;
  /** The operator's name for the site; null to use the name in the locales. */
  siteName: string | null;
  /** The operator's name for the service in inboxes; "" to use the site's name in the mail's language. */
  senderName: string;
  /** Bounce address; null if bounces are not read. */
  bounceAddress: string | null;
  /** True if a game's mails to others wait until its organizer has confirmed their address. */
  confirmsSenders: boolean;
}

/**
 * Link to the recipient's own page, if they have one.
 *
 * @param name of the person the mail is about
 * @param purpose replaces the kind's own
 */
export function ownButton(
  { tokens, baseUrl }: MailLinks,
  kind: MailKind,
  { game, recipient: { role, participant }, t }: MailContext,
  name: string,
  purpose?: Act,
): Pick<MailContent, "button" | "privacy"> {
  const { act = purpose, actGathering, endsLinks, isPlain } = MAILS[kind];
  const label = (act: Act) => t(ACTS[act], { name });
  if (role === "organizer") {
    const url = baseUrl + organizerPath(game.code, tokens.organizer(game));
    return {
      button: { label: label(endsLinks ? "participant" : act ?? "organizer"), url },
      privacy: t("mail.private"),
    };
  }
  if (participant && !endsLinks && !game.archivedAt) {
    const url = baseUrl + ownPath(tokens, game, participant, marksOpening(game, kind));
    const own = game.isGathering ? actGathering : act;
    const isDone = own === "wish" && (participant.wish !== "" || participant.desiredGift !== "");
    return {
      button: {
        label: label(isDone ? "participant" : own ?? "participant"),
        url,
        ...isPlain && { isPlain },
      },
      privacy: participant.isEmailSetById ? null : t("mail.private"),
    };
  }
  return { button: null, privacy: null };
}

/** All other languages, for participants who have opened no mail yet and whose language is not known. */
export function otherLanguages(
  { language, recipient: { participant } }: MailContext,
  button: MailContent["button"],
): Language[] {
  if (!button || participant?.language !== null || participant.isEmailSetById) return [];
  if (hasOpenedMail(participant)) return [];
  return LANGUAGES.filter((other) => other !== language);
}

/**
 * Path of a participant's page, as linked in mails to their address. An address that was set with an id alone gets the
 * page of the game, which opens no more than the id did.
 *
 * @param isMarked true if opening it shows that the mail has arrived.
 */
export function ownPath(
  tokens: Tokens,
  game: Game,
  participant: Participant,
  isMarked: boolean,
): string {
  if (participant.isEmailSetById) return gamePath(game.code);
  const mark = isMarked ? tokens.mailMark(game, participant.email ?? "") : undefined;
  return participantPath(game.code, tokens.participant(game, participant), mark);
}

/**
 * True if the organizer may know that a mail of this kind was opened. The response to a reminder counts the people who
 * have opened no mail; in a sealed game, mails sent because of a pair must not affect that count.
 */
function marksOpening(game: Game, kind: MailKind): boolean {
  return !pairsHiddenFromOrganizer(game) || MAILS_VISIBLE_WHEN_SEALED.includes(kind);
}

/** Link to unsubscribe from this game's reminders or from all mail, or only from all mail. */
export function unsubscribeLink(
  links: MailLinks,
  kind: MailKind,
  { game, recipient, t }: MailContext,
): NonNullable<MailContent["unsubscribe"]> {
  if (MAILS[kind].isWithoutUnsubscribe) {
    return { label: t("mail.never"), url: decliningUrl(links, recipient) };
  }
  const { tokens, baseUrl } = links;
  const token = tokens.unsubscribe(game, addressKey(recipient.address));
  const path = unsubscribePath(game.id, token, tokens.declining(recipient.address));
  return { label: t("mail.unsubscribe"), url: baseUrl + path };
}

/** Link to decline all mail to this address. */
export function decliningUrl({ tokens, baseUrl }: MailLinks, { address }: Recipient): string {
  return baseUrl + decliningPath(tokens.declining(address));
}

/** Link to report the game, for readers who do not know its people. @param name of the mail; see `Tokens.mailName` */
export function reportLink(
  { tokens, baseUrl }: MailLinks,
  { game, recipient: { address }, t }: MailContext,
  name: string,
): MailContent["report"] {
  const token = tokens.report(game, name, address);
  return { label: t("mail.report"), url: baseUrl + reportPath(game.id, name, token) };
}

/** Describes the operator: name, and links to the contact, the imprint and the privacy page. */
export function describeOperator(
  { operator, baseUrl }: MailLinks,
  language: Language,
  t: Translate,
) {
  const { name, contact, imprintUrl } = operator;
  const privacy = baseUrl + publicPath("privacy", language);
  return {
    name: name && t("common.operatedBy", { name }),
    links: [
      ...contact ? [{ label: t("common.contact"), ...contact }] : [],
      ...imprintUrl ? [{ label: t("common.imprint"), text: imprintUrl, url: imprintUrl }] : [],
      { label: t("common.privacy"), text: privacy, url: privacy },
    ],
  };
}
