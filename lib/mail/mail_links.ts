/** The links of a mail: to its reader's own page, and to what ends mails. */
import type { MailContent } from "@/components/mail/content.ts";
import {
  decliningPath,
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

/** What all mails need apart from their game: links, the operator, the bounce address. */
export interface MailLinks {
  tokens: Tokens;
  /** Origin of all links. */
  baseUrl: string;
  operator: Operator;
  /** The operator's name for the site; null: the one of the locales. */
  siteName: string | null;
  /** The operator's name for the service in inboxes; "": the site's name in the mail's language. */
  senderName: string;
  /** Bounce address; null: bounces are not read. */
  bounceAddress: string | null;
  /** True if a game's mails to others wait until its organizer has confirmed their address. */
  confirmsSenders: boolean;
}

/** Link to the recipient's own page, if they have one. @param name of the person it is about */
export function ownButton(
  { tokens, baseUrl }: MailLinks,
  kind: MailKind,
  { game, recipient: { role, participant }, t }: MailContext,
  name: string,
): Pick<MailContent, "button" | "privacy"> {
  const { act, actGathering, endsLinks, isPlain } = MAILS[kind];
  const label = (act: Act) => t(ACTS[act], { name });
  if (role === "organizer") {
    const url = baseUrl + organizerPath(game.code, tokens.organizer(game));
    return {
      button: { label: label(endsLinks ? "organizerOver" : act ?? "organizer"), url },
      privacy: t("mail.private.organizer"),
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
      privacy: t("mail.private.participant"),
    };
  }
  return { button: null, privacy: null };
}

/** All other languages, in mails to participants who have never opened one, nor been asked for theirs. */
export function otherLanguages(
  { language, recipient: { participant } }: MailContext,
  button: MailContent["button"],
): Language[] {
  if (!button || participant?.language !== null || hasOpenedMail(participant)) return [];
  return LANGUAGES.filter((other) => other !== language);
}

/**
 * A participant's page, as a mail to their address leads to it.
 *
 * @param isMarked true if opening it shows that the mail has arrived.
 */
export function ownPath(
  tokens: Tokens,
  game: Game,
  participant: Participant,
  isMarked: boolean,
): string {
  const mark = isMarked ? tokens.mailMark(game, participant.email ?? "") : undefined;
  return participantPath(game.code, tokens.participant(game, participant), mark);
}

/**
 * True if the organizer may know that a mail of this kind was opened: the answer to a reminder counts the people who
 * have opened none. In a sealed game that must not count a mail that was sent because of a pair.
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

/** Link for those who do not know the people of the game. @param name the mail's, see `Tokens.mailName` */
export function reportLink(
  { tokens, baseUrl }: MailLinks,
  { game, recipient: { address }, t }: MailContext,
  name: string,
): MailContent["report"] {
  const token = tokens.report(game, name, address);
  return { label: t("mail.report"), url: baseUrl + reportPath(game.id, name, token) };
}

/** Who runs the service, and where to turn to. */
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
