import { render } from "preact-render-to-string";
import type { MailContent } from "@/components/mail/content.ts";
import { MailDocument } from "@/components/mail/MailDocument.tsx";
import {
  decliningPath,
  organizerPath,
  participantPath,
  publicPath,
  unsubscribePath,
} from "../browser/links.ts";
import { joinSentences } from "../browser/format.ts";
import { coverOf } from "../game/cover.ts";
import { inviterOf, normalizedKey } from "../game/identity.ts";
import { MAILS_VISIBLE_WHEN_SEALED, mayMail, pairsHiddenFromOrganizer } from "../game/seal.ts";
import type { Tokens } from "../game/tokens.ts";
import type { Cover, Game, Language, MailKind } from "../game/types.ts";
import { type Translate, translator } from "../i18n/translate.ts";
import type { Operator } from "../settings.ts";
import type { NewMail } from "../store/store.ts";
import { calendarFile } from "./calendar_file.ts";
import { MAILS } from "./kinds.ts";
import type { MailContext, MailParts } from "./parts.ts";
import type { OwnPlace } from "./own_links.ts";
import { type Addressed, findRecipient, isShared, type Recipient } from "./recipient.ts";
import { senderOf } from "./sender.ts";
import { aboutGame } from "./subject.ts";
import { writeText } from "./text.ts";

/** A mail ready to be sent. */
export interface ComposedMail {
  /** The address alone: a name is someone's text that an inbox shows. */
  to: string;
  /** The name that it comes from. */
  from: string;
  language: Language;
  subject: string;
  html: string;
  text: string;
  /** Whose picture goes with it. */
  cover: Cover;
  /** The event as an iCalendar file, where the mail carries it. */
  calendar: string | null;
  /** Whether whoever reads it asked for it, as it seems. */
  isAskedFor: boolean;
  /** Whether the organizer of its game, which is sealed, must not know that there is such a mail. */
  isHidden: boolean;
  /**
   * Where a POST ends reminders and notices of the game (RFC 8058), or, of a mail that they do not end, all
   * mails to this address.
   */
  unsubscribeUrl: string;
}

/** What all mails are made of beside their games: links, who runs the service, where they come back to. */
export interface MailLinks {
  tokens: Tokens;
  /** Origin that they start with. */
  baseUrl: string;
  operator: Operator;
  /** The service's name as its operator gives it to inboxes; "": the site's, in the language of each mail. */
  senderName: string;
  /** Where mails that cannot be delivered come back to; null: nobody reads there. */
  bounceAddress: string | null;
}

/** Of the same words the same, however often they are tried. @param name of a mail within its game */
export function messageIdOf({ baseUrl }: MailLinks, gameId: string, name: string): string {
  return `<${gameId}.${name}@${new URL(baseUrl).hostname}>`;
}

/** A mail as the outbox keeps it. */
export type OutboxMail = Addressed & Pick<NewMail, "kind"> & { language?: Language | null };

/**
 * Writes a mail from the game as it is now.
 *
 * @param places of a mail that lists them: all those of its address.
 * @param unsubscribed the `normalizedKey`s of addresses that want no reminders and notices of the game.
 * @returns null where nobody needs the mail any more: its recipient has left, has no address or wants no
 * notices, or what it would tell is no longer so.
 */
export function composeMail(
  links: MailLinks,
  game: Game,
  mail: OutboxMail,
  unsubscribed: ReadonlySet<string>,
  now: Date,
  places?: readonly OwnPlace[],
): ComposedMail | null {
  const { kind, payload = {} } = mail;
  const { isEssential, isToldAfterEnd, hasCalendar, isAskedFor = false, write } = MAILS[kind];
  if (game.archivedAt && !isToldAfterEnd) return null;
  const recipient = findRecipient(game, mail);
  if (!recipient || places?.length === 0) return null;
  const { participant } = recipient;
  // A list of one's own links goes by the places in it.
  if (participant && !MAILS[kind].listsOwnLinks && !mayMail(game, participant, kind)) return null;
  const hasUnsubscribed = unsubscribed.has(normalizedKey(recipient.address));
  if (!isEssential && hasUnsubscribed) return null;
  const language = mail.language ?? recipient.language;
  const contact = links.operator.contact?.text ?? "";
  const context = { game, recipient, payload, language, t: translator(language), now, contact };
  const parts = write(context);
  if (!parts) return null;
  const content = MAILS[kind].listsOwnLinks
    ? listing(links, context, layOut(links, kind, context, parts), places)
    : layOut(links, kind, context, parts);
  return {
    to: recipient.address,
    from: senderOf(speaker(kind, game), recipient, context.t, links.senderName),
    language,
    subject: content.subject,
    html: `<!DOCTYPE html>\n${render(<MailDocument content={content} />)}`,
    text: writeText(content),
    cover: content.cover,
    calendar: hasCalendar ? calendarFile(game, language, links.baseUrl, now) : null,
    isAskedFor,
    isHidden: pairsHiddenFromOrganizer(game) && !MAILS_VISIBLE_WHEN_SEALED.includes(kind),
    unsubscribeUrl: hasUnsubscribed ? decliningUrl(links, recipient) : content.unsubscribe.url,
  };
}

/** What the organizer says to a request. */
const ANSWERS: readonly MailKind[] = [
  "reassignmentApproved",
  "reassignmentDeclined",
  "leaveDeclined",
];

/**
 * In whose name a mail is. What was asked for the service sends, and what goes by who gives to whom: the organizer
 * did not send that.
 */
function speaker(kind: MailKind, game: Game): Pick<Game, "organizerName"> {
  const isOrganizers = ANSWERS.includes(kind) ||
    (!MAILS[kind].isAskedFor && MAILS_VISIBLE_WHEN_SEALED.includes(kind));
  return isOrganizers ? game : { organizerName: "" };
}

/** Puts what one mail says where all mails say it. */
function layOut(
  links: MailLinks,
  kind: MailKind,
  context: MailContext,
  parts: MailParts,
): MailContent {
  const { values, heading, isAddressed, preheader, quote, facts, areFactsNews } = parts;
  const { game, recipient, language, t } = context;
  const said = parts.saysAs ?? kind;
  const all = {
    name: "",
    when: "",
    confirmed: 0,
    ...values,
    game: game.name,
    code: game.code,
    total: game.participants.length,
  };
  const inviter = inviterOf(game, recipient.name);
  const own = isShared(game, recipient) ? [t("family.mailFor", { name: recipient.name })] : [];
  const paragraphs = [...own, ...(parts.text ?? t(`mail.kinds.${said}.text`, all)).split("\n\n")];
  return {
    language,
    cover: coverOf(game),
    brand: t("common.siteName"),
    subject: subjectFor(said, context, parts),
    preheader: joinSentences([
      ...own,
      asSentence(preheader ?? paragraphs.at(own.length) ?? "", language),
    ]),
    heading: heading ?? t(`mail.kinds.${said}.heading`, all),
    greeting: greetingOf(context, isAddressed),
    over: isAddressed && inviter ? t("gather.join.invites", { name: inviter }) : null,
    paragraphs,
    quote: quote ?? null,
    quoteLabel: inviter ? t("mail.quoteFrom", { name: inviter }) : t("mail.quoteLabel"),
    facts: facts ?? [],
    areFactsNews: areFactsNews ?? false,
    ...button(links, kind, context),
    linkHint: t("mail.linkHint"),
    footer: t(`mail.footer.${recipient.role}`, all),
    operator: describeOperator(links, language, t),
    unsubscribe: unsubscribe(links, kind, context),
  };
}

/** What an inbox shows of a mail, in words of ours alone: what it is about, and by `aboutGame` of which game it is. */
function subjectFor(
  kind: MailKind,
  { game, language, t, now }: MailContext,
  { subject, values: { when = "" } = {} }: MailParts,
): string {
  return t("mail.subject", {
    sentence: asSentence(subject ?? t(`mail.kinds.${kind}.subject`, { when }), language),
    about: MAILS[kind].listsOwnLinks ? t("common.siteName") : aboutGame(game, language, t, now),
  });
}

function greetingOf({ recipient: { name }, t }: MailContext, isAddressed = false): string | null {
  if (isAddressed) return null;
  return name ? t("mail.greeting", { name }) : t("mail.greetingOrganizer");
}

/** What stands by itself beside a subject: a text after a greeting may begin in lower case. */
function asSentence(text: string, language: Language): string {
  const [first = ""] = text;
  return first.toLocaleUpperCase(language) + text.slice(first.length);
}

/** The same with the links of all places in it; without any given, of the reader's in this game. */
function listing(
  { tokens, baseUrl }: MailLinks,
  { game, recipient: { participant }, language, t }: MailContext,
  content: MailContent,
  places: readonly OwnPlace[] = [{ game, participant }],
): MailContent {
  const links = places.map(({ game, participant }) =>
    participant
      ? {
        label: t("mine.participant", { name: participant.name, game: game.name }),
        url: baseUrl + participantPath(game.code, tokens.participant(game, participant)),
      }
      : {
        label: t("mine.organizer", { game: game.name }),
        url: baseUrl + organizerPath(game.code, tokens.organizer(game)),
      }
  );
  return {
    ...content,
    cover: "neutral",
    greeting: t("mail.greetingOrganizer"),
    preheader: asSentence(t("mail.kinds.ownLinks.text"), language),
    paragraphs: [t("mail.kinds.ownLinks.text")],
    links,
    button: null,
    privacy: t("mine.private"),
    footer: t("mine.footer"),
  };
}

function describeOperator({ operator, baseUrl }: MailLinks, language: Language, t: Translate) {
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

/** Leads to the recipient's own page; nowhere where they have none. */
function button(
  { tokens, baseUrl }: MailLinks,
  kind: MailKind,
  { game, recipient: { role, participant }, t }: MailContext,
): Pick<MailContent, "button" | "privacy"> {
  if (role === "organizer") {
    const url = baseUrl + organizerPath(game.code, tokens.organizer(game));
    return {
      button: {
        label: t(MAILS[kind].endsLinks ? "mail.button.organizerOver" : "mail.button.organizer"),
        url,
      },
      privacy: t("mail.private.organizer"),
    };
  }
  if (participant && !MAILS[kind].endsLinks) {
    const url = baseUrl + participantPath(game.code, tokens.participant(game, participant));
    const hasGift = MAILS[kind].hasGift && !game.isGathering;
    return {
      button: { label: t(hasGift ? "mail.button.gift" : "mail.button.participant"), url },
      privacy: t("mail.private.participant"),
    };
  }
  return { button: null, privacy: null };
}

/** Leads to where this game's reminders can be ended, and all mails; else to where all can. */
function unsubscribe(
  links: MailLinks,
  kind: MailKind,
  { game, recipient, t }: MailContext,
): MailContent["unsubscribe"] {
  if (MAILS[kind].isWithoutUnsubscribe) {
    return { label: t("mail.never"), url: decliningUrl(links, recipient) };
  }
  const token = links.tokens.unsubscribe(game, normalizedKey(recipient.address));
  return { label: t("mail.unsubscribe"), url: links.baseUrl + unsubscribePath(game.id, token) };
}

function decliningUrl({ tokens, baseUrl }: MailLinks, { address }: Recipient): string {
  return baseUrl + decliningPath(tokens.declining(address));
}
