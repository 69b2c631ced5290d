import type { MailContent, MailFact } from "@/components/mail/content.ts";
import { formatDate, formatMoney, formatTime } from "../browser/format.ts";
import { daysUntil } from "../game/calendar.ts";
import { inviterOf } from "../game/identity.ts";
import { countConfirmed } from "../game/seal.ts";
import type { EventDetail, Game, Language, MailKind, Participant } from "../game/types.ts";
import { localeAt } from "../i18n/time_zone.ts";
import type { Translate } from "../i18n/translate.ts";
import type { MailPayload } from "../store/store.ts";
import type { Recipient } from "./recipient.ts";

/** The input of a mail: the current game, the reader, and the stored facts. */
export interface MailContext {
  game: Game;
  recipient: Recipient;
  payload: MailPayload;
  /** The mail's language; the recipient's unless another was requested. */
  language: Language;
  t: Translate;
  now: Date;
  /** The operator's contact; "": not set. */
  contact: string;
}

/** The content of one kind of mail. */
export interface MailParts extends
  Partial<
    Pick<MailContent, "preheader" | "quote" | "facts" | "areFactsNews">
  > {
  /** Another kind whose texts it uses, because that is what holds by now. */
  saysAs?: MailKind;
  /** Instead of the kind's own. */
  subject?: string;
  /** Instead of the kind's own. */
  heading?: string;
  /** True if its heading greets the reader and says who invites. */
  isAddressed?: true;
  /** Instead of the kind's own text. */
  text?: string;
  /** Values for the placeholders of its texts, in addition to those of all mails. */
  values?: { name?: string; when?: string; confirmed?: number };
}

const EVENT_DETAILS = ["date", "time", "location", "amount", "generalNotes"] as const;

/** The event's details that are set. */
export function eventFacts({ game, language, t }: MailContext): MailFact[] {
  const locale = localeAt(language, game.timeZone);
  return EVENT_DETAILS.flatMap((detail) => {
    const value = formatDetail(detail, game, locale);
    return value ? [fact(detail, value, t)] : [];
  });
}

/** Each changed detail: the old and the new value. */
export function changedFacts({ game, language, payload, t }: MailContext): MailFact[] {
  const locale = localeAt(language, game.timeZone);
  return (["name", ...EVENT_DETAILS] as const).flatMap((detail) => {
    const old = payload.before?.[detail];
    if (old === undefined) return [];
    const was = detail === "amount"
      ? formatOldAmount(old, locale)
      : formatDetail(detail, { [detail]: old }, locale);
    const is = formatDetail(detail, game, locale);
    if (was === is) return [];
    const none = t("mail.facts.none");
    return [{ ...fact(detail, is || none, t), ...(was && { before: was }) }];
  });
}

/** Facts for the organizer alone. */
export function gameFacts({ game, t }: MailContext): MailFact[] {
  return [
    { label: t("mail.facts.code"), value: game.code },
    {
      label: t("mail.facts.participants"),
      value: t("mail.facts.headcount", { total: game.participants.length }),
    },
  ];
}

/** The preview text next to the subject: "Thursday, 24 December 2026 · 18:30 · At Ana's". */
export function summarizeEvent(context: MailContext): string {
  return eventFacts(context).filter(({ isLong }) => !isLong).map(({ value }) => value).join(" · ");
}

function fact(detail: EventDetail, value: string, t: Translate): MailFact {
  return {
    label: t(`mail.facts.${detail}`),
    value,
    ...(detail === "generalNotes" ? { isLong: true } : {}),
  };
}

function formatDetail(
  detail: EventDetail,
  from: Partial<Pick<Game, EventDetail | "currency">>,
  locale: string,
): string {
  const value = from[detail] ?? "";
  switch (detail) {
    case "date":
      return formatDate(value, locale);
    case "time":
      return formatTime(value, locale);
    case "amount":
      return formatMoney(value, from.currency ?? "", locale);
    default:
      return value;
  }
}

/** @param was "20 EUR" or "", as the event `detailsChanged` holds it. */
function formatOldAmount(was: string, locale: string): string {
  const gap = was.lastIndexOf(" ");
  return formatMoney(was.slice(0, Math.max(gap, 0)), was.slice(gap + 1), locale);
}

/** The text of a mail before the draw. */
export function whileGathering(
  { game, t }: MailContext,
  kind: "organizerWelcome" | "reminder" | "eventNear",
  when = "",
): Pick<MailParts, "text"> {
  if (!game.isGathering) return {};
  return { text: t(`mail.kinds.${kind}.textGathering`, { game: game.name, when }) };
}

/** The text for the organizer of a sealed game: without the name. */
export function writeConfirmedCount({ game, t }: MailContext): MailParts {
  const counts = { confirmed: countConfirmed(game), total: game.participants.length };
  return {
    heading: t("mail.kinds.assignmentConfirmed.headingSealed"),
    text: t("mail.kinds.assignmentConfirmed.textSealed", counts),
  };
}

/** The text once the names are drawn, and before that, how to come back. */
export function writeAssignment(context: MailContext): MailParts {
  const { recipient: { name } } = context;
  return {
    values: { name },
    isAddressed: true,
    preheader: summarizeEvent(context),
    facts: eventFacts(context),
  };
}

/** Kinds about what the organizer did or decided. */
type OrganizersDoing =
  | "addressChanged"
  | "claimIssued"
  | "detailsChanged"
  | "gameArchived"
  | "leaveDeclined"
  | "participantRemoved"
  | "reassignmentApproved"
  | "reassignmentDeclined"
  | "sealBroken";

/**
 * What the organizer did, with their name if known; without it to an organizer who takes part.
 *
 * @param name of the person it is about, if mentioned.
 */
export function byOrganizer(
  { game: all, recipient, t }: MailContext,
  kind: OrganizersDoing,
  name = "",
): Pick<MailParts, "text"> {
  const game = all.name;
  const organizer = inviterOf(all, recipient.name);
  return {
    text: organizer
      ? t(`mail.kinds.${kind}.textNamed`, { game, organizer, name })
      : t(`mail.kinds.${kind}.text`, { game, name }),
  };
}

/** The participant a mail is about. */
export function subjectOf({ game, payload }: MailContext): Participant | undefined {
  return game.participants.find(({ number }) => number === payload.participant);
}

/** True if the event's day was not over when its game was archived. */
export function wasArchivedAhead(game: Game): boolean {
  return game.archivedAt !== null && daysUntil(game, new Date(game.archivedAt)) >= 0;
}
