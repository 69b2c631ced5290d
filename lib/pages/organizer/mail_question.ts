/** The question before emails to many people: how many get one, and who does not. */
import { formatList } from "../../browser/format.ts";
import { canBeReminded, type PersonProgress, progressOf } from "../../game/progress.ts";
import { namedFew } from "../../i18n/naming.ts";
import { countWithoutMessage } from "../../operations/send_mails.ts";
import type { Services } from "../../services.ts";
import type { ManagedGame } from "./managed_game.ts";

/** Maximum number of emails that one click sends without a question. */
export const UNASKED = 10;

/** The types of emails to many people, with the labels of their buttons. */
const BUTTONS = {
  allParticipants: "organize.links.sendAll",
  failedParticipants: "organize.mailProblems.resend",
  reminderAll: "organize.remind.title",
} as const;

type TypeToMany = keyof typeof BUTTONS;

function isToMany(type: string): type is TypeToMany {
  return Object.hasOwn(BUTTONS, type);
}

/** The question before many emails. */
export interface MailQuestion {
  title: string;
  points: string[];
}

/**
 * The question before a form sends many emails; null if they are few.
 *
 * @param typed the form; its `type` is the API's.
 * @param ids ids of the people to remind; null: everyone.
 */
export function questionBeforeMails(
  services: Pick<Services, "mail">,
  managed: ManagedGame,
  { type = "", customMessage = "" }: Readonly<Record<string, string>>,
  ids: ReadonlySet<string> | null,
): MailQuestion | null {
  const { game, view, hasMail, reader: { t } } = managed;
  if (!isToMany(type)) return null;
  const people = progressOf(game, view, hasMail, new Date()).filter(({ id, link }) =>
    ids ? ids.has(id) : type !== "failedParticipants" || link === "failed"
  );
  if (countMailed(managed, people) <= UNASKED) return null;
  const withoutMessage = customMessage.trim()
    ? countWithoutMessage(services, game, new Set(people.map(({ id }) => id)))
    : 0;
  return { title: t(BUTTONS[type]), points: mailPoints(managed, type, people, withoutMessage) };
}

/**
 * Says how many of these people get an email, how many only a notification, and who gets neither.
 *
 * @param withoutMessage number of people whose email lacks the organizer's own words.
 */
export function mailPoints(
  managed: Pick<ManagedGame, "game" | "hasMail" | "isHeld" | "reader">,
  type: TypeToMany,
  people: readonly PersonProgress[],
  withoutMessage = 0,
): string[] {
  const { hasMail, reader: { t } } = managed;
  const count = countMailed(managed, people);
  const reached = people.filter((one) => canBeReminded(one, hasMail)).length;
  const notified = type === "reminderAll" ? reached - count : 0;
  return [
    ...type === "reminderAll"
      ? count > 0 || notified === 0 ? [t("organize.remind.lead", { count })] : []
      : [
        managed.isHeld
          ? t("organize.held.title")
          : managed.game.mailPausedAt
          ? t("organize.paused.title")
          : t("organize.confirm.mailed", { number: count }),
      ],
    ...notified > 0 ? [t("organize.remind.devices", { number: notified })] : [],
    ...reached > 0 ? unmailedPoint(managed, people) : [],
    ...withoutMessagePoint(managed, withoutMessage),
  ];
}

/** Says which emails lack the organizer's own words; [] if none do. @param count their number */
export function withoutMessagePoint(
  { reader: { t } }: Pick<ManagedGame, "reader">,
  count: number,
): string[] {
  return count > 0 ? [t("organize.mails.withoutMessage")] : [];
}

/** Names a few people who get neither an email nor a notification; [] if there are none, or no emails at all. */
export function unmailedPoint(
  { hasMail, reader: { t, locale } }: Pick<ManagedGame, "hasMail" | "reader">,
  people: readonly PersonProgress[],
): string[] {
  const missed = people.filter((one) => !canBeReminded(one, hasMail));
  if (!hasMail || missed.length === 0) return [];
  const value = formatList(namedFew(missed, t).names, locale);
  return [t("common.line", { label: t("organize.people.filters.noEmail"), value })];
}

function countMailed(
  { hasMail }: Pick<ManagedGame, "hasMail">,
  people: readonly PersonProgress[],
): number {
  return hasMail ? people.filter(({ hasAddress }) => hasAddress).length : 0;
}
