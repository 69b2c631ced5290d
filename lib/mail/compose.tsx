import { render } from "preact-render-to-string";
import type { MailContent } from "@/components/mail/content.ts";
import { MailDocument } from "@/components/mail/MailDocument.tsx";
import {
  confirmSenderPath,
  decliningPath,
  organizerPath,
  participantPath,
  publicPath,
  reportPath,
  unsubscribePath,
} from "../browser/links.ts";
import { joinSentences } from "../browser/format.ts";
import { coverOf } from "../game/cover.ts";
import { inviterOf, normalizedKey } from "../game/identity.ts";
import {
  isMailHidden,
  MAILS_VISIBLE_WHEN_SEALED,
  mayMail,
  pairsHiddenFromOrganizer,
} from "../game/seal.ts";
import type { Tokens } from "../game/tokens.ts";
import { hasOpenedMail, isOrganizerProved, mayReadFreeText } from "../game/senders.ts";
import {
  type Game,
  type Language,
  LANGUAGES,
  type MailKind,
  type Participant,
} from "../game/types.ts";
import { type Translate, translator } from "../i18n/translate.ts";
import type { Operator } from "../settings.ts";
import type { NewMail } from "../store/store.ts";
import { calendarFile } from "./calendar_file.ts";
import { asFirstDated, asFirstFacts, asFirstTold, inertName, leftToPage } from "./first_mail.ts";
import { MAILS } from "./kinds.ts";
import { hasHeading, type MailContext, type MailParts } from "./parts.ts";
import type { OwnPlace } from "./own_links.ts";
import { type Addressed, findRecipient, isShared, type Recipient } from "./recipient.ts";
import { senderOf } from "./sender.ts";
import { nameLeftFacts } from "./facts.ts";
import { aboutGame } from "./subject.ts";
import { writeText } from "./text.ts";

/** A mail ready to be sent. */
export type ComposedMail = NonNullable<ReturnType<typeof composeMail>>;

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

/** Deterministic, so that retries have the same Message-ID. @param name `Tokens.mailName`, or a random one */
export function messageIdOf({ baseUrl }: MailLinks, name: string): string {
  return `<${name}@${new URL(baseUrl).hostname}>`;
}

/** A mail as stored in the outbox. */
export type OutboxMail = Addressed & Pick<NewMail, "kind"> & {
  /** Its name within the game. */
  id: string;
  language?: Language | null;
};

/**
 * Composes a mail from the current state of the game.
 *
 * @param places all places of the recipient's address, for a mail that lists them.
 * @param unsubscribed `normalizedKey`s of addresses that opted out of the game's reminders and notices.
 * @returns null if the mail is no longer needed: its recipient has left, has no address or opted out, or its
 * facts no longer hold.
 */
export function composeMail(
  links: MailLinks,
  game: Game,
  mail: OutboxMail,
  unsubscribed: ReadonlySet<string>,
  now: Date,
  places?: readonly OwnPlace[],
) {
  const { kind } = mail;
  const { isEssential, isToldAfterEnd, hasCalendar, isAskedFor = false, write } = MAILS[kind];
  if (game.archivedAt && !isToldAfterEnd) return null;
  const reader = findRecipient(game, mail);
  if (!reader || places?.length === 0) return null;
  const { participant } = reader;
  // A list of links depends on its places, not on one game.
  if (participant && !MAILS[kind].listsOwnLinks && !mayMail(game, participant, kind)) return null;
  const hasUnsubscribed = unsubscribed.has(normalizedKey(reader.address));
  if (!isEssential && hasUnsubscribed) return null;
  const language = mail.language ?? reader.language;
  const contact = links.operator.contact?.text ?? "";
  const t = translator(language, links.siteName);
  const isFirst = !mayReadFreeText(game, participant);
  const context = {
    ...isFirst
      ? tellFirst(game, mail)
      : { game, recipient: reader, payload: mail.payload ?? {}, left: [] },
    ...{ language, t, now, isFirst, contact },
  };
  const { recipient } = context;
  const parts = write(context);
  if (!parts) return null;
  const laidOut = withConfirmation(links, kind, context, layOut(links, mail, context, parts));
  const content = MAILS[kind].listsOwnLinks ? listing(links, context, laidOut, places) : laidOut;
  return {
    /** The address alone: a display name would be user text in an inbox. */
    to: recipient.address,
    /** The sender's display name. */
    from: senderOf(speaker(kind, game, isFirst), recipient, t, links.senderName),
    // An address is free text.
    /** Where replies go; null: nowhere that is read. */
    replyTo: isFirst ? null : replyToOf(kind, game, recipient, content),
    language,
    subject: content.subject,
    html: `<!DOCTYPE html>\n${render(<MailDocument content={content} />)}`,
    text: writeText(content),
    /** The cover whose picture is attached. */
    cover: content.cover,
    /** The event as an iCalendar file, if attached. */
    calendar: hasCalendar
      ? calendarFile(isFirst ? asFirstDated(context.game) : game, language, links.baseUrl, now)
      : null,
    /** True if the reader apparently asked for it. */
    isAskedFor,
    /** True if the game's organizer must not know that this mail exists. */
    isHidden: isMailHidden(game, kind),
    /**
     * One-click unsubscribe URL (RFC 8058): ends reminders and notices of the game, or all mail to this address
     * if the kind cannot be ended otherwise.
     */
    unsubscribeUrl: hasUnsubscribed ? decliningUrl(links, recipient) : content.unsubscribe.url,
  };
}

/** The context of a mail to someone who knows neither the game nor, for certain, its organizer. */
function tellFirst(
  game: Game,
  mail: OutboxMail,
): Pick<MailContext, "game" | "recipient" | "payload" | "left"> {
  const first = asFirstTold(game);
  const left = leftToPage(mail.payload ?? {}, game, first);
  const payload = asFirstFacts(mail.payload ?? {}, left);
  const recipient = findRecipient(first, { ...mail, payload });
  if (!recipient) throw new Error(`The mail ${mail.kind} has lost its reader`);
  return { game: first, recipient, payload, left };
}

/** Kinds that answer a request to the organizer. */
const ANSWERS: readonly MailKind[] = [
  "reassignmentApproved",
  "reassignmentDeclined",
  "leaveDeclined",
];

/**
 * The name a mail is sent in. Mails that were asked for, mails that depend on the pairs, and first mails in a
 * name that no one answers for come from the service, not from the organizer.
 */
function speaker(kind: MailKind, game: Game, isFirst: boolean): Pick<Game, "organizerName"> {
  if (isFirst) return { organizerName: "" };
  const isOrganizers = ANSWERS.includes(kind) ||
    (!MAILS[kind].isAskedFor && MAILS_VISIBLE_WHEN_SEALED.includes(kind));
  return isOrganizers ? game : { organizerName: "" };
}

/**
 * The organizer's address if they want replies. Not in mails with a personal link, which a quoted reply would
 * hold, and not in those about a former address, whose reader may be a stranger.
 */
function replyToOf(
  kind: MailKind,
  game: Game,
  { role }: Recipient,
  { button, links = [] }: MailContent,
): string | null {
  const isPublic = button === null && links.length === 0 && kind !== "addressChanged";
  const isWanted = game.replyToOrganizer && role !== "organizer" && !pairsHiddenFromOrganizer(game);
  return isPublic && isWanted ? game.organizerEmail : null;
}

/** Merges a kind's texts with those of all mails. */
function layOut(
  links: MailLinks,
  { kind, id }: OutboxMail,
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
  // Of those that go out at once the name is no number.
  const name = /^\d+$/.test(id) ? links.tokens.mailName(id) : id;
  const ask = button(links, kind, context);
  const own = isShared(game, recipient) ? [t("family.mailFor", { name: recipient.name })] : [];
  const paragraphs = [...own, ...(parts.text ?? t(`mail.kinds.${said}.text`, all)).split("\n\n")];
  return {
    language,
    cover: parts.cover ?? coverOf(game),
    brand: t("common.siteName"),
    subject: subjectFor(said, context, parts),
    preheader: joinSentences([
      ...own,
      asSentence(preheader ?? paragraphs.at(own.length) ?? "", language),
    ]),
    heading: heading ??
      (hasHeading(said) ? t(`mail.kinds.${said}.heading`, all) : sentenceOf(said, context, parts)),
    greeting: greetingOf(context, isAddressed),
    over: isAddressed && inviter ? t("gather.join.invites", { name: inviter }) : null,
    paragraphs,
    quote: quote ?? null,
    quoteLabel: inviter ? t("mail.quoteFrom", { name: inviter }) : t("mail.quoteLabel"),
    facts: facts ?? [],
    areFactsNews: areFactsNews ?? false,
    moreFacts: facts ? nameLeftFacts(context, areFactsNews) : null,
    ...ask,
    languages: otherLanguages(context, ask.button),
    linkHint: t("mail.linkHint"),
    footer: t(`mail.footer.${recipient.role}`, all),
    operator: describeOperator(links, language, t),
    unsubscribe: unsubscribe(links, kind, context),
    report: {
      label: t("mail.report"),
      url: links.baseUrl +
        reportPath(game.id, name, links.tokens.report(game, name, recipient.address)),
    },
  };
}

/** Asks the organizer to confirm their address, if they have not: most of all where other mails wait for that. */
function withConfirmation(
  { tokens, baseUrl, confirmsSenders }: MailLinks,
  kind: MailKind,
  { game, recipient: { role, address }, t }: MailContext,
  content: MailContent,
): MailContent {
  const isAsked = confirmsSenders || kind === "organizerWelcome";
  if (role !== "organizer" || !isAsked || isOrganizerProved(game) || game.archivedAt) {
    return content;
  }
  const url = baseUrl + confirmSenderPath(game.id, tokens.confirmation(game, address));
  if (!confirmsSenders) {
    return { ...content, links: [{ label: t("mail.confirm.optional"), url }] };
  }
  return {
    ...content,
    paragraphs: [...content.paragraphs, t("mail.confirm.text")],
    button: { label: t("mail.confirm.button"), url },
    links: content.button ? [content.button] : [],
  };
}

/** The subject, in our own words alone: the topic, and `aboutGame` to tell games apart. */
export function subjectFor(kind: MailKind, context: MailContext, parts: MailParts): string {
  const { game, language, t, now } = context;
  return t("mail.subject", {
    sentence: sentenceOf(kind, context, parts),
    about: MAILS[kind].listsOwnLinks ? t("common.siteName") : aboutGame(game, language, t, now),
  });
}

/** The topic of a mail. */
function sentenceOf(
  kind: MailKind,
  { language, t }: MailContext,
  { subject, values: { when = "" } = {} }: MailParts,
): string {
  return asSentence(subject ?? t(`mail.kinds.${kind}.subject`, { when }), language);
}

function greetingOf({ recipient: { name }, t }: MailContext, isAddressed = false): string | null {
  if (isAddressed) return null;
  return name ? t("mail.greeting", { name }) : t("mail.greetingOrganizer");
}

/** The preview text next to a subject; its first letter is capitalized, because it may follow a greeting. */
export function asSentence(text: string, language: Language): string {
  const [first = ""] = text;
  return first.toLocaleUpperCase(language) + text.slice(first.length);
}

/** The same with the links of all places; by default the reader's own place in this game. */
function listing(
  { tokens, baseUrl }: MailLinks,
  { game, recipient: { participant }, language, t }: MailContext,
  content: MailContent,
  places: readonly OwnPlace[] = [{ game, participant }],
): MailContent {
  const links = places.map(({ game, participant }) =>
    participant
      ? {
        label: t("mine.participant", {
          name: inertName(participant.name),
          game: inertName(game.name),
        }),
        url: baseUrl + ownPath(tokens, game, participant),
      }
      : {
        label: t("mine.organizer", { game: inertName(game.name) }),
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
    languages: [],
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

/** Link to the recipient's own page, if they have one. */
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
    const url = baseUrl + ownPath(tokens, game, participant);
    const hasGift = MAILS[kind].hasGift && !game.isGathering;
    return {
      button: { label: t(hasGift ? "mail.button.gift" : "mail.button.participant"), url },
      privacy: t("mail.private.participant"),
    };
  }
  return { button: null, privacy: null };
}

/** All other languages, in mails to participants who have never opened one, nor been asked for theirs. */
function otherLanguages(
  { language, recipient: { participant } }: MailContext,
  button: MailContent["button"],
): Language[] {
  if (!button || participant?.language !== null || hasOpenedMail(participant)) return [];
  return LANGUAGES.filter((other) => other !== language);
}

/** A participant's page, as a mail to their address leads to it. */
function ownPath(tokens: Tokens, game: Game, participant: Participant): string {
  return participantPath(
    game.code,
    tokens.participant(game, participant),
    tokens.mailMark(game, participant.email ?? ""),
  );
}

/** Link to unsubscribe from this game's reminders or from all mail, or only from all mail. */
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
