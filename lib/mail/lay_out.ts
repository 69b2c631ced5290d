/** Combines a kind's own texts with those that all mails share. */
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
import { hasHeading, type MailContext, type MailParts, saidAs } from "./parts.ts";
import { isShared } from "./recipient.ts";
import { aboutGame } from "./subject.ts";

/** Lays out a mail from its kind's texts and the shared ones. */
export function layOut(
  links: MailLinks,
  { kind, id }: { kind: MailKind; id: string },
  context: MailContext,
  parts: MailParts,
): MailContent {
  const { values, heading, isAddressed, preheader, quote, facts, areFactsNews } = parts;
  const { game, recipient, language, t } = context;
  const said = saidAs(kind);
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
  // Mails of `sendNow` have a name that is not a number instead of an id in the outbox.
  const name = /^\d+$/.test(id) ? links.tokens.mailName(id) : id;
  const ask = ownButton(links, kind, context, all.name, parts.act);
  const own = isShared(game, recipient) ? [t("family.mailFor", { name: recipient.name })] : [];
  const left = facts ? nameLeftFacts(context) : null;
  const text = capitalizeRole(parts.text ?? t(`mail.kinds.${said}.text`, all), t);
  const paragraphs = [...own, ...text.split("\n\n"), parts.more ?? ""].filter(Boolean);
  return {
    language,
    cover: coverOf(game),
    hasPicture: parts.hasPicture ?? !MAILS[kind].isWithoutPicture,
    brand: t("common.siteName"),
    subject: subjectFor(kind, context, parts),
    preheader: joinSentences([
      ...own,
      asSentence(preheader ?? paragraphs.at(own.length) ?? "", language),
    ]),
    heading: heading ??
      (hasHeading(said)
        ? t(`mail.kinds.${said}.heading`, all)
        : sentenceOf(kind, context, parts, inviter)),
    greeting: isAddressed ? null : greetingOf(kind, context),
    over: parts.over ??
      (isAddressed && inviter ? t("gather.join.invites", { name: inviter }) : null),
    paragraphs,
    quote: quote ?? null,
    quoteLabel: asSentence(t("mail.quoteLabel", { organizer }), language),
    facts: facts ?? [],
    areFactsNews: areFactsNews ?? false,
    beforeLabel: t("common.line", { label: t("mail.facts.before"), value: "" }),
    moreFacts: left && asSentence(left, language),
    ...ask,
    languages: otherLanguages(context, ask.button),
    languagesLabel: t("common.chooseLanguage", { language: "" }),
    // Without a button, the reader's link has ended.
    footer: t(`mail.footer.${ask.button ? recipient.role : "leaver"}`, all),
    operator: describeOperator(links, language, t),
    unsubscribe: unsubscribeLink(links, kind, context),
    report: reportLink(links, context, name),
  };
}

/** Asks an organizer who has not confirmed their address to do so: with the main button if other mails wait for it. */
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
  const confirm = { label: t("mail.confirm.button"), url };
  if (!confirmsSenders) {
    return { ...content, linksLead: t("mail.confirm.optional"), links: [confirm] };
  }
  return {
    ...content,
    paragraphs: [...content.paragraphs, t("mail.confirm.text")],
    button: confirm,
    links: content.button ? [content.button] : [],
  };
}

/** The subject, without any user text: the topic, and `aboutGame` to tell games apart. */
export function subjectFor(kind: MailKind, context: MailContext, parts: MailParts): string {
  const { game, language, t, now } = context;
  return t("mail.subject", {
    sentence: sentenceOf(kind, context, parts),
    about: MAILS[kind].listsOwnLinks ? t("common.siteName") : aboutGame(game, language, t, now),
  });
}

/** The topic of a mail. @param organizer named if it mentions them; "" for their role, as in subjects */
function sentenceOf(
  kind: MailKind,
  { language, t }: MailContext,
  { subject, values: { when = "" } = {} }: MailParts,
  organizer = "",
): string {
  const values = { when, organizer: calledOrganizer(t, organizer) };
  return asSentence(subject ?? t(`mail.kinds.${saidAs(kind)}.subject`, values), language);
}

function greetingOf(kind: MailKind, { recipient: { name }, t }: MailContext): string {
  return name && !MAILS[kind].mayReachStranger
    ? t("mail.greeting", { name })
    : t("mail.greetingOrganizer");
}

/** Capitalizes the first letter of a text, which may be written to follow a greeting. */
export function asSentence(text: string, language: Language): string {
  const [first = ""] = text;
  return first.toLocaleUpperCase(language) + text.slice(first.length);
}

/** Replaces the content with the links of all places; by default the reader's own place in this game. */
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
        // Marked, because the reader requested the mail and it does not depend on the pairs.
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
    privacy: t("mail.private"),
    // The link would report the game that carries the list, which may not be the one the reader means.
    report: places.every((place) => place.game.id === game.id) ? content.report : null,
    footer: t("mine.footer"),
  };
}
