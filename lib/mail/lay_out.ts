/** A kind's own texts, and around them those that all mails share. */
import type { MailContent } from "@/components/mail/content.ts";
import { joinSentences } from "../browser/format.ts";
import { confirmSenderPath, organizerPath } from "../browser/links.ts";
import { coverOf } from "../game/cover.ts";
import { inviterOf } from "../game/identity.ts";
import { isOrganizerProved } from "../game/senders.ts";
import type { Language, MailKind } from "../game/types.ts";
import { calledOrganizer, capitalizeRole } from "../i18n/naming.ts";
import { nameLeftFacts } from "./facts.ts";
import { inertName } from "./first_mail.ts";
import { MAILS } from "./kinds.ts";
import {
  describeOperator,
  type MailLinks,
  otherLanguages,
  ownButton,
  ownPath,
  reportLink,
  unsubscribeLink,
} from "./mail_links.ts";
import type { OwnPlace } from "./own_links.ts";
import { hasHeading, type MailContext, type MailParts } from "./parts.ts";
import { isShared } from "./recipient.ts";
import { aboutGame } from "./subject.ts";

/** Merges a kind's texts with those of all mails. */
export function layOut(
  links: MailLinks,
  { kind, id }: { kind: MailKind; id: string },
  context: MailContext,
  parts: MailParts,
): MailContent {
  const { values, heading, isAddressed, preheader, quote, facts, areFactsNews } = parts;
  const { game, recipient, language, t } = context;
  const said = parts.saysAs ?? kind;
  const inviter = inviterOf(game, recipient.name);
  const organizer = calledOrganizer(t, inviter);
  const all = {
    name: "",
    when: "",
    confirmed: 0,
    organizer,
    ...values,
    game: game.name,
    code: game.code,
    total: game.participants.length,
  };
  // Of those that go out at once the name is no number.
  const name = /^\d+$/.test(id) ? links.tokens.mailName(id) : id;
  const ask = ownButton(links, kind, context, all.name);
  const own = isShared(game, recipient) ? [t("family.mailFor", { name: recipient.name })] : [];
  const text = capitalizeRole(parts.text ?? t(`mail.kinds.${said}.text`, all), t);
  const paragraphs = [...own, ...text.split("\n\n"), parts.more ?? ""].filter(Boolean);
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
    over: parts.over ??
      (isAddressed && inviter ? t("gather.join.invites", { name: inviter }) : null),
    paragraphs,
    quote: quote ?? null,
    quoteLabel: asSentence(t("mail.quoteLabel", { organizer }), language),
    facts: facts ?? [],
    areFactsNews: areFactsNews ?? false,
    moreFacts: facts ? nameLeftFacts(context, areFactsNews) : null,
    ...ask,
    languages: otherLanguages(context, ask.button),
    footer: t(`mail.footer.${recipient.role}`, all),
    operator: describeOperator(links, language, t),
    unsubscribe: unsubscribeLink(links, kind, context),
    report: reportLink(links, context, name),
  };
}

/** Asks the organizer to confirm their address, if they have not: most of all where other mails wait for that. */
export function withConfirmation(
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
export function listPlaces(
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
        // Asked for by its reader, whatever the pairs are.
        url: baseUrl + ownPath(tokens, game, participant, true),
      }
      : {
        label: t("organize.title", { name: inertName(game.name) }),
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
    // It would report the game that carries the list, which is not the one its reader means.
    report: places.every((place) => place.game.id === game.id) ? content.report : null,
    footer: t("mine.footer"),
  };
}
