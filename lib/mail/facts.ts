import type { MailFact } from "@/components/mail/content.ts";
import { isolate } from "../browser/bidi.ts";
import { formatDate, formatList, formatMoney, formatTime } from "../browser/format.ts";
import { GAME_FORM } from "../browser/game_form.ts";
import { namesOf } from "../game/derive.ts";
import { type ToldField, toldOf } from "../game/fields.ts";
import { hasTakenPlace } from "../game/finale.ts";
import { inviterOf } from "../game/identity.ts";
import { hasOpenedMail } from "../game/senders.ts";
import { calledOrganizer } from "../i18n/naming.ts";
import { localeAt } from "../i18n/time_zone.ts";
import type { Translate } from "../i18n/translate.ts";
import { ifNotYou, type MailContext, type MailParts, whileGathering } from "./parts.ts";

interface Writing {
  /** @param told as returned by `toldOf`. */
  write(told: string, locale: string): string;
  /** True for text of several lines. */
  isLong?: true;
}

const PLAIN: Writing = { write: (told) => told };

/** How mails write the details of a game, in the order in which they list them. */
const WRITINGS: Readonly<Record<ToldField, Writing>> = {
  name: PLAIN,
  date: { write: formatDate },
  time: { write: formatTime },
  location: PLAIN,
  sendBy: { write: formatDate },
  amount: { write: formatAmount },
  generalNotes: { ...PLAIN, isLong: true },
};

/** The details of the event that are set. */
export function eventFacts(
  { game, language, t }: MailContext,
  fields: readonly ToldField[] = namesOf(WRITINGS),
): MailFact[] {
  const locale = localeAt(language, game.timeZone);
  return fields.flatMap((field) => {
    const told = toldOf(game, field);
    // The name stands above the facts.
    return told && field !== "name" ? [fact(field, WRITINGS[field].write(told, locale), t)] : [];
  });
}

/** The details that have changed, with their old and new values. */
export function changedFacts({ game, language, payload, t }: MailContext): MailFact[] {
  const locale = localeAt(language, game.timeZone);
  return namesOf(WRITINGS).flatMap((field) => {
    const old = payload.before?.[field];
    if (old === undefined) return [];
    const [was, is] = [old, toldOf(game, field)]
      .map((told) => told && WRITINGS[field].write(told, locale));
    if (was === is) return [];
    return [{ ...fact(field, is || t("mail.facts.none"), t), ...(was && { before: was }) }];
  });
}

/** "place and note: see your page"; null if the mail tells everything. */
export function nameLeftFacts(
  { game, left, language, t }: MailContext,
): string | null {
  if (left.length === 0) return null;
  const fields = namesOf(WRITINGS).filter((field) => left.includes(field));
  const labels = fields.map((field) => t(GAME_FORM[field].label))
    // Labels are lower-cased within a sentence, except German nouns.
    .map((label) => language === "de" ? label : label.toLocaleLowerCase(language));
  const details = formatList(labels, localeAt(language, game.timeZone));
  return t("mail.facts.onPage", { details });
}

/** The preview text next to the subject: "Thursday, 24 December 2026 · 18:30 · At Ana's". */
export function summarizeEvent(context: MailContext): string {
  return eventFacts(context).filter(({ isLong }) => !isLong).map(({ value }) => isolate(value))
    .join(" · ");
}

/** The content of a mail with a participant's own link: the event, never the receiver. */
export function writeAssignment(context: MailContext): MailParts {
  const { game, isFirst, recipient: { name, participant }, t } = context;
  // In a first mail the name is unverified.
  const organizer = isFirst ? "" : inviterOf(game, name);
  const isKnown = participant !== null && hasOpenedMail(participant);
  const isUnnamed = !game.isGathering && game.organizerName === "" && !isKnown;
  return {
    heading: t("mail.kinds.assignment.heading", { name }),
    ...organizer && !game.isGathering && {
      subject: t("mail.kinds.assignment.subjectNamed", { organizer }),
    },
    isAddressed: true,
    preheader: summarizeEvent(context),
    facts: eventFacts(context),
    ...isUnnamed && { more: t("mail.unnamed") },
    ...ifNotYou(context),
  };
}

/**
 * The content of a reminder. Once the event has taken place, it only carries a message or says that there is one; null
 * without a message.
 */
export function writeReminder(context: MailContext): MailParts | null {
  const { game, now, payload: { message }, leavesOutMessage, recipient: { name }, t } = context;
  const isLate = hasTakenPlace(game, now);
  if (isLate && !message && !leavesOutMessage) return null;
  const organizer = calledOrganizer(t, inviterOf(game, name));
  const values = { game: game.name, organizer };
  const late = leavesOutMessage ? t("mail.kinds.reminder.textLeftOut", values) : "";
  return {
    ...isLate ? { subject: t("mail.notice"), text: late } : whileGathering(context, "reminder"),
    ...message && { quote: message, preheader: message },
    facts: eventFacts(context),
  };
}

function fact(field: ToldField, value: string, t: Translate): MailFact {
  const { isLong } = WRITINGS[field];
  return { label: t(GAME_FORM[field].label), value, ...isLong && { isLong } };
}

/** @param told "20 EUR" */
function formatAmount(told: string, locale: string): string {
  const gap = told.lastIndexOf(" ");
  return formatMoney(told.slice(0, gap), told.slice(gap + 1), locale);
}
